import type { Environment } from "../../platform/contract/operation.ts";
import { type AccessKey, type AccessKeyFinding, readAccessKey } from "../access-key.ts";
import type { DocumentReading } from "./parse-document.ts";
import type { InvoicingRequest } from "./body.ts";
import { readInvoiceUpload, type InvoiceUpload } from "./read-upload.ts";

/** What an invoice is held against. What is not known is not compared. */
export interface InvoiceContext {
  readonly environment: Environment;
  /** The seller's, in any punctuation. */
  readonly sellerCnpj?: string | undefined;
  /** What the customer pays for the shipping, with freight. */
  readonly totalCents?: number | undefined;
  /** CPF or CNPJ of the order's customer, in any punctuation. */
  readonly customerDocument?: string | undefined;
  readonly marketplaceCnpj?: string | undefined;
  /** Who sends nothing but the document: what is not said beside it is read there. */
  readonly isDatedByDocument?: boolean;
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/** Something found about a key, and the field that has it. */
export type KeyFinding = AccessKeyFinding & { readonly pointer: "/key" | "/danfeXml" };

/** An invoicing request with everything that reading it said. */
export interface InvoiceFacts extends Omit<InvoiceUpload, "reading">, Pick<DocumentReading, "document" | "parts" | "problems"> {
  readonly request: InvoicingRequest;
  readonly context: InvoiceContext;
  /** The key of the request or else of the document, by its parts; absent when that is none of the right shape. */
  readonly key?: AccessKey | undefined;
  readonly keyFindings: readonly KeyFinding[];
}

/** Reads the key and the document of a request, each once. */
export function gatherFacts(sent: InvoicingRequest, context: InvoiceContext): InvoiceFacts {
  const { reading, ...source } = readInvoiceUpload(sent);
  const { parts } = reading;
  // A file is rehearsed by itself, and whoever brings nothing but the document has said all there is to say.
  const isDatedByDocument = context.isDatedByDocument === true || source.file !== undefined;
  const issueDate = sent.issueDate ?? (isDatedByDocument ? parts?.issuedAtMs : undefined);
  const request = issueDate === undefined ? sent : { ...sent, issueDate };
  return { ...reading, ...source, request, context, ...keysOf(request.key, parts?.accessKey) };
}

/** The key that counts, and what is wrong with it; the document's own is looked at too where it is another one. */
function keysOf(sent: string | undefined, written: string | undefined): Pick<InvoiceFacts, "key" | "keyFindings"> {
  const { key, findings } = sent === undefined ? { findings: [] } : readAccessKey(sent);
  const found = findings.map((one): KeyFinding => ({ ...one, pointer: "/key" }));
  if (written === undefined || written === key?.text) return { key, keyFindings: found };
  const own = readAccessKey(written);
  return {
    key: sent === undefined ? own.key : key,
    keyFindings: [...found, ...own.findings.map((one): KeyFinding => ({ ...one, pointer: "/danfeXml" }))],
  };
}
