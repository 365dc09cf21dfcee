import createFindMyWay from "find-my-way";
import type { Method } from "../contract.ts";

/** Parameters of a path, decoded once (decisions 1.8). */
export type PathParameters = Readonly<Record<string, string>>;
/** What stands behind the `?`, decoded; a name sent several times has several values. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

/** A route, and what the URL says to it. */
export interface Found<Route> {
  readonly route: Route;
  readonly parameters: PathParameters;
  readonly search: Search;
}

/** Why a URL leads to no route: nobody lives there, or it cannot be decoded. */
export type Astray = "unknown" | "malformed";

/** From a method and a URL to a route. */
export interface Router<Route> {
  /** `path` has its parameters in braces. A route of GET answers HEAD too. */
  add(method: Method, path: string, route: Route): void;
  find(method: string, url: string): Found<Route> | Astray;
  /** The methods a URL may be called with; none when it is no address. */
  methodsAt(url: string): readonly string[];
}

/** Longer steps of a path are no code and no sku. */
const LONGEST_STEP = 300;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The library wants a function with each route; ours is what is kept beside it. */
const unused = () => undefined;
const spelled = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

/** An empty router; every path is served with and without a trailing slash (decisions 1.1). */
export function createRouter<Route>(): Router<Route> {
  const astray = (why: Astray) => (): Astray => why;
  const ways = createFindMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: LONGEST_STEP,
    onBadUrl: astray("malformed"),
    onMaxParamLength: astray("unknown"),
  });

  function find(method: string, url: string): Found<Route> | Astray {
    const found = ways.find(method as Method, url);
    if (found === null) return "unknown";
    // What went astray has a function of its own and nothing beside it.
    if (found.store === null) return (found.handler as unknown as () => Astray)();
    return { route: found.store as Route, parameters: found.params as PathParameters, search: found.searchParams };
  }

  return {
    add(method, path, route) {
      ways.on(method === "GET" ? ["GET", "HEAD"] : method, spelled(path), unused, route);
    },
    find,
    methodsAt: (url) => METHODS.filter((method) => typeof find(method, url) === "object"),
  };
}

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
