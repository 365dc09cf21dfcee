import type { Lang } from "../contract/errors.ts";
import { requestId as freshRequestId } from "../basics/random.ts";

/** Headers of a response. Names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** No additional headers. */
export const NO_HEADERS: Headers = {};

/** The Content-Type of every JSON answer (decisions 1.4). */
export const JSON_TYPE = "application/json; charset=utf-8";

const VALID_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id` when it is valid, otherwise a new one (decisions 1.9). */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && VALID_REQUEST_ID.test(sent) ? sent : freshRequestId();
}

/** The values of a header with quality weights, in lower case, best first. Values with `q=0` are left out. */
function preferences(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [name = "", ...parameters] = part.split(";");
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { name: name.trim(), q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ name }) => name);
}

/** English when it is preferred to Portuguese; Brazilian Portuguese in every other case. */
export function langOf(acceptLanguage: string | undefined): Lang {
  if (acceptLanguage === undefined) return "pt-BR";
  return preferences(acceptLanguage)
    .find((tag) => /^(en|pt)\b/.test(tag))
    ?.startsWith("en")
    ? "en"
    : "pt-BR";
}

/** Whether `Accept-Encoding` prefers gzip to an uncompressed body. */
export const prefersGzip = (acceptEncoding: string): boolean =>
  preferences(acceptEncoding).find((coding) => coding === "gzip" || coding === "identity") === "gzip";

/** Whether `Accept-Encoding` names a coding and does not exclude it. */
export const acceptsCoding = (acceptEncoding: string, coding: string): boolean => preferences(acceptEncoding).includes(coding);

/** Whether `Accept` allows JSON. False only when the header clearly excludes it (decisions 1.4). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "" || ANYTHING.has(accept)) return true;
  if (accept.includes("json")) return !JSON_AT_ZERO.test(accept);
  return accept.split(",").some((part) => {
    const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
    const refused = parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p));
    return !refused && (ANYTHING.has(range) || range === "application/*" || range === "application/json" || range.endsWith("+json"));
  });
}
/** Values of Accept that allow any type. Some clients send a single star. */
const ANYTHING: ReadonlySet<string> = new Set(["*/*", "*"]);
const JSON_AT_ZERO = /application\/json\s*;\s*q=0(\.0*)?\s*(,|$)/i;

/** Whether `Accept` names a media type explicitly. */
export const acceptsMediaType = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && preferences(accept).includes(type);

const JSON_TYPES = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const CHARSETS = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;
const UTF8 = /^utf-?8$/i;

/** Whether a Content-Type is JSON in UTF-8; parameters other than charset do not matter (decisions 1.3). */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === "application/json") return true;
  if (!JSON_TYPES.test(contentType.trim())) return false;
  return [...contentType.matchAll(CHARSETS)].every(([, charset]) => UTF8.test(charset!));
}

/**
 * Whether there is exactly one Host header. Several could be understood in different ways (RFC 9112 3.2). In `rawHeaders`, names and values
 * alternate.
 */
export function hasSingleHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === "host") hosts += 1;
  return hosts === 1;
}

/** The distinct values of a header that proxies or clients may repeat. Node joins repeated headers with ", ". */
export function distinctValues(value: string | string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  // Fast path: nearly every header comes once.
  if (typeof value === "string" && !value.includes(",")) {
    const only = value.trim();
    return only === "" ? [] : [only];
  }
  const parts = Array.isArray(value) ? value : value.split(",");
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}
