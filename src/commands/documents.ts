import { catalogContract } from "../catalog/index.ts";
import { eventsContract } from "../events/index.ts";
import { fulfillmentContract } from "../fulfillment/index.ts";
import { inspectorContract } from "../inspector/index.ts";
import { notificationsContract } from "../notifications/index.ts";
import type { Api, Operation } from "../platform/contract/operation.ts";
import { openApiDocument, refusalStatuses, type Server } from "../platform/contract/openapi.ts";
import { exchangeContract, invoiceContract, operatorOrderContract, orderContract } from "../orders/index.ts";
import { pricingContract } from "../pricing/index.ts";
import { referenceContract } from "../reference/index.ts";
import { clockContract, faultContract, sandboxContract, simulatorContract } from "../sandbox/index.ts";
import { auditContract, credentialContract, limitsContract, operatorKeyContract, sellersContract } from "../sellers/index.ts";
import { stockContract } from "../stock/index.ts";
import { validationContract } from "../technical-validation/index.ts";
import { DOCUMENT_FACTS } from "./printing/document-facts.ts";
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
  credentialContract,
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

/** The sandbox that `bin/start` starts. */
const LOCAL_SANDBOX: Server = {
  url: "http://{host}:{port}",
  description: "Sandbox local, como `bin/start` o sobe: `host` é onde a instância escuta, `port` a sua porta (`PORT`).",
  // Some tools still check documents with the first schema of OpenAPI 3.1, which knows no description of a variable.
  variables: { host: { default: "localhost" }, port: { default: "8080" } },
};

/** The OpenAPI document of one API and the server it names. */
export const apiDocument = (api: Api, server: Server = LOCAL_SANDBOX): object =>
  openApiDocument(OPERATIONS, { api, version: VERSION, servers: [server], ...DOCUMENT_FACTS[api] });

/** The APIs there is a document of, in the order they are listed. */
export const APIS = Object.keys(DOCUMENT_FACTS) as readonly Api[];

/** What an API is called. */
export const titleOf = (api: Api): string => DOCUMENT_FACTS[api].title;

/** Every status an operation may answer with, replies and refusals, in ascending order. */
export function statusesOf(operation: Operation): readonly number[] {
  const refusals = refusalStatuses(operation, DOCUMENT_FACTS[operation.api].authenticationErrors);
  return [...new Set([...Object.keys(operation.replies).map(Number), ...refusals])].sort((a, b) => a - b);
}
