import type { Environment } from "../platform/contract.ts";
import type { Texts } from "../platform/errors.ts";
import { guard, mayBeFetched, portOf, withoutBrackets } from "../platform/guard.ts";

/** Longest URL that notifications go to. */
export const LONGEST_URL = 2_048;

/** The sandbox's sellers have their receivers on their own machine (decisions 8). */
const LOOPBACK: readonly string[] = ["127.0.0.0/8", "::1/128", "localhost"];

/** Which hosts the guard lets notifications through to, beside public addresses on the web's ports. */
export const allowedHosts = (environment: Environment, hosts: readonly string[]): readonly string[] =>
  environment === "sandbox" ? [...hosts, ...LOOPBACK] : hosts;

const REASONS = {
  malformed: { "pt-BR": "não é uma URL http ou https sem usuário e senha", en: "it is no http or https URL without user and password" },
  open: { "pt-BR": "em produção o endereço começa com https", en: "in production the address begins with https" },
  closed: { "pt-BR": "só endereços públicos, nas portas 80 e 443", en: "only public addresses, on ports 80 and 443" },
} as const satisfies Record<string, Texts>;

/** Stands for what a name will resolve to: that is judged at each delivery. */
const SOME_PUBLIC_ADDRESS = "8.8.8.8";

/**
 * Why notifications may not go to a URL, undefined when they may. Literal addresses are judged here; what a name resolves to only
 * when something is delivered, so that nobody learns of our network by registering.
 */
export function refusedAddress(url: string, environment: Environment, hosts: readonly string[]): Texts | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !mayBeFetched(parsed)) return REASONS.malformed;
  if (environment === "production" && parsed.protocol !== "https:") return REASONS.open;
  const host = withoutBrackets(parsed.hostname);
  const permits = guard(allowedHosts(environment, hosts));
  return permits(host, portOf(parsed), addressOf(host)) ? undefined : REASONS.closed;
}

/** A literal address is itself, `localhost` and its subdomains are this machine, and any other name may be anything. */
function addressOf(host: string): string {
  if (/^(.+\.)?localhost\.?$/.test(host)) return "127.0.0.1";
  return /^[\d.]+$/.test(host) || host.includes(":") ? host : SOME_PUBLIC_ADDRESS;
}
