import { changeErrors, productErrors, reviewErrors } from "../catalog/index.ts";
import { eventErrors } from "../events/index.ts";
import { fulfillmentErrors } from "../fulfillment/index.ts";
import { inspectorErrors } from "../inspector/index.ts";
import {
  bodyErrors,
  type ErrorRow,
  type ErrorType,
  type LocalizedText,
  type Operation,
  parameterErrors,
  periodErrors,
} from "../platform/contract/index.ts";
import { httpErrors } from "../platform/http/index.ts";
import { idempotencyErrors } from "../platform/idempotency/index.ts";
import { exchangeErrors, invoiceErrors, moveErrors, operatorErrors, orderErrors, purchaseErrors } from "../orders/index.ts";
import { notificationErrors } from "../notifications/index.ts";
import { peopleErrors } from "../people/index.ts";
import { pictureErrors } from "../pictures/index.ts";
import { pricingErrors } from "../pricing/index.ts";
import { referenceErrors } from "../reference/index.ts";
import { clockErrors, faultErrors, sandboxErrors, simulatorErrors } from "../sandbox/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import { stockErrors } from "../stock/index.ts";
import { bulkErrors, fileErrors, fileRowErrors, mappingErrors } from "../bulk/index.ts";
import { validationErrors } from "../technical-validation/index.ts";
import { rowErrors } from "../client/ndjson-rows.ts";

/** A group of error codes, in the order they are printed. */
export interface ErrorGroup {
  readonly title: LocalizedText;
  readonly rows: readonly (readonly [code: string, row: ErrorRow])[];
}

interface ErrorCatalogue {
  readonly codes: readonly string[];
}

const GROUPS: readonly { readonly title: LocalizedText; readonly errors: ErrorCatalogue }[] = [
  { title: { "pt-BR": "Qualquer requisição", en: "Any request" }, errors: httpErrors },
  { title: { "pt-BR": "Idempotency-Key", en: "Idempotency-Key" }, errors: idempotencyErrors },
  { title: { "pt-BR": "Credenciais, lojistas e operadores", en: "Credentials, sellers and operators" }, errors: sellerErrors },
  { title: { "pt-BR": "Pessoas e sessões", en: "People and sessions" }, errors: peopleErrors },
  { title: { "pt-BR": "Corpo", en: "Body" }, errors: bodyErrors },
  { title: { "pt-BR": "Endereço, consulta e cabeçalhos", en: "Path, query and headers" }, errors: parameterErrors },
  { title: { "pt-BR": "Períodos", en: "Periods" }, errors: periodErrors },
  { title: { "pt-BR": "Produtos", en: "Products" }, errors: productErrors },
  { title: { "pt-BR": "Imagens", en: "Pictures" }, errors: pictureErrors },
  { title: { "pt-BR": "Revisão de produtos", en: "Product review" }, errors: reviewErrors },
  { title: { "pt-BR": "Mudanças de produtos", en: "Changes of products" }, errors: changeErrors },
  { title: { "pt-BR": "Preços", en: "Prices" }, errors: pricingErrors },
  { title: { "pt-BR": "Estoques", en: "Stocks" }, errors: stockErrors },
  { title: { "pt-BR": "Lotes", en: "Bulk jobs" }, errors: bulkErrors },
  { title: { "pt-BR": "Compras", en: "Purchases" }, errors: purchaseErrors },
  { title: { "pt-BR": "Pedidos", en: "Orders" }, errors: moveErrors },
  { title: { "pt-BR": "Corpos de pedidos", en: "Bodies of orders" }, errors: orderErrors },
  { title: { "pt-BR": "Notas fiscais", en: "Invoices" }, errors: invoiceErrors },
  { title: { "pt-BR": "Trocas", en: "Exchanges" }, errors: exchangeErrors },
  { title: { "pt-BR": "Pedidos, pelo operador", en: "Orders, by operators" }, errors: operatorErrors },
  { title: { "pt-BR": "Fulfillment", en: "Fulfilment" }, errors: fulfillmentErrors },
  { title: { "pt-BR": "Eventos", en: "Events" }, errors: eventErrors },
  { title: { "pt-BR": "Notificações", en: "Notifications" }, errors: notificationErrors },
  { title: { "pt-BR": "Dados de referência", en: "Reference data" }, errors: referenceErrors },
  { title: { "pt-BR": "Registro de chamadas", en: "Request log" }, errors: inspectorErrors },
  { title: { "pt-BR": "Validação técnica e produção", en: "Technical validation and production" }, errors: validationErrors },
  { title: { "pt-BR": "Somente no sandbox", en: "Sandbox only" }, errors: sandboxErrors },
  { title: { "pt-BR": "Relógio do sandbox", en: "The sandbox's clock" }, errors: clockErrors },
  { title: { "pt-BR": "Simuladores do sandbox", en: "The sandbox's simulators" }, errors: simulatorErrors },
  { title: { "pt-BR": "Falhas de propósito", en: "Faults on purpose" }, errors: faultErrors },
  { title: { "pt-BR": "Arquivos de um lote", en: "Files of a bulk job" }, errors: fileErrors },
  { title: { "pt-BR": "Linhas de um arquivo de um lote", en: "Rows of a file of a bulk job" }, errors: fileRowErrors },
  { title: { "pt-BR": "Colunas dos arquivos", en: "Columns of files" }, errors: mappingErrors },
  { title: { "pt-BR": "Linhas de um arquivo NDJSON", en: "Lines of an NDJSON file" }, errors: rowErrors },
];

const SCHEMA_ERRORS: LocalizedText = { "pt-BR": "Campos com frase própria", en: "Fields with a sentence of their own" };

/** All error codes: those in the catalogues, and those that schemas define with `x-code`. */
export function errorGroups(operations: readonly Operation[]): readonly ErrorGroup[] {
  const catalogues = GROUPS.map(({ title, errors }) => ({
    title,
    rows: errors.codes.map((code) => [code, (errors as unknown as Readonly<Record<string, ErrorRow>>)[code]!] as const),
  }));
  return [...catalogues, { title: SCHEMA_ERRORS, rows: [...schemaErrors(operations)] }];
}

/** Errors that schemas define with `x-code` and `x-hint`, by code. */
export function schemaErrors(operations: readonly Operation[]): ReadonlyMap<string, ErrorRow> {
  const rows = new Map<string, ErrorRow>();
  const collect = (schema: unknown, type: ErrorType) => {
    if (typeof schema !== "object" || schema === null) return;
    const { "x-code": code, "x-hint": text } = schema as { readonly "x-code"?: string; readonly "x-hint"?: LocalizedText };
    if (code !== undefined && text !== undefined) rows.set(code, { status: 400, type, text });
    for (const part of Object.values(schema)) collect(part, type);
  };
  for (const { body, query, parameters, headers } of operations) {
    collect(body, "Bad_Request_Error");
    for (const schema of [query, parameters, headers]) collect(schema, "Parameter_Error");
  }
  return rows;
}
