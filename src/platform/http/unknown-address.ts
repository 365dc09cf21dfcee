import type { IncomingMessage } from "node:http";
import type { Refusal } from "../contract/errors.ts";
import type { PathSuggester } from "./path-suggestions.ts";
import { pathOf, type AllowedMethods } from "./url-parts.ts";
import { httpErrors } from "./errors.ts";
import type { Headers } from "./headers.ts";

/** What a request without a route is refused with, and the headers of that. */
type UnknownAddress = (request: IncomingMessage) => readonly [Refusal, Headers];

/**
 * The refusals of requests that lead nowhere: with the methods that the address takes, or with the addresses that do the same here where
 * other generations of such interfaces had it.
 */
export function createNotFoundRefusal(allowed: AllowedMethods, meanings: PathSuggester): UnknownAddress {
  function refusedAddress(method: string, received: string): Refusal {
    const meant = meanings(received).flatMap((path) => allowed.at(path).map((taken) => ({ taken, told: `${taken} ${path}` })));
    const own = meant.filter(({ taken }) => taken === method);
    const known = (own.length > 0 ? own : meant.filter(({ taken }) => taken !== "HEAD")).map(({ told }) => told);
    return known.length === 0
      ? httpErrors.refuse("route_unknown", { received })
      : httpErrors.refuse("route_elsewhere", { received, allowed: known });
  }
  return ({ method, url }) => {
    const methods = allowed.at(url!);
    if (methods.length === 0) return [refusedAddress(method!, pathOf(url!)), {}];
    return [httpErrors.refuse("method_not_allowed", { received: method, allowed: methods }), { allow: methods.join(", ") }];
  };
}
