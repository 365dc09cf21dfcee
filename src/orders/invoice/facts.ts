import type { Environment } from "../../platform/contract.ts";
import { type AccessKey, type AccessKeyFinding, readAccessKey } from "../access-key.ts";
import { type DocumentProblem, type InvoiceDocument, readInvoiceDocument } from "../invoice-document.ts";
import type { InvoicingRequest } from "./body.ts";

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
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/** An invoicing request with everything that reading it said. */
export interface InvoiceFacts {
  readonly request: InvoicingRequest;
  readonly context: InvoiceContext;
  /** The key of the request or else of the document, by its parts; absent when there is none of the right shape. */
  readonly key?: AccessKey | undefined;
  /** Where that key stands. */
  readonly keyPointer: "/key" | "/danfeXml";
  readonly keyFindings: readonly AccessKeyFinding[];
  readonly document?: InvoiceDocument | undefined;
  readonly documentProblems: readonly DocumentProblem[];
}

/** Reads the key and the document of a request, each once. */
export function gatherFacts(request: InvoicingRequest, context: InvoiceContext): InvoiceFacts {
  const { document, problems = [] } = request.danfeXml === undefined ? {} : readInvoiceDocument(request.danfeXml);
  const written = request.key ?? document?.accessKey;
  const { key, findings } = written === undefined ? { key: undefined, findings: [] } : readAccessKey(written);
  return {
    request,
    context,
    key,
    keyPointer: request.key === undefined ? "/danfeXml" : "/key",
    keyFindings: findings,
    document,
    documentProblems: problems,
  };
}
