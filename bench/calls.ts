import { opaqueToken, sha256 } from "../src/platform/basics/random.ts";
import type { Market } from "./market.ts";
import * as queries from "./queries.ts";

/** Single calls, one after another, each timed: what one person with a browser meets. */

const P95 = 0.95;

/** A call's time in milliseconds, and its answer. */
export interface Timed {
  readonly ms: number;
  readonly body: unknown;
}
export type Caller = (method: string, path: string, json?: object) => Promise<Timed>;

/** Somebody of the catalogue team, with a key of their own. */
export async function reviewerOf({ client }: Market, baseUrl: string): Promise<Caller> {
  const key = opaqueToken("vto");
  await client.query(queries.insertReviewer, [sha256(key)]);
  return (method, path, json) => timed(baseUrl, { authorization: `Bearer ${key}` }, method, path, json);
}

/** Makes a call, and ends the run when it is not answered with 200. */
export async function timed(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  json?: object,
): Promise<Timed> {
  const startedMs = performance.now();
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...headers, ...(json === undefined ? {} : { "content-type": "application/json" }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const ms = performance.now() - startedMs;
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return { ms, body: JSON.parse(text) as unknown };
}

/** The time that 95 of 100 calls keep. */
export const p95 = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length * P95)]!;
