import type { Environment } from "../../platform/contract/index.ts";
import type { Site } from "./site.ts";

/**
 * Name of the session cookie. Browsers take a cookie with the prefix `__Host-` only over https and from this very host, so that no other host of the
 * same domain can set it.
 */
export const COOKIE_NAME: Readonly<Record<Environment, string>> = { sandbox: "vitrine_session", production: "__Host-vitrine_session" };

/** Distinct values of a cookie in a `Cookie` header. What is no `name=value` is skipped, as browsers' own leftovers are. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  if (header === undefined || !header.includes(name)) return [];
  const values = header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && pair.slice(0, at).trim() === name ? [unquoted(pair.slice(at + 1).trim())] : [];
  });
  return [...new Set(values)].filter((value) => value !== "");
}

const unquoted = (value: string): string => (/^".*"$/.test(value) ? value.slice(1, -1) : value);

interface Place {
  readonly environment: Environment;
  readonly site: Pick<Site, "isSecure">;
}

/** The `Set-Cookie` header that hands out a session for so many seconds. */
export const sessionCookie = ({ environment, site }: Place, token: string, maxAgeSeconds: number): string =>
  [
    `${COOKIE_NAME[environment]}=${token}`,
    "Path=/",
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(site.isSecure ? ["Secure"] : []),
  ].join("; ");

/** The `Set-Cookie` header that takes the session back. */
export const endedCookie = (place: Place): string => sessionCookie(place, "", 0);
