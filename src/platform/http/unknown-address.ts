import type { IncomingMessage } from "node:http";
import type { Refusal } from "../contract/errors.ts";
import type { PathSuggester } from "./path-suggestions.ts";
import { pathOf, type AllowedMethods } from "./url-parts.ts";
import { httpErrors } from "./errors.ts";
import { NO_HEADERS, type Headers } from "./headers.ts";

/** The refusal of a request without a route, and its headers. */
export type NotFoundRefusal = (request: IncomingMessage) => readonly [Refusal, Headers];

/** Refuses with 405 and the allowed methods where the path exists; otherwise with 404 and the paths that do the same here, if any. */
export function createNotFoundRefusal(allowed: AllowedMethods, suggest: PathSuggester): NotFoundRefusal {
  function unknownPath(method: string, received: string): Refusal {
    const suggestions = suggest(received).flatMap((path) =>
      allowed.at(path).map((allowedMethod) => ({ allowedMethod, text: `${allowedMethod} ${path}` })),
    );
    const sameMethod = suggestions.filter(({ allowedMethod }) => allowedMethod === method);
    const shown = (sameMethod.length > 0 ? sameMethod : suggestions.filter(({ allowedMethod }) => allowedMethod !== "HEAD")).map(
      ({ text }) => text,
    );
    return shown.length === 0
      ? httpErrors.refuse("route_unknown", { received })
      : httpErrors.refuse("route_elsewhere", { received, allowed: shown });
  }
  return ({ method, url }) => {
    const methods = allowed.at(url!);
    if (methods.length === 0) return [unknownPath(method!, pathOf(url!)), NO_HEADERS];
    return [httpErrors.refuse("method_not_allowed", { received: method, allowed: methods }), { allow: methods.join(", ") }];
  };
}
