import { createHash } from "node:crypto";
import { parseDateTime } from "../platform/clock.ts";
import { canonicalizer } from "./invoice/canonical.ts";
import { type ElementProblem, fieldReader, type InvoiceValues } from "./invoice/field-reader.ts";
import type { InvoiceTexts } from "./invoice/fields.ts";
import { walkXml, XmlRefused, type XmlRefusalCode } from "./invoice/xml.ts";

/** What is read of an authorised NF-e (procNFe, domain 1.2). */
export interface InvoiceDocument {
  /** Every value that is read, as it is written. */
  readonly written: InvoiceTexts;
  /** 44 positions, from `infNFe/@Id`. */
  readonly accessKey: string;
  /** `dhEmi` as an instant, epoch ms. */
  readonly issuedAtMs: number;
  /** `vNF` in cents. */
  readonly totalCents: number;
  /** The sum of `qVol`; absent when the document tells none. */
  readonly packages?: number;
  /** SHA-1 of the canonical `infNFe`, in base64: what a signature is of. */
  readonly digest: string;
}

/** What keeps a text from being read as an authorised NF-e, with the facts its text needs. */
export interface DocumentProblem {
  readonly code: XmlRefusalCode | ElementProblem["code"];
  readonly params: Readonly<Record<string, unknown>>;
}

/** The document, or everything that is wrong with it. */
export type DocumentReading =
  | { readonly document: InvoiceDocument; readonly problems: readonly [] }
  | { readonly document?: undefined; readonly problems: readonly DocumentProblem[] };

/**
 * Reads `danfeXml` (domain 1.3 row 3). Each element that is read stands exactly once, so that no two readers can understand the
 * document differently; whatever else it has is passed over. What is no well-formed XML, or too much of it, is the only problem told.
 */
export function readInvoiceDocument(xml: string): DocumentReading {
  const reader = fieldReader();
  const digest = sha1OfPieces();
  const canonical = canonicalizer(reader.isSigned, digest.add);
  try {
    walkXml(xml, {
      open(element) {
        reader.open(element);
        canonical.open(element);
      },
      text(text) {
        reader.text(text);
        canonical.text(text);
      },
      instruction: canonical.instruction,
      close(element) {
        reader.close();
        canonical.close(element);
      },
    });
  } catch (error) {
    if (error instanceof XmlRefused) return { problems: [{ code: error.code, params: error.params }] };
    throw error;
  }
  const { values, problems } = reader.read();
  return problems.length > 0 ? { problems } : { document: documentOf(values, digest.base64()), problems: [] };
}

function documentOf(values: InvoiceValues, digest: string): InvoiceDocument {
  const firsts = Object.entries(values).map(([name, [first]]) => [name, first!] as const);
  const written = Object.fromEntries(firsts) as unknown as InvoiceTexts;
  return {
    written,
    accessKey: written.id.slice("NFe".length),
    issuedAtMs: parseDateTime(written.issuedAt)!,
    totalCents: centsOf(written.total),
    ...(values.packages && { packages: values.packages.reduce((sum, count) => sum + Number(count), 0) }),
    digest,
  };
}

/** At most 13 digits and 2 behind the point: 15 digits, which a double holds. */
function centsOf(decimal: string): number {
  const [whole = "", fraction = ""] = decimal.split(".");
  return Number(whole + fraction.padEnd(2, "0"));
}

const PIECE_CHARACTERS = 65_536;

/** SHA-1, because that is the NF-e's digest; pieces are put together because each update costs more than its characters. */
function sha1OfPieces() {
  const hash = createHash("sha1");
  let pending = "";
  const flush = () => {
    hash.update(pending, "utf8");
    pending = "";
  };
  return {
    add(text: string) {
      pending += text;
      if (pending.length >= PIECE_CHARACTERS) flush();
    },
    base64() {
      flush();
      return hash.digest("base64");
    },
  };
}
