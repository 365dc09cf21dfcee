import type { Operation } from "../platform/contract/index.ts";
import { sha256 } from "../platform/basics/index.ts";
import { isShown, MASK, KEPT_MAX_CHARS, type MaskingSchema } from "./body-mask.ts";

/** The headers of a request. Names are in lower case. */
export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers that are kept as they were sent, up to `HEADER_MAX_LENGTH` characters each. */
const SHOWN_HEADERS = ["content-type", "accept", "accept-language", "user-agent", "if-match", "if-none-match"] as const;
const IDEMPOTENCY_KEY = "idempotency-key";
const HEADER_MAX_LENGTH = 200;
const KEY_HASH_DIGITS = 8;

/** Selects the headers to keep. They do not identify the caller. An Idempotency-Key becomes a short hash. */
export function maskHeaders(headers: SentHeaders): Readonly<Record<string, string>> {
  const kept = SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value.slice(0, HEADER_MAX_LENGTH)]] : [];
  });
  const key = headers[IDEMPOTENCY_KEY];
  if (typeof key === "string") kept.push([IDEMPOTENCY_KEY, `sha256:${sha256(key).toString("hex").slice(0, KEY_HASH_DIGITS)}`]);
  return Object.fromEntries(kept);
}

const PARAMETER_MAX_LENGTH = 300;
/** Pattern of unknown parameter names that are shown. It also allows list forms such as `status[]` and `filter[status]`. */
const PARAMETER_NAME = /^[A-Za-z_$][\w.-]{0,63}(?:\[[\w.-]{0,63}\]){0,3}$/;
const propertiesOf = (schema: MaskingSchema | undefined): Readonly<Record<string, MaskingSchema>> => schema?.properties ?? {};

/**
 * Returns the path and query to keep. Masks a value that is too long, and the value of a parameter that the operation does not name or
 * that its schema hides. `isWhole` is false if the value of a parameter that the operation names was masked, or if the target was cut.
 */
export function maskTarget(
  { path, parameters, query }: Operation,
  sent: { readonly parameters: Readonly<Record<string, string>>; readonly query: string },
): { readonly target: string; readonly isWhole: boolean } {
  let isWhole = true;
  const maskParameter = (value: string, schema: MaskingSchema | undefined): string => {
    const isKept = schema !== undefined && isShown(schema) && value.length <= PARAMETER_MAX_LENGTH;
    if (!isKept && schema !== undefined) isWhole = false;
    return isKept ? encodeURIComponent(value) : MASK;
  };
  const [pathSchemas, querySchemas] = [propertiesOf(parameters), propertiesOf(query)];
  const maskedPath = path.replace(/\{(\w+)\}/g, (_, name: string) => maskParameter(sent.parameters[name] ?? "", pathSchemas[name]));
  const maskedQuery = [...new URLSearchParams(sent.query)].map(([name, value]) =>
    Object.hasOwn(querySchemas, name) ? `${name}=${maskParameter(value, querySchemas[name])}` : `${shownName(name)}=${MASK}`,
  );
  const target = maskedQuery.length === 0 ? maskedPath : `${maskedPath}?${maskedQuery.join("&")}`;
  if (target.length > KEPT_MAX_CHARS) isWhole = false;
  return { target: target.slice(0, KEPT_MAX_CHARS), isWhole };
}

/** The name of an unknown parameter, or a mask when it does not look like a name. */
const shownName = (name: string): string => (PARAMETER_NAME.test(name) ? encodeURIComponent(name) : MASK);

/** Names of the query parameters in a logged target. Omits the last name of a shortened target, because it may be incomplete. */
export function queryParameterNames(target: string): readonly string[] {
  const names = [...new URLSearchParams(target.split("?")[1] ?? "").keys()];
  return target.length < KEPT_MAX_CHARS ? names : names.slice(0, -1);
}
