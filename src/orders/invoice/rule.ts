import type { Environment } from "../../platform/contract/operation.ts";
import type { Failure } from "../../platform/contract/errors.ts";
import type { InvoiceParts } from "./parse-document.ts";
import type { InvoiceCode } from "./errors.ts";
import type { InvoiceFacts } from "./facts.ts";

/** Refuses the request with 400 (`sync`), or is noted on the order's invoice, which goes ahead (`later`). */
export type Mode = "sync" | "later";
/** Must be put right, or may be meant so. Whatever refuses is an error. */
export type Severity = "error" | "warning";

/** One thing found: the facts of the code's text, and its pointer where that is not the rule's. */
export type InvoiceFound = Partial<Pick<Failure, "pointer" | "received" | "allowed" | "suggestions" | "params" | "personal">>;

/** One rung of the ladder (domain 1.3). */
export interface InvoiceRule {
  /** The row of domain 1.3. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9;
  readonly code: InvoiceCode;
  readonly mode: Readonly<Record<Environment, Mode>>;
  readonly severity: Severity;
  /** The list of the order's invoice that a later finding goes to (seed 2.5). */
  readonly list: "errors" | "validationErrors";
  /** The field of the request it is about. */
  readonly pointer: string;
  readonly find: (facts: InvoiceFacts) => readonly InvoiceFound[];
}

type Modes = InvoiceRule["mode"];
const REFUSED: Modes = { sandbox: "sync", production: "sync" };
const REFUSED_IN_PRODUCTION: Modes = { sandbox: "later", production: "sync" };
const NOTED: Modes = { sandbox: "later", production: "later" };

const beginning = (mode: Modes, severity: Severity) => (code: InvoiceCode, pointer: string, find: InvoiceRule["find"]) =>
  ({ code, mode, severity, list: "validationErrors", pointer, find }) as const;

/** Makes a rung that refuses in both environments. */
export const refused = beginning(REFUSED, "error");
/** Makes a rung that refuses in production and is noted in the sandbox, where documents are made by hand. */
export const refusedInProduction = beginning(REFUSED_IN_PRODUCTION, "error");
/** Makes a rung that is noted as an error. */
export const noted = beginning(NOTED, "error");
/** Makes a rung that is noted as a warning. */
export const warned = beginning(NOTED, "warning");

/** The rungs of one row of domain 1.3. */
export const step = (number: InvoiceRule["step"], rules: readonly Omit<InvoiceRule, "step">[]): readonly InvoiceRule[] =>
  rules.map((rule) => ({ ...rule, step: number }));

/** A look at what could be read of the document: what is wrong, or undefined. */
export const inDocument =
  (look: (parts: InvoiceParts, facts: InvoiceFacts) => InvoiceFound | undefined): InvoiceRule["find"] =>
  (facts) => {
    const found = facts.parts && look(facts.parts, facts);
    return found === undefined ? [] : [found];
  };

/** What came and what should have come; undefined when they are the same, and when one of them is not known. */
export const unlike = (received: string | undefined, expected: string | undefined): InvoiceFound | undefined =>
  received === undefined || expected === undefined || received === expected ? undefined : { received, params: { expected } };

/** A number as text without leading zeros: sellers send 001 and 1 alike. */
export const plainNumber = (text: string | undefined): string | undefined => text?.trim().replace(/^0+(?=\d)/, "");
