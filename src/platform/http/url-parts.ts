import type { Method } from "../contract/operation.ts";

/** Maximum length of a decoded path segment, in characters. No code and no SKU is longer. */
export const MAX_SEGMENT_LENGTH = 300;

/** A URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** The query string of a URL without `?`; empty when there is none. */
export function queryOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? "" : url.slice(end + 1);
}

/** A contract's path in the router's syntax: `/products/{sku}` becomes `/products/:sku`. */
export const toRouterPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** The methods that each URL allows. Requests with other methods are refused. */
export interface AllowedMethods {
  add(method: Method, path: string): void;
  /** The methods of a URL. Empty when the URL is not served. */
  at(url: string): readonly string[];
}

/** Creates an empty table. Parameters of a path are in braces; a GET route also answers HEAD (decisions 1.1 and 1.4). */
export function createAllowedMethods(): AllowedMethods {
  const rows: { readonly method: Method; readonly pattern: RegExp }[] = [];
  return {
    add(method, path) {
      rows.push({ method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, `[^/]{1,${MAX_SEGMENT_LENGTH}}`)}/?$`) });
    },
    at(url) {
      const path = pathOf(url);
      const found = new Set(rows.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
      return METHODS.filter((method) => found.has(method === "HEAD" ? "GET" : method));
    },
  };
}
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
