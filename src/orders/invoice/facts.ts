import type { Environment } from "../../platform/contract/index.ts";
import { type AccessKey, type AccessKeyFinding, readAccessKey } from "../access-key.ts";
import type { ParsedDocument } from "./parse-document.ts";
import type { InvoicingRequest } from "./body.ts";
import { readInvoiceUpload, type InvoiceUpload } from "./read-upload.ts";

/** What an invoice is compared with. Unknown values are not compared. */
export interface InvoiceContext {
  readonly environment: Environment;
  /** With or without punctuation. */
  readonly sellerCnpj?: string | undefined;
  /** What the customer pays for the shipping, including freight. */
  readonly totalCents?: number | undefined;
  /** CPF or CNPJ of the order's customer, with or without punctuation. */
  readonly customerDocument?: string | undefined;
  readonly marketplaceCnpj?: string | undefined;
  /** Set when only the document was sent. Then its issue date is used. */
  readonly isDatedByDocument?: boolean;
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/** A problem of an access key, and the field that has the key. */
export type KeyFinding = AccessKeyFinding & { readonly pointer: "/key" | "/danfeXml" };

/** An invoicing request, and everything that was read from it. */
export interface InvoiceFacts extends Omit<InvoiceUpload, "parsed">, Pick<ParsedDocument, "document" | "parts" | "problems"> {
  readonly request: InvoicingRequest;
  readonly context: InvoiceContext;
  /** The parts of the request's key, or of the document's if the request has none. Absent when the key is malformed. */
  readonly key?: AccessKey | undefined;
  readonly keyFindings: readonly KeyFinding[];
}

/** Reads the key and the document of a request. */
export function gatherFacts(sent: InvoicingRequest, context: InvoiceContext): InvoiceFacts {
  const { parsed, ...source } = readInvoiceUpload(sent);
  const { parts } = parsed;
  // When the document came as a file, or without other fields, its own issue date is used.
  const isDatedByDocument = context.isDatedByDocument === true || source.file !== undefined;
  const issueDate = sent.issueDate ?? (isDatedByDocument ? parts?.issuedAtMs : undefined);
  const request = issueDate === undefined ? sent : { ...sent, issueDate };
  return { ...parsed, ...source, request, context, ...keysOf(request.key, parts?.accessKey) };
}

/** The key to use, and its problems. The document's own key is checked too when it differs. */
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
