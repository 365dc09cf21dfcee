import { productErrors } from "../../catalog/index.ts";
import type { Operation } from "../../platform/contract.ts";
import type { ErrorRow, ErrorType, Texts } from "../../platform/errors.ts";
import { httpErrors } from "../../platform/http-errors.ts";
import { bodyErrors, parameterErrors } from "../../platform/input-errors.ts";
import { pricingErrors } from "../../pricing/index.ts";
import { referenceErrors } from "../../reference/index.ts";
import { sellerErrors } from "../../sellers/index.ts";
import { stockErrors } from "../../stock/index.ts";
import { rowErrors } from "../rows.ts";

/** Error codes that belong together, in the order they are printed. */
export interface ErrorGroup {
  readonly title: Texts;
  readonly rows: readonly (readonly [code: string, row: ErrorRow])[];
}

interface Rows {
  readonly codes: readonly string[];
}

const GROUPS: readonly { readonly title: Texts; readonly errors: Rows }[] = [
  { title: { "pt-BR": "Qualquer requisição", en: "Any request" }, errors: httpErrors },
  { title: { "pt-BR": "Credenciais, lojistas e operadores", en: "Credentials, sellers and operators" }, errors: sellerErrors },
  { title: { "pt-BR": "Corpo", en: "Body" }, errors: bodyErrors },
  { title: { "pt-BR": "Endereço e consulta", en: "Path and query" }, errors: parameterErrors },
  { title: { "pt-BR": "Produtos", en: "Products" }, errors: productErrors },
  { title: { "pt-BR": "Preços", en: "Prices" }, errors: pricingErrors },
  { title: { "pt-BR": "Estoques", en: "Stocks" }, errors: stockErrors },
  { title: { "pt-BR": "Dados de referência", en: "Reference data" }, errors: referenceErrors },
  { title: { "pt-BR": "Linhas de um arquivo NDJSON", en: "Lines of an NDJSON file" }, errors: rowErrors },
];

const WORDED: Texts = { "pt-BR": "Campos com frase própria", en: "Fields with a sentence of their own" };

/** Every error code there is: the catalogues', and those that a schema gives to one of its patterns. */
export function errorGroups(operations: readonly Operation[]): readonly ErrorGroup[] {
  const catalogues = GROUPS.map(({ title, errors }) => ({
    title,
    rows: errors.codes.map((code) => [code, (errors as unknown as Readonly<Record<string, ErrorRow>>)[code]!] as const),
  }));
  return [...catalogues, { title: WORDED, rows: [...wordedRefusals(operations)] }];
}

/** Refusals that stand in schemas as `x-code` and `x-hint`, by their code. */
export function wordedRefusals(operations: readonly Operation[]): ReadonlyMap<string, ErrorRow> {
  const rows = new Map<string, ErrorRow>();
  const gather = (schema: unknown, type: ErrorType) => {
    if (typeof schema !== "object" || schema === null) return;
    const { "x-code": code, "x-hint": text } = schema as { readonly "x-code"?: string; readonly "x-hint"?: Texts };
    if (code !== undefined && text !== undefined) rows.set(code, { status: 400, type, text });
    for (const part of Object.values(schema)) gather(part, type);
  };
  for (const { body, query, parameters } of operations) {
    gather(body, "Bad_Request_Error");
    for (const schema of [query, parameters]) gather(schema, "Parameter_Error");
  }
  return rows;
}
