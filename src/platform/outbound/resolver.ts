import { lookup, Resolver } from "node:dns/promises";

/** Finds every IPv4 and IPv6 address of a host name. When the host name has no address, the list is empty or the promise rejects. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TRY_MS = 1_500;
const TRIES = 2;

/**
 * Creates a resolver of host names. Strangers can choose names with a dot. It asks the name servers directly for these names, because the
 * system's look-up has few threads and a slow hostile name server would block one of them. Names without a dot belong to the operator's
 * network (localhost, a compose service). For these it uses the system's look-up, which also reads the hosts file. `nameServers` are
 * `address:port`. Absent = the name servers of the system.
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
