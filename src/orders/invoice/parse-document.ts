import { parseDateTime } from "../../platform/basics/index.ts";
import { createDigestVisitor, type SignedDigests } from "./compute-digest.ts";
import { type InvoiceEvent, createInvoiceEventReader } from "./events.ts";
import { type ElementProblem, createFieldReader, type FieldsRead, type InvoiceValues } from "./field-reader.ts";
import type { InvoiceFieldName, InvoiceTexts } from "./document-fields.ts";
import { leadingSpacePosition, parseXml, XmlRefused, type XmlRefusalCode } from "./xml.ts";

/** The readable parts of an authorised NF-e (procNFe). If the document has problems, only the unaffected parts are present. */
export interface InvoiceParts extends SignedDigests {
  /** The values, as written. For a repeated field, the first value. */
  readonly written: Partial<Record<InvoiceFieldName, string>>;
  /** Fields that are in the document but have no usable value, because they are malformed or repeated. */
  readonly unsure: ReadonlySet<InvoiceFieldName>;
  /** 44 positions, from `infNFe/@Id`. */
  readonly accessKey?: string;
  /** `dhEmi` as an instant, epoch ms. */
  readonly issuedAtMs?: number;
  /** `vNF` in cents. */
  readonly totalCents?: number;
  /** The sum of `qVol`; absent when the document has none. */
  readonly packages?: number;
  /** Name of the first NF-e element with a namespace prefix; SEFAZ does not authorise documents with such an element. */
  readonly prefixed?: string;
  /** Events after the authorisation, as far as the document contains them. */
  readonly events: readonly InvoiceEvent[];
}

/** A document without problems. All required values are present. */
export interface InvoiceDocument extends InvoiceParts {
  readonly written: InvoiceTexts;
  readonly accessKey: string;
  readonly issuedAtMs: number;
  readonly totalCents: number;
  readonly digest: string;
}

/** A problem of a text that should be an authorised NF-e, with the values its message needs. */
export interface DocumentProblem {
  readonly code: XmlRefusalCode | "danfe_space_first" | ElementProblem["code"];
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of params with personal data. */
  readonly personal?: readonly string[];
}

/** The document, or its problems and the parts that are still readable. `parts` is absent if the text is not XML. */
export type ParsedDocument =
  | { readonly document: InvoiceDocument; readonly parts: InvoiceParts; readonly problems: readonly [] }
  | { readonly document?: undefined; readonly parts?: InvoiceParts; readonly problems: readonly DocumentProblem[] };

/**
 * Reads `danfeXml`. An element that is read may not occur twice, so that the document cannot be understood in two ways; only the elements
 * that INVOICE_FIELDS marks with `*` may repeat. All other elements are ignored. If the text is not well-formed XML or exceeds a limit,
 * only that problem and white space before the XML declaration are reported.
 */
export function readInvoiceDocument(xml: string): ParsedDocument {
  const declaredAt = leadingSpacePosition(xml);
  const first: readonly DocumentProblem[] = declaredAt ? [{ code: "danfe_space_first", params: { ...declaredAt } }] : [];
  const reader = createFieldReader();
  const events = createInvoiceEventReader();
  const digests = createDigestVisitor(reader.isSigned);
  try {
    parseXml(xml, {
      open(element) {
        reader.open(element);
        events.open(element);
        digests.open(element);
      },
      text(text) {
        reader.text(text);
        events.text(text);
        digests.text(text);
      },
      instruction: digests.instruction,
      close(element) {
        reader.close();
        events.close();
        digests.close(element);
      },
    });
  } catch (error) {
    if (error instanceof XmlRefused) return { problems: [...first, { code: error.code, params: error.params }] };
    throw error;
  }
  const { problems: found, ...fields } = reader.read();
  const problems = [...first, ...found];
  const parts = { ...flattenParts(fields), ...digests.read(), events: events.read() };
  return problems.length > 0 ? { parts, problems } : { document: parts as InvoiceDocument, parts, problems: [] };
}

function flattenParts({ values, unsure, prefixed }: Omit<FieldsRead, "problems">): Omit<InvoiceParts, "events"> {
  const written = Object.fromEntries(Object.entries(values).map(([name, [first]]) => [name, first!])) as InvoiceParts["written"];
  return {
    written,
    unsure,
    ...(written.id !== undefined && { accessKey: written.id.slice("NFe".length) }),
    ...(written.issuedAt !== undefined && { issuedAtMs: parseDateTime(written.issuedAt)! }),
    ...(written.total !== undefined && { totalCents: centsOf(written.total) }),
    ...packagesOf(values),
    ...(prefixed !== undefined && { prefixed }),
  };
}

const packagesOf = ({ packages }: InvoiceValues) => packages && { packages: packages.reduce((sum, count) => sum + Number(count), 0) };

/**
 * Converts a decimal number to cents. The number has at most 13 digits before the decimal point and 2 after it, and a double represents 15
 * digits exactly.
 */
function centsOf(decimal: string): number {
  const [whole = "", fraction = ""] = decimal.split(".");
  return Number(whole + fraction.padEnd(2, "0"));
}
