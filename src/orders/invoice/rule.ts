import type { Environment, Failure } from "../../platform/contract/index.ts";
import type { InvoiceParts } from "./parse-document.ts";
import type { InvoiceCode } from "./errors.ts";
import type { InvoiceFacts } from "./facts.ts";

/** Effect of a finding. It refuses the request with 400, or it is noted on the order's invoice and the request succeeds. */
export type RuleEffect = "refuse" | "note";
/** Severity of a finding. Errors must be corrected; warnings may be intended. A finding that refuses is always an error. */
export type Severity = "error" | "warning";

/** One finding of a rule: the values of its message, and its pointer if that differs from the rule's pointer. */
export type InvoiceRuleFinding = Partial<Pick<Failure, "pointer" | "received" | "allowed" | "suggestions" | "params" | "personal">>;

/** A rule for invoices. */
export interface InvoiceRule {
  /** The row of the rule in the specification's table of invoice checks, which has ten rows. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9;
  readonly code: InvoiceCode;
  readonly effect: Readonly<Record<Environment, RuleEffect>>;
  readonly severity: Severity;
  /** The list of the order's invoice in which a finding is noted (seed 2.5). */
  readonly list: "errors" | "validationErrors";
  /** Field of the request that the rule is about. */
  readonly pointer: string;
  readonly find: (facts: InvoiceFacts) => readonly InvoiceRuleFinding[];
}

type Effects = InvoiceRule["effect"];
const REFUSED: Effects = { sandbox: "refuse", production: "refuse" };
const REFUSED_IN_PRODUCTION: Effects = { sandbox: "note", production: "refuse" };
const NOTED: Effects = { sandbox: "note", production: "note" };

const beginning = (effect: Effects, severity: Severity) => (code: InvoiceCode, pointer: string, find: InvoiceRule["find"]) =>
  ({ code, effect, severity, list: "validationErrors", pointer, find }) as const;

/** A rule that refuses in both environments. */
export const refusingRule = beginning(REFUSED, "error");
/** A rule that refuses in production. In the sandbox, where documents are written by hand, its findings are only noted. */
export const productionRefusingRule = beginning(REFUSED_IN_PRODUCTION, "error");
/** A rule whose findings are noted as errors. */
export const notedErrorRule = beginning(NOTED, "error");
/** A rule whose findings are noted as warnings. */
export const warningRule = beginning(NOTED, "warning");

/** Adds the number of their row to rules. */
export const rulesOfSpecRow = (number: InvoiceRule["step"], rules: readonly Omit<InvoiceRule, "step">[]): readonly InvoiceRule[] =>
  rules.map((rule) => ({ ...rule, step: number }));

/** Makes the `find` of a rule about the document. `check` gets the readable parts and returns a finding, or undefined. */
export const findInDocument =
  (check: (parts: InvoiceParts, facts: InvoiceFacts) => InvoiceRuleFinding | undefined): InvoiceRule["find"] =>
  (facts) => {
    const found = facts.parts && check(facts.parts, facts);
    return found === undefined ? [] : [found];
  };

/** Reports the received and the expected value. Undefined if they are equal, or if one of them is unknown. */
export const mismatch = (received: string | undefined, expected: string | undefined): InvoiceRuleFinding | undefined =>
  received === undefined || expected === undefined || received === expected ? undefined : { received, params: { expected } };

/** Removes the leading zeros of a number, because sellers send both 001 and 1. */
export const plainNumber = (text: string | undefined): string | undefined => text?.trim().replace(/^0+(?=\d)/, "");
