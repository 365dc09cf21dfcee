import type { Lang } from "./errors.ts";
import { requestId as freshRequestId } from "./ids.ts";

/** The Content-Type of every answer (decisions 1.4). */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Small questions about one request's headers; pure but for the fresh id. */

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id` when it is sane, otherwise a fresh one (decisions 1.9). */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && SANE_REQUEST_ID.test(sent) ? sent : freshRequestId();
}

/** English only when asked for before Portuguese; everything else is answered in Brazilian Portuguese. */
export function langOf(acceptLanguage: string | undefined): Lang {
  if (acceptLanguage === undefined) return "pt-BR";
  const wishes = acceptLanguage
    .split(",")
    .map((part, i) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((v) => v !== undefined);
      return { tag, q: q === undefined ? 1 : Number(q), i };
    })
    .filter((wish) => wish.q > 0 && /^(en|pt)\b/.test(wish.tag))
    .sort((a, b) => b.q - a.q || a.i - b.i);
  return wishes[0]?.tag.startsWith("en") ? "en" : "pt-BR";
}

/** False only when `Accept` truly excludes JSON (decisions 1.4). */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "" || accept === "*/*") return true;
  if (accept.includes("json")) return !JSON_AT_ZERO.test(accept);
  return accept.split(",").some((part) => {
    const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
    const refused = parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p));
    return !refused && (range === "*/*" || range === "application/*" || range === "application/json" || range.endsWith("+json"));
  });
}
const JSON_AT_ZERO = /application\/json\s*;\s*q=0(\.0*)?\s*(,|$)/i;

const JSON_TYPES = /^application\/(json|[\w.+-]+\+json)\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/** Whether a Content-Type is JSON in UTF-8. */
export const isJsonType = (contentType: string | undefined): boolean => contentType !== undefined && JSON_TYPES.test(contentType.trim());

/** Whether raw headers, name and value in turn, name one host: two would be understood in two ways (RFC 9112 3.2). */
export function nameOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === "host") hosts += 1;
  return hosts === 1;
}

/** Whether headers announce a body. */
export const hasBody = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0");

/** The distinct values of a header that proxies and clients repeat; Node joins repeats with ", ". */
export function distinctValues(value: string | string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  // Nearly every header comes once.
  if (typeof value === "string" && !value.includes(",")) return value.trim() === "" ? [] : [value.trim()];
  const parts = Array.isArray(value) ? value : value.split(",");
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}
