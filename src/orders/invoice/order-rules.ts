import { hasDeclaredEncoding } from "./encodings.ts";
import type { InvoiceFacts } from "./facts.ts";
import type { InvoiceParts } from "./parse-document.ts";
import { normalizeTaxId } from "../tax-ids.ts";
import {
  findInDocument,
  type InvoiceRuleFinding,
  notedErrorRule,
  type InvoiceRule,
  rulesOfSpecRow,
  mismatch,
  warningRule,
} from "./rule.ts";
import { digestMatches, plainBase64 } from "./digest-check.ts";
import { positionAfter } from "./xml.ts";

/** Tolerance for totals. Totals may differ because of rounding, and because systems spread small amounts over the items. */
const TOTAL_TOLERANCE = { share: 0.01, cents: 100 } as const;
/**
 * Rules of rows 7 and 9 (`InvoiceRule.step`). They compare the document with the order, and check that the document was not changed after
 * signing.
 */
export const ORDER_RULES: readonly InvoiceRule[] = [
  ...rulesOfSpecRow(7, [
    notedErrorRule(
      "danfe_not_a_sale",
      "/danfeXml",
      findInDocument(({ written: { direction = "1", purpose = "1" } }) =>
        direction === "1" && purpose === "1" ? undefined : { params: { direction, purpose } },
      ),
    ),
    notedErrorRule(
      "danfe_recipient_differs",
      "/danfeXml",
      findInDocument(({ written: { recipient }, unsure }, { context: { customerDocument = "" } }) => {
        const customer = normalizeTaxId(customerDocument);
        return customer === "" || customer === recipient || unsure.has("recipient") ? undefined : {};
      }),
    ),
    notedErrorRule(
      "danfe_total_differs",
      "/danfeXml",
      findInDocument(({ totalCents }, { context: { totalCents: expected } }) => {
        if (totalCents === undefined || expected === undefined) return undefined;
        const tolerance = Math.max(TOTAL_TOLERANCE.cents, expected * TOTAL_TOLERANCE.share);
        return Math.abs(totalCents - expected) <= tolerance ? undefined : mismatch(reais(totalCents), reais(expected));
      }),
    ),
    warningRule(
      "danfe_marketplace_missing",
      "/danfeXml",
      marketplace((named, expected) => (named === undefined ? { params: { expected } } : undefined)),
    ),
    notedErrorRule(
      "danfe_marketplace_differs",
      "/danfeXml",
      marketplace((named = "", expected) => (named === "" ? undefined : mismatch(named, expected))),
    ),
    warningRule(
      "danfe_packages_differ",
      "/volume",
      findInDocument(({ packages }, { request: { volume } }) =>
        packages === undefined || volume === undefined ? undefined : mismatch(String(volume), String(packages)),
      ),
    ),
  ]),

  ...rulesOfSpecRow(9, [
    warningRule(
      "danfe_unsigned",
      "/danfeXml",
      findInDocument(({ written: { signedDigest }, unsure }) =>
        signedDigest === undefined && !unsure.has("signedDigest") ? {} : undefined,
      ),
    ),
    // Reformatting cannot cause this difference. It means that the protocol and the signature do not belong together.
    {
      ...notedErrorRule(
        "danfe_protocol_digest_differs",
        "/danfeXml",
        findInDocument(({ written: { signedDigest, protocolDigest } }) => mismatch(plainBase64(protocolDigest), plainBase64(signedDigest))),
      ),
      list: "errors",
    },
    // Systems that pretty-print or convert whole files break the digest, so the following rules never refuse.
    notedErrorRule(
      "danfe_prefixed",
      "/danfeXml",
      findInDocument((parts) =>
        parts.prefixed === undefined || digestMatches(parts) ? undefined : { params: { element: parts.prefixed } },
      ),
    ),
    notedErrorRule(
      "danfe_misread",
      "/danfeXml",
      findInDocument((parts, { text }) => (digestMatches(parts) === false ? misreadIn(text) : undefined)),
    ),
    warningRule("danfe_encoding_differs", "/danfeXml", ({ file }) =>
      file?.decoding === undefined || hasDeclaredEncoding(file.decoding)
        ? []
        : [{ received: file.decoding.declared, params: { expected: file.decoding.encoding } }],
    ),
    warningRule(
      "danfe_digest_differs",
      "/danfeXml",
      findInDocument((parts, { text }) =>
        digestMatches(parts) !== false || parts.prefixed !== undefined || misreadIn(text)
          ? undefined
          : mismatch(plainBase64(parts.written.signedDigest), parts.digest),
      ),
    ),
  ]),
];

/**
 * Signs of a file that was read in the wrong encoding: invalid UTF-8 becomes U+FFFD, and each accented letter of UTF-8 becomes two
 * characters. No real NF-e contains U+FFFD, and very few contain such pairs of characters.
 */
const MISREAD = /\ufffd|[\u00c2\u00c3][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;

function misreadIn(text = ""): InvoiceRuleFinding | undefined {
  const found = MISREAD.exec(text);
  return found === null ? undefined : { received: found[0], params: { ...positionAfter(text.slice(0, found.index)) } };
}

/** Makes a check of the intermediary that the document names. The document names none if `indIntermed` is not 1. */
function marketplace(check: (named: string | undefined, expected: string) => ReturnType<typeof mismatch>): InvoiceRule["find"] {
  return findInDocument(({ written, unsure }: InvoiceParts, { context: { marketplaceCnpj } }: InvoiceFacts) => {
    const named = (written.intermediated ?? "1") === "1" ? written.marketplace : undefined;
    return marketplaceCnpj === undefined || unsure.has("marketplace") ? undefined : check(named, normalizeTaxId(marketplaceCnpj));
  });
}

const reais = (cents: number) => (cents / 100).toFixed(2);
