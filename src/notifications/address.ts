import type { Environment, LocalizedText } from "../platform/contract/index.ts";
import { createAddressPolicy, isLoopback, mayBeFetched, portOf, withoutBrackets } from "../platform/outbound/index.ts";

/** The longest URL of an endpoint, in characters. */
export const MAX_URL_LENGTH = 2_048;

/** The settings that decide where notifications may go. */
export interface AddressSettings {
  readonly environment: Environment;
  /** The address that the server listens on. */
  readonly host: string;
  /** Hosts and networks that the operator exempts from the check of addresses (setting OUTBOUND_HOSTS_ALLOWED). */
  readonly outboundHostsAllowed: readonly string[];
}

const LOOPBACK: readonly string[] = ["127.0.0.0/8", "::1/128", "localhost"];

/** Whether receivers on this machine are allowed. In a sandbox that only this machine can reach, they belong to the seller (decisions 8). */
const allowsLoopback = ({ environment, host }: AddressSettings): boolean => environment === "sandbox" && isLoopback(host);

/** Hosts that may receive notifications in addition to public addresses on ports 80 and 443. */
export const allowedHosts = (settings: AddressSettings): readonly string[] =>
  allowsLoopback(settings) ? [...settings.outboundHostsAllowed, ...LOOPBACK] : settings.outboundHostsAllowed;

const REASONS = {
  malformed: { "pt-BR": "não é uma URL http ou https sem usuário e senha", en: "it is no http or https URL without user and password" },
  notHttps: { "pt-BR": "em produção o endereço começa com https", en: "in production the address begins with https" },
  notPublic: { "pt-BR": "só endereços públicos, nas portas 80 e 443", en: "only public addresses, on ports 80 and 443" },
  otherMachine: {
    "pt-BR":
      "este sandbox atende também a outras máquinas, e este endereço é a máquina dele, não a sua; use um endereço público, nas portas 80 e 443, ou um sandbox na sua máquina",
    en: "this sandbox serves other machines too, and this address is its own machine, not yours; use a public address, on ports 80 and 443, or a sandbox on your machine",
  },
} as const satisfies Record<string, LocalizedText>;

/** A public address that is checked in place of any host name. The addresses that a name resolves to are checked on each delivery. */
const ANY_PUBLIC_ADDRESS = "8.8.8.8";

/**
 * The reason why a URL may not receive notifications; undefined when it may. Checks literal addresses only. The addresses that a name resolves
 * to are checked on delivery, so that registering endpoints reveals nothing about our network.
 */
export function addressRefusal(url: string, settings: AddressSettings): LocalizedText | undefined {
  const { environment } = settings;
  const parsed = URL.parse(url);
  if (parsed === null || !mayBeFetched(parsed)) return REASONS.malformed;
  if (environment === "production" && parsed.protocol !== "https:") return REASONS.notHttps;
  const host = withoutBrackets(parsed.hostname);
  const permits = createAddressPolicy(allowedHosts(settings));
  if (permits(host, portOf(parsed), addressOf(host))) return undefined;
  return environment === "sandbox" && isLoopback(host) ? REASONS.otherMachine : REASONS.notPublic;
}

/**
 * The address to check for a host. An IP address is checked itself, `localhost` and its subdomains are this machine, and any other name counts
 * as public.
 */
function addressOf(host: string): string {
  if (/^[\d.]+$/.test(host) || host.includes(":")) return host;
  return isLoopback(host) ? "127.0.0.1" : ANY_PUBLIC_ADDRESS;
}
