import type { Failure } from "../../platform/contract/errors.ts";
import { maskFailure } from "../../platform/contract/masked-refusals.ts";
import type { InvoiceDocument } from "./parse-document.ts";
import type { InvoiceFinding } from "../order.ts";
import type { InvoicingRequest } from "./body.ts";
import { invoiceErrors } from "./errors.ts";
import { gatherFacts, type InvoiceContext } from "./facts.ts";
import { INVOICE_RULES } from "./rules.ts";
import type { FileFacts } from "./read-upload.ts";

/** What the ladder says of an invoicing request. */
export interface InvoiceVerdict {
  /** What refuses it: 400, each item naming its field. */
  readonly failures: readonly Failure[];
  /** What is noted on the order's invoice when nothing refuses it (seed 2.5). */
  readonly errors: readonly InvoiceFinding[];
  readonly validationErrors: readonly InvoiceFinding[];
  /** The 44 positions of the request's key, or else of the document's, in capitals; absent when there is none of the right shape. */
  readonly accessKey?: string;
  readonly document?: InvoiceDocument;
  /** Of a request that brought the document as a file: how it was read. */
  readonly file?: FileFacts;
}

/** A failure as it is noted beside the order. */
function noted(failure: Failure): InvoiceFinding {
  const { row: _row, ...finding } = maskFailure(failure);
  return finding;
}

/**
 * Checks an invoicing request against everything of domain 1.3 that needs no look-up, and finds all of it at once. Whether
 * another order has the key is the caller's to ask (invoiceErrors.access_key_used), and so is the volume (volume.ts).
 */
export function checkInvoice(request: InvoicingRequest, context: InvoiceContext): InvoiceVerdict {
  const facts = gatherFacts(request, context);
  const failures: Failure[] = [];
  const later = { errors: [] as InvoiceFinding[], validationErrors: [] as InvoiceFinding[] };
  for (const { code, effect, list, pointer, find } of INVOICE_RULES) {
    for (const found of find(facts)) {
      if (effect[context.environment] === "refuse") failures.push(invoiceErrors.failure(code, { pointer, ...found }));
      else later[list].push(found.personal ? noted(invoiceErrors.failure(code, { pointer, ...found })) : { code, pointer, ...found });
    }
  }
  return {
    failures,
    ...later,
    ...(facts.key && { accessKey: facts.key.text }),
    ...(facts.document && { document: facts.document }),
    ...(facts.file && { file: facts.file }),
  };
}
