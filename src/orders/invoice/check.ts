import { type Failure, maskFailure } from "../../platform/contract/index.ts";
import type { InvoiceDocument } from "./parse-document.ts";
import type { InvoiceFinding } from "../order.ts";
import type { InvoicingRequest } from "./body.ts";
import { invoiceErrors } from "./errors.ts";
import { gatherFacts, type InvoiceContext } from "./facts.ts";
import { INVOICE_RULES } from "./rules.ts";
import type { FileFacts } from "./read-upload.ts";

/** The result of checking an invoicing request. */
export interface InvoiceVerdict {
  /** Failures because of which the request is refused with 400. Each failure names its field. */
  readonly failures: readonly Failure[];
  /** Findings to store with the order's invoice if the request is not refused (seed 2.5). */
  readonly errors: readonly InvoiceFinding[];
  readonly validationErrors: readonly InvoiceFinding[];
  /**
   * Access key of the request, or of the document if the request has none, in capitals. Absent if that key is malformed, or if there is
   * none.
   */
  readonly accessKey?: string;
  readonly document?: InvoiceDocument;
  /** Facts about the file, if the request contains the document as a file. */
  readonly file?: FileFacts;
}

/** Converts a failure to the form that is stored with the order, without personal data. */
function findingOf(failure: Failure): InvoiceFinding {
  const { row: _row, ...finding } = maskFailure(failure);
  return finding;
}

/**
 * Checks an invoicing request against INVOICE_RULES, and reports all findings at once. Two checks are left to the caller: whether another
 * order uses the key (`access_key_used`), and the volume (`readVolume`).
 */
export function checkInvoice(request: InvoicingRequest, context: InvoiceContext): InvoiceVerdict {
  const facts = gatherFacts(request, context);
  const failures: Failure[] = [];
  const noted = { errors: [] as InvoiceFinding[], validationErrors: [] as InvoiceFinding[] };
  for (const { code, effect, list, pointer, find } of INVOICE_RULES) {
    for (const found of find(facts)) {
      if (effect[context.environment] === "refuse") failures.push(invoiceErrors.failure(code, { pointer, ...found }));
      else noted[list].push(found.personal ? findingOf(invoiceErrors.failure(code, { pointer, ...found })) : { code, pointer, ...found });
    }
  }
  return {
    failures,
    ...noted,
    ...(facts.key && { accessKey: facts.key.text }),
    ...(facts.document && { document: facts.document }),
    ...(facts.file && { file: facts.file }),
  };
}
