/** The languages in which the server writes texts for people. Brazilian Portuguese is the default (decisions 2). */
export type Lang = "pt-BR" | "en";
/** A text in every language. */
export type LocalizedText = Readonly<Record<Lang, string>>;

/** An error that an operator can fix, with a text in each language. Its `message`, which logs keep, is the English text. */
export class LocalizedError extends Error {
  readonly texts: LocalizedText;
  constructor(texts: LocalizedText, options?: ErrorOptions) {
    super(texts.en, options);
    this.texts = texts;
  }
}

/** The values of `type` in the error body, one per family of refusals (seed 7, decisions 2). */
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
  | "Precondition_Failed"
  | "Payload_Too_Large"
  | "Unsupported_Media_Type"
  | "Too_Many_Requests"
  | "Internal_Architecture_Error";

/** A row of an error catalogue: the status and type that the caller receives, and a text that tells the caller what to do. */
export interface ErrorRow {
  readonly status: number;
  readonly type: ErrorType;
  readonly text: LocalizedText;
}

/** A row for an invalid field: status 400. */
export const badRequest = (text: LocalizedText): ErrorRow => ({ status: 400, type: "Bad_Request_Error", text });
/** A row for a business rule. Seed 7 and decisions 2 determine which of the two statuses it has. */
export const businessRule = (status: 400 | 422, text: LocalizedText): ErrorRow => ({ status, type: "Business_Logic_Error", text });
/** A row for a resource that does not exist. */
export const notFound = (text: LocalizedText): ErrorRow => ({ status: 404, type: "Resource_Not_Found", text });

/** The values for the placeholders of a text, by name. */
export type Params = Readonly<Record<string, unknown>>;

/** One thing that is wrong with a request: the row of its error catalogue, its location in the request, and the facts for the text. */
export interface Failure {
  readonly code: string;
  readonly row: ErrorRow;
  /** JSON Pointer into the body, or `path.<name>`, `query.<name>` or `header.<name>`. Empty when the failure concerns the whole request. */
  readonly pointer: string;
  readonly params: Params;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
  /** The current state of the resource, when the refusal is about that state. */
  readonly current?: unknown;
  /**
   * The facts of this failure that contain personal data: `received`, or names of entries in `params`. The sender sees them; stored copies
   * mask them (mask-personal-data.ts).
   */
  readonly personal?: readonly string[];
}

/** An action on a resource: its address, or the failure that prevents it now. */
export interface AvailableAction {
  readonly rel: string;
  readonly href: string;
  readonly blocked: Failure | undefined;
}

/** What a handler returns to refuse a call: one status and every failure. */
export class Refusal {
  readonly failures: readonly Failure[];
  /** Whole seconds for the `Retry-After` header. Undefined = the header is not sent. */
  readonly retryAfterSeconds: number | undefined;
  /** The actions on the resource at the time of the refusal, possible or blocked. Undefined = the refusal lists no actions. */
  readonly offers: readonly AvailableAction[] | undefined;
  constructor(failures: readonly Failure[], retryAfterSeconds?: number, offers?: readonly AvailableAction[]) {
    if (failures.length === 0) throw new Error("a refusal names at least one failure");
    this.failures = failures;
    this.retryAfterSeconds = retryAfterSeconds;
    this.offers = offers;
  }

  /** Returns a copy of the refusal that lists the actions on the resource, possible or blocked. */
  offering(offers: readonly AvailableAction[]): Refusal {
    return new Refusal(this.failures, this.retryAfterSeconds, offers);
  }
}

type FailureFacts = Partial<Pick<Failure, "pointer" | "received" | "allowed" | "suggestions" | "current" | "personal">> & {
  readonly params?: Params;
};
type RefusalFacts = FailureFacts & Partial<Pick<Refusal, "retryAfterSeconds">>;

/** An error catalogue: its rows by code, and functions that create failures and refusals from them. */
export type ErrorCatalogue<Code extends string> = Readonly<Record<Code, ErrorRow>> & {
  readonly failure: (code: Code, facts?: FailureFacts) => Failure;
  readonly refuse: (code: Code, facts?: RefusalFacts) => Refusal;
  readonly codes: readonly Code[];
};

/**
 * Creates an error catalogue from rows of status, type and texts by code. `failure` creates one failure, `refuse` a complete refusal. Texts
 * may contain the placeholders `{received}`, `{allowed}`, `{pointer}`, and one for each entry of the failure's `params`.
 */
export function errorCatalogue<Code extends string>(rows: Readonly<Record<Code, ErrorRow>>): ErrorCatalogue<Code> {
  const failure = (code: Code, facts: FailureFacts = {}): Failure => ({ pointer: "", params: {}, ...facts, code, row: rows[code] });
  const refuse = (code: Code, { retryAfterSeconds, ...facts }: RefusalFacts = {}) => new Refusal([failure(code, facts)], retryAfterSeconds);
  return Object.assign(Object.create(null), rows, { failure, refuse, codes: Object.keys(rows) as Code[] });
}

const LONGEST_ECHO = 120;

/** A received value as messages show it. Strings are unchanged and everything else is JSON; both are cut at 120 characters. */
export function displayValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
}

/** Caches the parts of message texts, by text. All texts come from fixed tables, so the cache stays small. */
const CUT = new Map<string, readonly string[]>();
/** The literal parts of a text and the names of its placeholders, alternating. */
function partsOf(text: string): readonly string[] {
  let parts = CUT.get(text);
  if (parts === undefined) CUT.set(text, (parts = text.split(/\{(\w+(?::reais)?)\}/)));
  return parts;
}

