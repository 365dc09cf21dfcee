import type { RawAnswer } from "./raw-http.ts";

const WORD = /^[A-Z][a-zA-Z_]+$/;

/** What is not as documented (decisions 2) in an answer that refuses: nothing, or a sentence per difference. */
export function undocumented({ status, headers, body }: RawAnswer): readonly string[] {
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return [`${status} without a JSON body: ${body.slice(0, 100)}`];
  }
  const { type, description, notifications, details, requestId, links } = json;
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const checks: readonly (readonly [boolean, string])[] = [
    [headers.get("content-type") === "application/json; charset=utf-8", "content-type"],
    [headers.get("x-request-id") === requestId && isText(requestId), "request id"],
    [typeof type === "string" && WORD.test(type), "type"],
    [headers.has("ratelimit") && headers.has("ratelimit-policy"), "quota"],
    [isText(description), "description"],
    [Array.isArray(notifications) && notifications.length > 0 && notifications.every(isText), "notifications"],
    [Array.isArray(links), "links"],
    [
      Array.isArray(details) &&
        details.every(
          ({ code, pointer, message }: Record<string, unknown>) => isText(code) && typeof pointer === "string" && isText(message),
        ),
      "details",
    ],
    // A text with its placeholders left in it is no text for people.
    [!/\{\w+\}/.test(String(description)), `description ${String(description)}`],
    [(status === 503) === headers.has("retry-after") || status === 429, "Retry-After"],
  ];
  return checks.flatMap(([holds, what]) => (holds ? [] : [`${status} ${String(type)}: ${what} is not as documented`]));
}
