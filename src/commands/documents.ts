import { catalogContract } from "../catalog/index.ts";
import { eventsContract } from "../events/index.ts";
import { fulfillmentContract } from "../fulfillment/index.ts";
import { inspectorContract } from "../inspector/index.ts";
import { notificationsContract } from "../notifications/index.ts";
import type { Api, Operation } from "../platform/contract/operation.ts";
import type { ErrorRow } from "../platform/contract/errors.ts";
import { openApiDocument, refusalStatuses } from "../platform/contract/openapi.ts";
import { exchangeContract, invoiceContract, operatorOrderContract, orderContract } from "../orders/index.ts";
import { pricingContract } from "../pricing/index.ts";
import { referenceContract } from "../reference/index.ts";
import { clockContract, faultContract, sandboxContract, simulatorContract } from "../sandbox/index.ts";
import { auditContract, keyContract, limitsContract, operatorKeyContract, sellerErrors, sellersContract } from "../sellers/index.ts";
import { stockContract } from "../stock/index.ts";
import { validationContract } from "../technical-validation/index.ts";
import { VERSION } from "./project.ts";

const METHODS: readonly Operation["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What concerns one address stands together, reading before writing. */
function byAddress(one: Operation, other: Operation): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

/** Every operation there is, in every environment, in the order of their addresses. */
export const OPERATIONS: readonly Operation[] = [
  sellersContract,
  keyContract,
  operatorKeyContract,
  auditContract,
  limitsContract,
  referenceContract,
  pricingContract,
  stockContract,
  catalogContract,
  orderContract,
  invoiceContract,
  operatorOrderContract,
  exchangeContract,
  fulfillmentContract,
  eventsContract,
  notificationsContract,
  validationContract,
  inspectorContract,
  sandboxContract,
  clockContract,
  faultContract,
  simulatorContract,
]
  .flatMap((contract) => Object.values(contract as Record<string, unknown>))
  .filter((value): value is Operation => typeof value === "object" && value !== null && "replies" in value && "path" in value)
  .sort(byAddress);

const SELLER_DOOR: readonly ErrorRow[] = [sellerErrors.credential_missing, sellerErrors.scope_missing, sellerErrors.quota_exceeded];
const OPERATOR_DOOR: readonly ErrorRow[] = [sellerErrors.operator_key_missing, sellerErrors.role_missing];

const DOCUMENTS: Readonly<
  Record<Api, { readonly title: string; readonly description: string; readonly doorRefusals: readonly ErrorRow[] }>
> = {
  v1: {
    title: "Vitrine: API do lojista v1",
    description: "Pedidos e dados de referência. Toda chamada leva os cabeçalhos client_id e access_token.",
    doorRefusals: SELLER_DOOR,
  },
  v2: {
    title: "Vitrine: API do lojista v2",
    description: "Produtos, status de publicação, preços e estoques. Toda chamada leva os cabeçalhos client_id e access_token.",
    doorRefusals: SELLER_DOOR,
  },
  operator: {
    title: "Vitrine: API do operador",
    description: "O lado do marketplace: lojistas, dados de referência, revisão. Authorization: Bearer com uma chave de operador.",
    doorRefusals: OPERATOR_DOOR,
  },
};

const LOCAL_SANDBOX = { url: "http://localhost:8080", description: "Sandbox local" };

/** The OpenAPI document of one API and the server it names. */
export function apiDocument(api: Api, server = LOCAL_SANDBOX): object {
  const { title, description, doorRefusals } = DOCUMENTS[api];
  return openApiDocument(OPERATIONS, { api, title, description, version: VERSION, servers: [server], doorRefusals });
}

/** The APIs there is a document of, in the order they are listed. */
export const APIS = Object.keys(DOCUMENTS) as readonly Api[];

/** What an API is called. */
export const titleOf = (api: Api): string => DOCUMENTS[api].title;

/** Every status an operation may answer with, replies and refusals, in ascending order. */
export function statusesOf(operation: Operation): readonly number[] {
  const refusals = refusalStatuses(operation, DOCUMENTS[operation.api].doorRefusals);
  return [...new Set([...Object.keys(operation.replies).map(Number), ...refusals])].sort((a, b) => a - b);
}
