import type { InvoiceRule } from "./rule.ts";
import { RULES_OF_DOCUMENT, RULES_OF_ISSUER } from "./document-rules.ts";
import { RULES_OF_EVENTS } from "./event-rules.ts";
import { RULES_OF_ORDER } from "./order-rules.ts";
import { RULES_OF_REQUEST } from "./request-rules.ts";

/**
 * Everything an invoice is checked for, in the order of domain 1.3. Row 8, whether another order has the key, is the database's
 * to tell (access_key_used); row 10, what became of the invoice at SEFAZ, nobody here can know beyond what the document carries.
 */
export const INVOICE_RULES: readonly InvoiceRule[] = [
  ...RULES_OF_REQUEST,
  ...RULES_OF_DOCUMENT,
  ...RULES_OF_EVENTS,
  ...RULES_OF_ISSUER,
  ...RULES_OF_ORDER,
];