/**
 * Replaces `{name}` in a text. Lists become `a, b, c`. A value that is a text in several languages appears in `lang`. `{name:reais}` formats
 * an amount in the notation of the language, 84,90 or 84.90. Received and allowed values are quoted when they are empty or have white space
 * at an edge. A placeholder without a value stays in the text, so that tests can find it.
 */
export function formatMessage(text: string, params: Params, lang?: Lang): string {
  const parts = partsOf(text);
  let filled = parts[0]!;
  for (let i = 1; i < parts.length; i += 2) {
    const [name = "", isAmount] = parts[i]!.split(":");
    const value = params[name];
    const asIs = !COMPARED.has(name) || filled.endsWith('"');
    filled += value === undefined ? `{${parts[i]!}}` : isAmount ? inReais(value, lang) : told(value, lang, asIs);
    filled += parts[i + 1]!;
  }
  return filled;
}

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** An amount in reais in the notation of a language: 1234.5 becomes 1.234,50 or 1,234.50. */
const inReais = (value: unknown, lang: Lang = "pt-BR"): string => Number(value).toLocaleString(lang, TWO_DECIMALS);

/** Replaces the placeholders of a text in every language. */
export const formatTexts = (texts: LocalizedText, params: Params): LocalizedText => ({
  "pt-BR": formatMessage(texts["pt-BR"], params, "pt-BR"),
  en: formatMessage(texts.en, params, "en"),
});

/** Placeholders whose values people compare character by character. These values are quoted when their ends are hard to see. */
const COMPARED: ReadonlySet<string> = new Set(["received", "allowed"]);
/** Matches texts whose ends are hard to see in a sentence: empty texts, and texts that begin or end with white space. */
const UNSEEN_EDGE = /^$|^\s|\s$/;

function told(value: unknown, lang: Lang | undefined, asIs: boolean): string {
  if (Array.isArray(value)) return value.map((one) => told(one, lang, asIs)).join(", ");
  if (typeof value === "string" && !asIs && UNSEEN_EDGE.test(value)) return JSON.stringify(displayValue(value));
  return lang !== undefined && isTexts(value) ? value[lang] : displayValue(value);
}

/** The message of a failure in `notifications` and `details[].message`. */
export const failureMessage = ({ row, pointer, received, allowed, params }: Failure, lang: Lang): string =>
  formatMessage(row.text[lang], { pointer, received, allowed, ...params }, lang);

const isTexts = (value: unknown): value is LocalizedText =>
  typeof value === "object" &&
  value !== null &&
  "pt-BR" in value &&
  "en" in value &&
  typeof value["pt-BR"] === "string" &&
  typeof value.en === "string";

/** An action as sent to the caller: its address, or the reason why it is not possible now. */
export const availableActionView = ({ rel, href, blocked }: AvailableAction, lang: Lang) =>
  blocked
    ? { rel, blockedBy: { code: blocked.code, message: failureMessage(blocked, lang), ...currentStateOf(blocked.current) } }
    : { rel, href };

/** The `current` member of an error body. Left out when the refusal is not about the state of a resource. */
export const currentStateOf = (current: unknown) => (current === undefined ? {} : { current });

/** The body of every refusal as sent to the caller (decisions 2). */
export interface ErrorBody {
  readonly type: ErrorType;
  readonly description: string;
  readonly notifications: readonly string[];
  readonly details: readonly object[];
  /** The actions on the resource, possible or blocked. Absent when the refusal lists none. */
  readonly actions?: readonly object[];
  readonly requestId: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/**
 * Creates the documented error body (decisions 2). The first failure determines the type. Every failure adds one notification and one
 * detail. The description states the number of failures when there are several; for credential failures it contains all messages (decisions
 * 1.2). The caller must ensure that all failures of a refusal have the same status.
 */
export function errorBody(refusal: Refusal, lang: Lang, requestId: string): ErrorBody {
  const details = refusal.failures.map((failure) => ({
    code: failure.code,
    pointer: failure.pointer,
    message: failureMessage(failure, lang),
    ...(failure.received === undefined ? {} : { received: failure.received }),
    ...(failure.allowed === undefined ? {} : { allowed: failure.allowed }),
    ...(failure.suggestions === undefined ? {} : { suggestions: failure.suggestions }),
    ...currentStateOf(failure.current),
  }));
  const first = refusal.failures[0]!;
  const notifications = details.map(({ message }) => message);
  const problems = refusal.failures.reduce((sum, { code, params }) => sum + (code === MORE ? Number(params["count"]) : 1), 0);
  return {
    type: first.row.type,
    description: details.length === 1 || first.row.status === 401 ? notifications.join(" ") : MANY[lang].replace("{n}", String(problems)),
    notifications,
    details,
    ...(refusal.offers ? { actions: refusal.offers.map((offer) => availableActionView(offer, lang)) } : {}),
    requestId,
    links: [{ rel: "docs", href: `/docs/errors.md#${first.code}` }],
  };
}

/** Code of the failure that counts the failures beyond the maximum. */
const MORE = "more_failures";
const MANY: LocalizedText = {
  "pt-BR": "A requisição tem {n} problemas; corrija todos antes de reenviar.",
  en: "The request has {n} problems; mend all of them before sending it again.",
};
