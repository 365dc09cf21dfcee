import { lookup, Resolver } from "node:dns/promises";

/** Finds every address of a host name, IPv4 and IPv6. Empty or a rejection when there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TRY_MS = 1_500;
const TRIES = 2;

/**
 * Resolves host names. Names with a dot, which strangers choose, go to the name servers directly: the system's look-up has few threads,
 * and a slow hostile name server would block one of them. Names without a dot belong to the operator's network (localhost, a compose
 * service), so the system looks them up, hosts file included. `nameServers` are `address:port`; the system's own when absent.
 */
export function createResolve(nameServers?: readonly string[]): Resolve {
  const servers = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (nameServers !== undefined) servers.setServers(nameServers);
  return async (hostname) => {
    if (!hostname.includes(".")) return (await lookup(hostname, { all: true })).map(({ address }) => address);
    const [four, six] = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)]);
    if (four.status === "rejected" && six.status === "rejected") throw four.reason;
    return [...addressesOf(four), ...addressesOf(six)];
  };
}

const addressesOf = (answer: PromiseSettledResult<string[]>) => (answer.status === "fulfilled" ? answer.value : []);
