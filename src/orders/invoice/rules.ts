import type { InvoiceRule } from "./rule.ts";
import { DOCUMENT_RULES, ISSUER_RULES } from "./document-rules.ts";
import { EVENT_RULES } from "./event-rules.ts";
import { ORDER_RULES } from "./order-rules.ts";
import { REQUEST_RULES } from "./request-rules.ts";

/**
 * All rules for invoices, in the order of their rows (`InvoiceRule.step`). Two rows are missing. Row 8 (`access_key_used`) checks whether
 * another order uses the key, and needs the database. Row 10 is about the status of the invoice at SEFAZ, which is known only from the
 * document.
 */
export const INVOICE_RULES: readonly InvoiceRule[] = [...REQUEST_RULES, ...DOCUMENT_RULES, ...EVENT_RULES, ...ISSUER_RULES, ...ORDER_RULES];
