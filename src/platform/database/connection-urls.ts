const PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/;

/**
 * A database's URL as one for each of its servers, in their order. Several are named as PostgreSQL's own programs take them (PostgreSQL
 * documentation 34.1.1.2): `postgres://a:5432,b:5432/name`, or `postgres:///name?host=a,b&port=5432,5433` with a port for each or one for
 * all. A server is an address, a name, or the folder of a socket. Undefined when it is no such URL.
 */
export function addressesOf(url: string): readonly string[] | undefined {
  const { scheme, authority = "", path = "", query } = PARTS.exec(url)?.groups ?? {};
  if (scheme === undefined) return undefined;
  const search = new URLSearchParams(query);
  const hosts = search.get("host")?.split(",") ?? [];
  if (hosts.length > 1)
    return several(
      hosts,
      queriesOf(hosts, search)?.map((one) => `${scheme}${authority}${path}?${one}`),
    );
  const at = authority.lastIndexOf("@") + 1;
  const servers = authority.slice(at).split(",");
  if (servers.length === 1) return isAddress(url) ? [url] : undefined;
  const rest = path + (query === undefined ? "" : `?${query}`);
  return several(
    servers,
    servers.map((server) => scheme + authority.slice(0, at) + server + rest),
  );
}

/** The query for each host; undefined where there are ports, but not one for each. */
function queriesOf(hosts: readonly string[], search: URLSearchParams): readonly string[] | undefined {
  const ports = search.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) return undefined;
  return hosts.map((host, nth) => {
    const one = new URLSearchParams(search);
    one.set("host", host);
    if (ports.length > 0) one.set("port", ports[nth] ?? ports[0]!);
    return String(one);
  });
}

/** Each of several has a name: without one it would be a socket of this machine, which no list means. */
const several = (servers: readonly string[], addresses: readonly string[] | undefined): readonly string[] | undefined =>
  servers.every((server) => /^[^:]/.test(server)) && addresses?.every(isAddress) ? addresses : undefined;

/** Where the server would stand there is nothing when the query has the folder of its socket. */
const isAddress = (address: string): boolean => URL.canParse(address.replace("@/", "@socket/"));
