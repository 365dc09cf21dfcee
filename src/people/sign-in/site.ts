import type { Environment } from "../../platform/contract/index.ts";

/** The address at which somebody has the portal open, as far as the server can tell. */
export interface Site {
  /** Host and port, as browsers write them in `Origin`. */
  readonly host: string;
  /** Whether cookies may be sent over https only. */
  readonly isSecure: boolean;
  /** The origins whose scripts are ours. */
  readonly origins: readonly string[];
}

export interface SiteSettings {
  readonly environment: Environment;
  /** Empty when it is not set. */
  readonly publicUrl: string;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** The site of a call: that of the public URL, or the one that the call names. Only http on the own machine goes without https. */
export function siteOf({ environment, publicUrl }: SiteSettings, { host: sent = "" }: { readonly host?: string | undefined }): Site {
  const known = publicUrl === "" ? undefined : new URL(publicUrl);
  const host = known?.host ?? sent.toLowerCase();
  const isLoopback = LOOPBACK.test(hostNameOf(host));
  const isSecure = environment === "production" || (known === undefined ? !isLoopback : known.protocol === "https:");
  return { host, isSecure, origins: known === undefined ? [`https://${host}`, `http://${host}`] : [known.origin] };
}

const IP_ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/;

/** A host without its port. */
export const hostNameOf = (host: string): string => host.replace(/:\d+$/, "");

/** Whether browsers let a site have passkeys: they belong to names, not to addresses. */
export const mayHavePasskeys = ({ host }: Pick<Site, "host">): boolean => {
  const name = hostNameOf(host);
  return name !== "" && !IP_ADDRESS.test(name);
};
