import { catalogContract } from "../catalog/index.ts";
import type { Api, Operation } from "../platform/contract.ts";
import type { ErrorRow } from "../platform/errors.ts";
import { openApiDocument } from "../platform/openapi.ts";
import { pricingContract } from "../pricing/index.ts";
import { referenceContract } from "../reference/index.ts";
import { sellerErrors, sellersContract } from "../sellers/index.ts";
import { stockContract } from "../stock/index.ts";
import { VERSION } from "./project.ts";

/** Every operation there is, in every environment. */
export const OPERATIONS: readonly Operation[] = [sellersContract, referenceContract, pricingContract, stockContract, catalogContract]
  .flatMap((contract) => Object.values(contract as Record<string, unknown>))
  .filter((value): value is Operation => typeof value === "object" && value !== null && "replies" in value && "path" in value);

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

/** The OpenAPI document of one API; `url` is the server it names. */
export function apiDocument(api: Api, url = "http://localhost:8080"): object {
  const { title, description, doorRefusals } = DOCUMENTS[api];
  const servers = [{ url, description: "Sandbox local" }];
  return openApiDocument(OPERATIONS, { api, title, description, version: VERSION, servers, doorRefusals });
}

export const APIS = Object.keys(DOCUMENTS) as readonly Api[];
