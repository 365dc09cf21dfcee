import type { Method } from "../contract/operation.ts";

/** Characters of a step of a path, decoded; longer ones are no code and no sku. */
export const MAX_SEGMENT_LENGTH = 300;

/** A URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** What stands behind the `?` of a URL; empty when there is none. */
export function queryOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? "" : url.slice(end + 1);
}

/** A path of the contract in the framework's spelling: `/products/{sku}` is `/products/:sku`. */
export const toRouterPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Which methods a URL may be called with: for refusals of those it may not. */
export interface AllowedMethods {
  add(method: Method, path: string): void;
  /** None when the URL is no address. */
  at(url: string): readonly string[];
}

/** An empty table. Paths have their parameters in braces; a route of GET answers HEAD too (decisions 1.1 and 1.4). */
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
