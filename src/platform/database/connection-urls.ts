const PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/;

/**
 * Splits a database URL into one URL per server, in order. Several servers are written as for PostgreSQL's own programs (PostgreSQL
 * documentation 34.1.1.2): `postgres://a:5432,b:5432/name`, or `postgres:///name?host=a,b&port=5432,5433` with one port for each host or one
 * port for all. A server is an address, a name, or the folder of a socket. Undefined when the URL is not valid.
 */
export function splitServerUrls(url: string): readonly string[] | undefined {
  const { scheme, authority = "", path = "", query } = PARTS.exec(url)?.groups ?? {};
  if (scheme === undefined) return undefined;
  const search = new URLSearchParams(query);
  const hosts = search.get("host")?.split(",") ?? [];
  if (hosts.length > 1)
    return checked(
      hosts,
      queriesOf(hosts, search)?.map((hostQuery) => `${scheme}${authority}${path}?${hostQuery}`),
    );
  const at = authority.lastIndexOf("@") + 1;
  const servers = authority.slice(at).split(",");
  if (servers.length === 1) return isAddress(url) ? [url] : undefined;
  const rest = path + (query === undefined ? "" : `?${query}`);
  return checked(
    servers,
    servers.map((server) => scheme + authority.slice(0, at) + server + rest),
  );
}

/** The query string for each host; undefined when there are several ports, but not one for each host. */
function queriesOf(hosts: readonly string[], search: URLSearchParams): readonly string[] | undefined {
  const ports = search.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) return undefined;
  return hosts.map((host, index) => {
    const query = new URLSearchParams(search);
    query.set("host", host);
    if (ports.length > 0) query.set("port", ports[index] ?? ports[0]!);
    return String(query);
  });
}

/**
 * The addresses if all are valid, otherwise undefined. In a list, each server must have a name: an empty name would mean a socket of this
 * machine.
 */
const checked = (servers: readonly string[], addresses: readonly string[] | undefined): readonly string[] | undefined =>
  servers.every((server) => /^[^:]/.test(server)) && addresses?.every(isAddress) ? addresses : undefined;

/** Whether a URL is valid. It may have a user and no host (`user@/name`), because its query may name the folder of a socket. */
const isAddress = (address: string): boolean => URL.canParse(address.replace("@/", "@socket/"));
