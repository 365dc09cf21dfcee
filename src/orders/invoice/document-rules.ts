import { isoDateTime } from "../../platform/basics/index.ts";
import type { Environment } from "../../platform/contract/index.ts";
import { type AccessKey, readAccessKey } from "../access-key.ts";
import type { InvoiceParts } from "./parse-document.ts";
import { cnpjRoot, normalizeTaxId } from "../tax-ids.ts";
import { INVOICE_FIELDS, type InvoiceFieldName } from "./document-fields.ts";
import {
  findInDocument,
  plainNumber,
  refusingRule,
  productionRefusingRule,
  type InvoiceRule,
  rulesOfSpecRow,
  mismatch,
  warningRule,
} from "./rule.ts";

/** `cStat` of invoices that were authorised in time (100) or late (150). */
const AUTHORIZED = ["100", "150"];
/** `cStat` of denied invoices, which can never be used. */
const DENIED = ["110", "205", "301", "302", "303"];
/** `tpAmb` of the documents that each environment accepts. */
const TAX_ENVIRONMENTS: Readonly<Record<Environment, string>> = { production: "1", sandbox: "2" };

/**
 * Rules of rows 4 and 5 (`InvoiceRule.step`). They compare the document with the request, check that the document is consistent, and check
 * that it may be sent.
 */
export const DOCUMENT_RULES: readonly InvoiceRule[] = [
  ...rulesOfSpecRow(4, [
    refusingRule(
      "danfe_key_differs",
      "/key",
      findInDocument(({ accessKey }, { request, key }) => (request.key === undefined ? undefined : mismatch(key?.text, accessKey))),
    ),
    refusingRule(
      "danfe_protocol_key_differs",
      "/danfeXml",
      findInDocument(({ accessKey, written }) => mismatch(written.protocolKey, accessKey)),
    ),
    refusingRule(
      "danfe_number_differs",
      "/number",
      findInDocument(({ written }, { request: { number } }) => mismatch(plainNumber(number), plainNumber(written.number))),
    ),
    refusingRule(
      "danfe_line_differs",
      "/line",
      findInDocument(({ written }, { request: { line } }) => mismatch(plainNumber(line), plainNumber(written.series))),
    ),
    refusingRule(
      "danfe_issue_date_differs",
      "/issueDate",
      findInDocument((document, { request: { issueDate } }) => {
        const dates = datesOf(issueDate, document);
        return dates && !dates.sameDay ? dates.found : undefined;
      }),
    ),
    warningRule(
      "danfe_issue_time_differs",
      "/issueDate",
      findInDocument((document, { request: { issueDate } }) => {
        const dates = datesOf(issueDate, document);
        return dates?.sameDay ? dates.found : undefined;
      }),
    ),
    productionRefusingRule("danfe_key_part_differs", "/danfeXml", ({ parts }) => (parts === undefined ? [] : partsUnlikeKey(parts))),
  ]),

  ...rulesOfSpecRow(5, [
    refusingRule(
      "danfe_not_authorized",
      "/danfeXml",
      findInDocument(({ written: { protocolStatus: received } }) =>
        received === undefined || AUTHORIZED.includes(received) || DENIED.includes(received)
          ? undefined
          : { received, allowed: AUTHORIZED },
      ),
    ),
    refusingRule(
      "danfe_denied",
      "/danfeXml",
      findInDocument(({ written: { protocolStatus: received } }) =>
        received !== undefined && DENIED.includes(received) ? { received } : undefined,
      ),
    ),
    refusingRule(
      "danfe_environment",
      "/danfeXml",
      findInDocument(({ written }, { context }) => {
        const allowed = TAX_ENVIRONMENTS[context.environment];
        const received = [written.environment, written.protocolEnvironment].find((one) => one !== undefined && one !== allowed);
        return received === undefined ? undefined : { received, allowed };
      }),
    ),
  ]),
];

/** Rules of row 6 (`InvoiceRule.step`). They compare the document with the seller. */
export const ISSUER_RULES: readonly InvoiceRule[] = rulesOfSpecRow(6, [
  productionRefusingRule(
    "danfe_issuer_differs",
    "/danfeXml",
    findInDocument(({ written: { issuer } }, { context: { sellerCnpj } }) =>
      isOfCompany(issuer, sellerCnpj) ? undefined : issuers(issuer, sellerCnpj),
    ),
  ),
  // Any branch of the company may invoice. The seller decides which one.
  warningRule(
    "danfe_issuer_branch",
    "/danfeXml",
    findInDocument(({ written: { issuer } }, { context: { sellerCnpj } }) =>
      isOfCompany(issuer, sellerCnpj) ? issuers(issuer, sellerCnpj) : undefined,
    ),
  ),
]);

/**
 * Compares the sent issue date with the document's. Undefined if they are equal, or if one is missing. `sameDay`: whether both are the same
 * day in São Paulo.
 */
function datesOf(issueDate: number | undefined, { issuedAtMs, written }: InvoiceParts) {
  if (issueDate === undefined || issuedAtMs === undefined || issueDate === issuedAtMs) return undefined;
  const received = isoDateTime(issueDate);
  return { sameDay: dayOf(received) === dayOf(isoDateTime(issuedAtMs)), found: { received, params: { expected: written.issuedAt } } };
}
const dayOf = (instant: string) => instant.slice(0, "YYYY-MM-DD".length);

const isOfCompany = (issuer = "", seller = "") => cnpjRoot(issuer) === cnpjRoot(normalizeTaxId(seller));
const issuers = (issuer: string | undefined, seller: string | undefined) => mismatch(issuer, seller && normalizeTaxId(seller));

/** Fields that are also parts of the access key, and the form that they have there. */
const PARTS: readonly {
  readonly part: keyof AccessKey;
  readonly field: InvoiceFieldName;
  readonly asInKey: (written: string) => string;
}[] = [
  { part: "stateCode", field: "stateCode", asInKey: (written) => written },
  { part: "yearMonth", field: "issuedAt", asInKey: (written) => written.slice(2, 4) + written.slice(5, 7) },
  { part: "issuer", field: "issuer", asInKey: (written) => written.padStart(14, "0") },
  { part: "model", field: "model", asInKey: (written) => written },
  { part: "series", field: "series", asInKey: (written) => written.padStart(3, "0") },
  { part: "number", field: "number", asInKey: (written) => written.padStart(9, "0") },
  { part: "emissionType", field: "emissionType", asInKey: (written) => written },
  { part: "numericCode", field: "numericCode", asInKey: (written) => written.padStart(8, "0") },
  { part: "checkDigit", field: "checkDigit", asInKey: (written) => written },
];

function partsUnlikeKey({ accessKey, written }: InvoiceParts) {
  const { key } = accessKey === undefined ? {} : readAccessKey(accessKey);
  if (key === undefined) return [];
  return PARTS.flatMap(({ part, field, asInKey }) => {
    const value = written[field];
    if (value === undefined || asInKey(value) === key[part]) return [];
    return [{ params: { element: INVOICE_FIELDS[field].at.join(" | "), value, expected: key[part] } }];
  });
}
