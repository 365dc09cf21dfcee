/** The languages every text for people exists in. Brazilian Portuguese is the default (decisions 2). */
export type Lang = "pt-BR" | "en";
/** One text in every language. */
export type Texts = Readonly<Record<Lang, string>>;

/** The `type` words of the error body, one per family of refusal (seed 7, decisions 2). */
export type ErrorType =
  | "Bad_Request_Error"
  | "Parameter_Error"
  | "Business_Logic_Error"
  | "Authentication_Error"
  | "Permission_Error"
  | "Resource_Not_Found"
  | "List_Not_Found"
  | "Method_Not_Allowed"
  | "Not_Acceptable"
  | "Request_Timeout"
  | "Payload_Too_Large"
  | "Unsupported_Media_Type"
  | "Too_Many_Requests"
  | "Internal_Architecture_Error";

/** One row of an error catalogue: the status and type on the wire, and what it tells the caller to do. */
export interface ErrorRow {
  readonly status: number;
  readonly type: ErrorType;
  readonly text: Texts;
}

/** Facts a text may name, by their names. */
export type Params = Readonly<Record<string, unknown>>;

/** One failing item of a request: which row of a catalogue, where in the body, and the facts its text needs. */
export interface Failure {
  readonly code: string;
  readonly row: ErrorRow;
  /** JSON Pointer into the body, or `query.<name>` / `path.<name>`; empty when it concerns the whole request. */
  readonly pointer: string;
  readonly params: Params;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
}

/** What a handler returns instead of a reply when it refuses: one status, every failing item. */
export class Refusal {
  readonly failures: readonly Failure[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(failures: readonly Failure[], headers: Readonly<Record<string, string>> = {}) {
    if (failures.length === 0) throw new Error("a refusal names at least one failure");
    this.failures = failures;
    this.headers = headers;
  }
}

type FailureFacts = Partial<Pick<Failure, "pointer" | "received" | "allowed" | "suggestions">> & { readonly params?: Params };

/** A catalogue: its rows by code, and the ways to refuse with them. */
export type Catalogue<Code extends string> = Readonly<Record<Code, ErrorRow>> & {
  readonly failure: (code: Code, facts?: FailureFacts) => Failure;
  readonly refuse: (code: Code, facts?: FailureFacts) => Refusal;
  readonly codes: readonly Code[];
};

/**
 * An error catalogue: a table from code to status, type and texts. `failure` makes one item, `refuse` a whole refusal.
 * Texts may name `{received}`, `{allowed}`, `{pointer}` and any param.
 */
export function catalogue<Code extends string>(rows: Readonly<Record<Code, ErrorRow>>): Catalogue<Code> {
  const failure = (code: Code, facts: FailureFacts = {}): Failure => ({ pointer: "", params: {}, ...facts, code, row: rows[code] });
  const refuse = (code: Code, facts?: FailureFacts) => new Refusal([failure(code, facts)]);
  return Object.assign(Object.create(null), rows, { failure, refuse, codes: Object.keys(rows) as Code[] });
}

const LONGEST_ECHO = 120;

/** How a value is shown inside a sentence: strings as they are, the rest as JSON, both cut at 120 characters. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
}

/** Fills `{name}` in a text; lists read `a, b, c`. A name without a value stays visible, so a test can find it. */
export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return Array.isArray(value) ? value.map(shown).join(", ") : shown(value);
  });
}

/** The sentence a failure shows in `notifications` and `details[].message`. */
export const sentence = (failure: Failure, lang: Lang): string =>
  fill(failure.row.text[lang], {
    pointer: failure.pointer,
    received: failure.received,
    allowed: failure.allowed,
    ...failure.params,
  });

/** The body of every refusal, on the wire (decisions 2). */
export interface ErrorBody {
  readonly type: ErrorType;
  readonly description: string;
  readonly notifications: readonly string[];
  readonly details: readonly object[];
  readonly requestId: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/**
 * The documented error body (decisions 2): the first failure gives type and description, every failure one
 * notification and one detail. Failures of one refusal share a status by construction of the caller.
 */
export function errorBody(refusal: Refusal, lang: Lang, requestId: string): ErrorBody {
  const details = refusal.failures.map((failure) => ({
    code: failure.code,
    pointer: failure.pointer,
    message: sentence(failure, lang),
    ...(failure.received === undefined ? {} : { received: failure.received }),
    ...(failure.allowed === undefined ? {} : { allowed: failure.allowed }),
    ...(failure.suggestions === undefined ? {} : { suggestions: failure.suggestions }),
  }));
  const first = refusal.failures[0]!;
  return {
    type: first.row.type,
    description: details.length === 1 ? details[0]!.message : MANY[lang].replace("{n}", String(details.length)),
    notifications: details.map((detail) => detail.message),
    details,
    requestId,
    links: [{ rel: "docs", href: `/docs/errors.md#${first.code}` }],
  };
}

const MANY: Texts = {
  "pt-BR": "A requisição tem {n} problemas; corrija todos antes de reenviar.",
  en: "The request has {n} problems; mend all of them before sending it again.",
};
