import type { InvoiceRule } from "./rule.ts";
import { RULES_OF_DOCUMENT, RULES_OF_ISSUER } from "./document-rules.ts";
import { RULES_OF_EVENTS } from "./event-rules.ts";
import { RULES_OF_ORDER } from "./order-rules.ts";
import { RULES_OF_REQUEST } from "./request-rules.ts";

/**
 * All rules for invoices, in the order of domain 1.3. Two rows are missing: row 8, whether another order uses the key, needs the
 * database (`access_key_used`); row 10, the status of the invoice at SEFAZ, is only known as far as the document contains it.
 */
export const INVOICE_RULES: readonly InvoiceRule[] = [
  ...RULES_OF_REQUEST,
  ...RULES_OF_DOCUMENT,
  ...RULES_OF_EVENTS,
  ...RULES_OF_ISSUER,
  ...RULES_OF_ORDER,
];
