import type { Environment } from "../platform/contract/operation.ts";
import type { LocalizedText } from "../platform/contract/errors.ts";
import { createAddressPolicy, isLoopback, mayBeFetched, portOf, withoutBrackets } from "../platform/outbound/address-rules.ts";

/** Longest URL that notifications go to. */
export const LONGEST_URL = 2_048;

/** What says where notifications may go. */
export interface Reach {
  readonly environment: Environment;
  /** What the server listens on. */
  readonly host: string;
  /** The operator's exemptions (setting OUTBOUND_HOSTS_ALLOWED). */
  readonly outboundHostsAllowed: readonly string[];
}

const LOOPBACK: readonly string[] = ["127.0.0.0/8", "::1/128", "localhost"];

/** The sandbox's sellers have their receivers on their own machine (decisions 8): it is theirs while nobody else's calls get here. */
const isOwnMachine = ({ environment, host }: Reach): boolean => environment === "sandbox" && isLoopback(host);

/** Which hosts the guard lets notifications through to, beside public addresses on the web's ports. */
export const allowedHosts = (reach: Reach): readonly string[] =>
  isOwnMachine(reach) ? [...reach.outboundHostsAllowed, ...LOOPBACK] : reach.outboundHostsAllowed;

const REASONS = {
  malformed: { "pt-BR": "não é uma URL http ou https sem usuário e senha", en: "it is no http or https URL without user and password" },
  open: { "pt-BR": "em produção o endereço começa com https", en: "in production the address begins with https" },
  closed: { "pt-BR": "só endereços públicos, nas portas 80 e 443", en: "only public addresses, on ports 80 and 443" },
  anothers: {
    "pt-BR":
      "este sandbox atende também a outras máquinas, e este endereço é a máquina dele, não a sua; use um endereço público, nas portas 80 e 443, ou um sandbox na sua máquina",
    en: "this sandbox serves other machines too, and this address is its own machine, not yours; use a public address, on ports 80 and 443, or a sandbox on your machine",
  },
} as const satisfies Record<string, LocalizedText>;

/** Stands for what a name will resolve to: that is judged at each delivery. */
const SOME_PUBLIC_ADDRESS = "8.8.8.8";

/**
 * Why notifications may not go to a URL, undefined when they may. Literal addresses are judged here; what a name resolves to only
 * when something is delivered, so that nobody learns of our network by registering.
 */
export function refusedAddress(url: string, reach: Reach): LocalizedText | undefined {
  const { environment } = reach;
  const parsed = URL.parse(url);
  if (parsed === null || !mayBeFetched(parsed)) return REASONS.malformed;
  if (environment === "production" && parsed.protocol !== "https:") return REASONS.open;
  const host = withoutBrackets(parsed.hostname);
  const permits = createAddressPolicy(allowedHosts(reach));
  if (permits(host, portOf(parsed), addressOf(host))) return undefined;
  return environment === "sandbox" && isLoopback(host) ? REASONS.anothers : REASONS.closed;
}

/** A literal address is itself, `localhost` and its subdomains are this machine, and any other name may be anything. */
function addressOf(host: string): string {
  if (/^[\d.]+$/.test(host) || host.includes(":")) return host;
  return isLoopback(host) ? "127.0.0.1" : SOME_PUBLIC_ADDRESS;
}
