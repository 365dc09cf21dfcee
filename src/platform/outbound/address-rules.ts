import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether a connection to `address` may be opened on `port`. `host` is the name that resolved to `address`, or `address` itself when the URL
 * contains no name. IPv6 addresses have no brackets.
 */
export type AddressPolicy = (host: string, port: number, address: string) => boolean;

/** Ports to which outbound requests may connect without an exemption. */
export const WEB_PORTS: readonly number[] = [80, 443];

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** The port of an http or https URL: the port in the URL, or the default of its protocol. */
export const portOf = ({ protocol, port }: Pick<URL, "protocol" | "port">): number =>
  port === "" ? DEFAULT_PORTS[protocol]! : Number(port);

const MAX_HOST_LENGTH = 253;

/**
 * Whether a URL may be requested, as far as this is known before its host is resolved. It must be http or https, have no user info, and
 * have a host of legal length.
 */
export const mayBeFetched = (url: URL) =>
  (url.protocol === "http:" || url.protocol === "https:") &&
  url.username === "" &&
  url.password === "" &&
  url.hostname.length <= MAX_HOST_LENGTH;

/**
 * Creates the outbound policy. It allows public addresses on web ports, and the exemptions of the operator. An exemption is a host or an
 * address (every port), `host:port` (that port), or a CIDR (every port of its addresses).
 * @throws when an exemption has none of these forms, so that a wrong setting is noticed at the start.
 */
export function createAddressPolicy(allowedHosts: readonly string[], webPorts: readonly number[] = WEB_PORTS): AddressPolicy {
  const exemptions = allowedHosts.map(exemption);
  return (host, port, address) =>
    exemptions.some((isExempt) => isExempt(host, port, address)) || (webPorts.includes(port) && isPublic(address));
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for addresses of the public internet: IPv4 unicast, and IPv6 unicast in 2000::/3. An IPv4-mapped address counts as the IPv4 address
 * in it. Reserved addresses and texts that are not addresses are not public.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== "unicast") return false;
  // The range alone is not enough: ::7f00:1, an old spelling of 127.0.0.1, has no range of its own and counts as unicast.
  return ip.kind() === "ipv4" || ip.match(GLOBAL_UNICAST);
}

/**
 * True for hosts that can only be this machine: loopback addresses in any spelling, `localhost`, and its subdomains. Other names count as
 * remote and are not resolved. False for `0.0.0.0` and `::`, because a server that listens on them listens on every address.
 */
export function isLoopback(host: string): boolean {
  if (/^(.+\.)?localhost\.?$/i.test(host)) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^:[\]/?#@\s]+)(?::(\d{1,5}))?$/i;

function exemption(entry: string): AddressPolicy {
  if (ipaddr.isValidCIDR(entry)) return withinCidr(entry);
  const [, name, port] = HOST_AND_PORT.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const url = name === undefined ? null : URL.parse(`http://${name}`);
  if (url === null) throw new Error(`"${entry}" is no host, host:port or CIDR`);
  const exempt = withoutBrackets(url.hostname);
  return (host, at) => host === exempt && (port === undefined || at === Number(port));
}

function withinCidr(cidr: string): AddressPolicy {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return (_host, _port, address) => {
    if (isIP(address) === 0) return false;
    const ip = ipaddr.process(address);
    return ip.kind() === network.kind() && ip.match(network, bits);
  };
}

/** The hostname of a URL in the form that sockets and resolvers expect: `[::1]` becomes `::1`. */
export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");
