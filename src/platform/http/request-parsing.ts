import { compileSchemaCheck, compileParameterCheck, type CheckResult } from "../contract/check.ts";
import type { Endpoint } from "../contract/operation.ts";
import { type Failure, Refusal } from "../contract/errors.ts";
import { parseJson } from "../contract/json-reader.ts";

/** What stands behind the `?` of a URL, decoded; a name sent several times has several values. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** What is asked of an operation, however it came. */
export interface RawRequest {
  /** The address's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly search: QueryParameters;
  /** Under names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The parts of a call that come from what is asked: checked and normalised. */
export interface ParsedRequest {
  readonly path: never;
  readonly query: never;
  readonly headers: never;
  readonly body: never;
  readonly sent: unknown;
  readonly bodyFailures: readonly Failure[];
}

/** What there is of parameters that an operation has none of. */
const NOTHING: CheckResult = { value: {}, failures: [] };
const NO_BODY: CheckResult = { value: undefined, failures: [] };

/**
 * Compiles how an operation's calls are read: path, query and headers, and when they hold the body. `untyped` may refuse the body's
 * bytes before they are read; `onSent` hears the body as it was sent, also when it is refused then.
 */
export function compileRequestParser({ operation, bodyFailures }: Pick<Endpoint, "operation" | "bodyFailures">) {
  const checkPath = operation.parameters && compileParameterCheck(operation.parameters, "path");
  const unfilled = operation.method === "GET" ? "absent" : "refused";
  const checkQuery = operation.query && compileParameterCheck(operation.query, "query", unfilled);
  const checkNamed = operation.headers && compileParameterCheck(operation.headers, "header", unfilled);
  const checkBody = operation.body && compileSchemaCheck(operation.body);
  /** Most addresses have nothing behind a `?`. */
  const unasked = checkQuery?.({}) ?? NOTHING;

  return (
    asked: RawRequest,
    untyped?: (bytes: Buffer) => Refusal | undefined,
    onSent?: (sent: unknown) => void,
  ): ParsedRequest | Refusal => {
    const path = checkPath?.(asked.path) ?? NOTHING;
    const query = isEmpty(asked.search) ? unasked : (checkQuery?.(asked.search) ?? NOTHING);
    const named = checkNamed?.(asked.headers) ?? NOTHING;
    if (path.failures.length + query.failures.length + named.failures.length > 0)
      return new Refusal([...path.failures, ...query.failures, ...named.failures]);
    let sent: unknown;
    let body = NO_BODY;
    if (checkBody) {
      const refused = untyped?.(asked.body);
      if (refused) return refused;
      const parsed = parseJson(asked.body);
      if (!parsed.ok) return new Refusal(parsed.failures);
      sent = parsed.value;
      onSent?.(sent);
      body = checkBody(sent);
      if (body.failures.length > 0 && bodyFailures === "refused") return new Refusal(body.failures);
    }
    return {
      path: path.value as never,
      query: query.value as never,
      headers: named.value as never,
      body: body.value as never,
      sent,
      bodyFailures: body.failures,
    };
  };
}

function isEmpty(search: RawRequest["search"]): boolean {
  for (const _ in search) return false;
  return true;
}
