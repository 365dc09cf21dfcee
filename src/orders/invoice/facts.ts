import type { Environment } from "../../platform/contract/index.ts";
import { type AccessKey, type AccessKeyFinding, readAccessKey } from "../access-key.ts";
import type { ParsedDocument } from "./parse-document.ts";
import type { InvoicingRequest } from "./body.ts";
import { readInvoiceUpload, type InvoiceUpload } from "./read-upload.ts";

/** Data to compare an invoice with. Unknown values are not compared. */
export interface InvoiceContext {
  readonly environment: Environment;
  /** With or without punctuation. */
  readonly sellerCnpj?: string | undefined;
  /** Amount that the customer pays for the shipping, including freight. */
  readonly totalCents?: number | undefined;
  /** CPF or CNPJ of the order's customer, with or without punctuation. */
  readonly customerDocument?: string | undefined;
  readonly marketplaceCnpj?: string | undefined;
  /** Set if only the document was sent. If the request has no issue date, the one in the document is then used. */
  readonly isDatedByDocument?: boolean;
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/** A problem of an access key, and the field that contains the key. */
export type KeyFinding = AccessKeyFinding & { readonly pointer: "/key" | "/danfeXml" };

/** An invoicing request, and all data that was read from it. */
export interface InvoiceFacts extends Omit<InvoiceUpload, "parsed">, Pick<ParsedDocument, "document" | "parts" | "problems"> {
  readonly request: InvoicingRequest;
  readonly context: InvoiceContext;
  /** Parts of the request's key, or of the document's key if the request has none. Absent if the key is malformed. */
  readonly key?: AccessKey | undefined;
  readonly keyFindings: readonly KeyFinding[];
}

/** Reads the key and the document of a request. */
export function gatherFacts(sent: InvoicingRequest, context: InvoiceContext): InvoiceFacts {
  const { parsed, ...source } = readInvoiceUpload(sent);
  const { parts } = parsed;
  // If the request has no issue date, and its document was sent as a file or without other fields, the issue date in the document is used.
  const isDatedByDocument = context.isDatedByDocument === true || source.file !== undefined;
  const issueDate = sent.issueDate ?? (isDatedByDocument ? parts?.issuedAtMs : undefined);
  const request = issueDate === undefined ? sent : { ...sent, issueDate };
  return { ...parsed, ...source, request, context, ...keysOf(request.key, parts?.accessKey) };
}

/** Returns the key to use, and its problems. If the document contains a different key, that key is checked too. */
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
