import type { InvoiceRule, Severity } from "./rule.ts";
import { RULES_OF_DOCUMENT } from "./rules-of-document.ts";
import { RULES_OF_ORDER } from "./rules-of-order.ts";
import { RULES_OF_REQUEST } from "./rules-of-request.ts";

/**
 * Everything an invoice is checked for, in the order of domain 1.3. Row 8, whether another order has the key, is the database's
 * to tell (access_key_used); row 10, what became of the invoice at SEFAZ, nobody here can know.
 */
export const LADDER: readonly InvoiceRule[] = [...RULES_OF_REQUEST, ...RULES_OF_DOCUMENT, ...RULES_OF_ORDER];

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(LADDER.map(({ code, severity }) => [code, severity]));

/** How grave a finding is; one whose rule is gone counts as a warning. */
export const severityOf = (code: string): Severity => SEVERITIES.get(code) ?? "warning";
