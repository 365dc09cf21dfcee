import type { Environment } from "../../platform/contract/operation.ts";
import type { Failure } from "../../platform/contract/errors.ts";
import type { InvoiceParts } from "./parse-document.ts";
import type { InvoiceCode } from "./errors.ts";
import type { InvoiceFacts } from "./facts.ts";

/** Refuses the request with 400 (`sync`), or is noted on the order's invoice, which goes ahead (`later`). */
export type RuleEffect = "refuse" | "note";
/** Must be put right, or may be meant so. Whatever refuses is an error. */
export type Severity = "error" | "warning";

/** One thing found: the facts of the code's text, and its pointer where that is not the rule's. */
export type InvoiceRuleFinding = Partial<Pick<Failure, "pointer" | "received" | "allowed" | "suggestions" | "params" | "personal">>;

/** One rung of the ladder (domain 1.3). */
export interface InvoiceRule {
  /** The row of domain 1.3. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9;
  readonly code: InvoiceCode;
  readonly effect: Readonly<Record<Environment, RuleEffect>>;
  readonly severity: Severity;
  /** The list of the order's invoice that a later finding goes to (seed 2.5). */
  readonly list: "errors" | "validationErrors";
  /** The field of the request it is about. */
  readonly pointer: string;
  readonly find: (facts: InvoiceFacts) => readonly InvoiceRuleFinding[];
}

type Effects = InvoiceRule["effect"];
const REFUSED: Effects = { sandbox: "refuse", production: "refuse" };
const REFUSED_IN_PRODUCTION: Effects = { sandbox: "note", production: "refuse" };
const NOTED: Effects = { sandbox: "note", production: "note" };

const beginning = (effect: Effects, severity: Severity) => (code: InvoiceCode, pointer: string, find: InvoiceRule["find"]) =>
  ({ code, effect, severity, list: "validationErrors", pointer, find }) as const;

/** Makes a rung that refuses in both environments. */
export const refusingRule = beginning(REFUSED, "error");
/** Makes a rung that refuses in production and is noted in the sandbox, where documents are made by hand. */
export const productionRefusingRule = beginning(REFUSED_IN_PRODUCTION, "error");
/** Makes a rung that is noted as an error. */
export const notedErrorRule = beginning(NOTED, "error");
/** Makes a rung that is noted as a warning. */
export const warningRule = beginning(NOTED, "warning");

/** The rungs of one row of domain 1.3. */
export const rulesOfSpecRow = (number: InvoiceRule["step"], rules: readonly Omit<InvoiceRule, "step">[]): readonly InvoiceRule[] =>
  rules.map((rule) => ({ ...rule, step: number }));

/** A look at what could be read of the document: what is wrong, or undefined. */
export const findInDocument =
  (look: (parts: InvoiceParts, facts: InvoiceFacts) => InvoiceRuleFinding | undefined): InvoiceRule["find"] =>
  (facts) => {
    const found = facts.parts && look(facts.parts, facts);
    return found === undefined ? [] : [found];
  };

/** What came and what should have come; undefined when they are the same, and when one of them is not known. */
export const mismatch = (received: string | undefined, expected: string | undefined): InvoiceRuleFinding | undefined =>
  received === undefined || expected === undefined || received === expected ? undefined : { received, params: { expected } };

/** A number as text without leading zeros: sellers send 001 and 1 alike. */
export const plainNumber = (text: string | undefined): string | undefined => text?.trim().replace(/^0+(?=\d)/, "");
