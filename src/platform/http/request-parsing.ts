import { compileParameterCheck, compileSchemaCheck, type CheckResult } from "../contract/check.ts";
import type { Endpoint } from "../contract/operation.ts";
import { type Failure, Refusal } from "../contract/errors.ts";
import { parseJson } from "../contract/json-reader.ts";

/** Query parameters, decoded. A name that was sent several times has several values. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** A request of an operation before it is parsed, whether it came over HTTP or not. */
export interface RawRequest {
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: QueryParameters;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The checked and normalised parts of a request. */
export interface ParsedRequest {
  readonly path: never;
  readonly query: never;
  readonly headers: never;
  readonly body: never;
  /** The parsed body before its check. */
  readonly sent: unknown;
  readonly bodyFailures: readonly Failure[];
}

/**
 * Parses a request or refuses it. A refusal lists everything that is wrong with the parameters. If they are correct, it lists everything that is
 * wrong with the body.
 */
type RequestParser = (
  request: RawRequest,
  /** Can refuse the body's bytes before they are parsed. */
  checkBytes?: (bytes: Buffer) => Refusal | undefined,
  /** Called with the parsed body, even when the check then refuses it. */
  onSent?: (sent: unknown) => void,
) => ParsedRequest | Refusal;

const NO_PARAMETERS: CheckResult = { value: {}, failures: [] };
const NO_BODY: CheckResult = { value: undefined, failures: [] };

/** Compiles the parser of an operation's requests. */
export function compileRequestParser({ operation, bodyFailures }: Pick<Endpoint, "operation" | "bodyFailures">): RequestParser {
  const whenEmpty = operation.method === "GET" ? "absent" : "refused";
  const checkPath = operation.parameters && compileParameterCheck(operation.parameters, "path");
  const checkQuery = operation.query && compileParameterCheck(operation.query, "query", whenEmpty);
  const checkHeaders = operation.headers && compileParameterCheck(operation.headers, "header", whenEmpty);
  const checkBody = operation.body && compileSchemaCheck(operation.body);
  /** The result for a request without a query. Most requests have none, so it is computed only once. */
  const emptyQuery = checkQuery?.({}) ?? NO_PARAMETERS;

  return (request, checkBytes, onSent) => {
    const path = checkPath?.(request.path) ?? NO_PARAMETERS;
    const query = isEmpty(request.query) ? emptyQuery : (checkQuery?.(request.query) ?? NO_PARAMETERS);
    const headers = checkHeaders?.(request.headers) ?? NO_PARAMETERS;
    if (path.failures.length + query.failures.length + headers.failures.length > 0)
      return new Refusal([...path.failures, ...query.failures, ...headers.failures]);
    let sent: unknown;
    let body = NO_BODY;
    if (checkBody) {
      const refusal = checkBytes?.(request.body);
      if (refusal) return refusal;
      const parsed = parseJson(request.body);
      if (!parsed.ok) return new Refusal(parsed.failures);
      sent = parsed.value;
      onSent?.(sent);
      body = checkBody(sent);
      if (body.failures.length > 0 && bodyFailures === "refused") return new Refusal(body.failures);
    }
    return {
      path: path.value as never,
      query: query.value as never,
      headers: headers.value as never,
      body: body.value as never,
      sent,
      bodyFailures: body.failures,
    };
  };
}

function isEmpty(query: QueryParameters): boolean {
  for (const _ in query) return false;
  return true;
}
