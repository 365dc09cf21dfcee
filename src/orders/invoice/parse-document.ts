import { parseDateTime } from "../../platform/basics/clock.ts";
import { createDigestVisitor, type SignedDigests } from "./compute-digest.ts";
import { type InvoiceEvent, createInvoiceEventReader } from "./events.ts";
import { type ElementProblem, createFieldReader, type FieldsRead, type InvoiceValues } from "./field-reader.ts";
import type { InvoiceFieldName, InvoiceTexts } from "./fields.ts";
import { leadingSpacePosition, walkXml, XmlRefused, type XmlRefusalCode } from "./xml.ts";

/** What could be read of a document that says it is an authorised NF-e (procNFe, domain 1.2): of one with something wrong, the rest. */
export interface InvoiceParts extends SignedDigests {
  /** Every value that is read, as it is written; those that repeat have their first. */
  readonly written: Partial<Record<InvoiceFieldName, string>>;
  /** Fields that stand in the document and have no value to go by: misshapen, or there twice. */
  readonly unsure: ReadonlySet<InvoiceFieldName>;
  /** 44 positions, from `infNFe/@Id`. */
  readonly accessKey?: string;
  /** `dhEmi` as an instant, epoch ms. */
  readonly issuedAtMs?: number;
  /** `vNF` in cents. */
  readonly totalCents?: number;
  /** The sum of `qVol`; absent when the document tells none. */
  readonly packages?: number;
  /** The first element of the NF-e's own that is written with a prefix; SEFAZ authorises none that has any. */
  readonly prefixed?: string;
  /** What happened after the authorisation, as far as the document carries it. */
  readonly events: readonly InvoiceEvent[];
}

/** A document with nothing wrong in its form: what it must have, it has. */
export interface InvoiceDocument extends InvoiceParts {
  readonly written: InvoiceTexts;
  readonly accessKey: string;
  readonly issuedAtMs: number;
  readonly totalCents: number;
  readonly digest: string;
}

/** What keeps a text from being read as an authorised NF-e, with the facts its text needs. */
export interface DocumentProblem {
  readonly code: XmlRefusalCode | "danfe_space_first" | ElementProblem["code"];
  readonly params: Readonly<Record<string, unknown>>;
  /** Params that tell of a person. */
  readonly personal?: readonly string[];
}

/** The document, or everything that is wrong with it beside what could be read all the same; nothing could of what is no XML. */
export type DocumentReading =
  | { readonly document: InvoiceDocument; readonly parts: InvoiceParts; readonly problems: readonly [] }
  | { readonly document?: undefined; readonly parts?: InvoiceParts; readonly problems: readonly DocumentProblem[] };

/**
 * Reads `danfeXml` (domain 1.3 row 3). Each element that is read stands exactly once, so that no two readers can understand the
 * document differently; whatever else it has is passed over. What is no well-formed XML, or too much of it, is the only problem told.
 */
export function readInvoiceDocument(xml: string): DocumentReading {
  const declaredAt = leadingSpacePosition(xml);
  const first: readonly DocumentProblem[] = declaredAt ? [{ code: "danfe_space_first", params: { ...declaredAt } }] : [];
  const reader = createFieldReader();
  const events = createInvoiceEventReader();
  const digests = createDigestVisitor(reader.isSigned);
  try {
    walkXml(xml, {
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

/** At most 13 digits and 2 behind the point: 15 digits, which a double holds. */
function centsOf(decimal: string): number {
  const [whole = "", fraction = ""] = decimal.split(".");
  return Number(whole + fraction.padEnd(2, "0"));
}
