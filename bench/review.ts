import { opaqueToken, sha256 } from "../src/platform/basics/random.ts";
import type { Figure } from "./figure.ts";
import { openMarket, type Market, type Workshop } from "./market.ts";
import { median } from "./measure.ts";
import * as queries from "./queries.ts";

/** Products that wait for a review. */
const WAITING = [1_000, 1_000_000] as const;
const CLAIMED = 20;
const TIMES = 60;
const DECISIONS = 100;
const WARM_UP = 10;
const P95 = 0.95;

interface Timings {
  readonly pageMs: number;
  readonly claimMs: number;
  readonly decisionMs: number;
  readonly decisionP95Ms: number;
  readonly statusMs: number;
}

/** What a reviewer does, one call after another, with few and with many products waiting: a page, a claim, a decision. */
export const review: Figure = {
  name: "review",
  title: "The review queue, 10^3 and 10^6 waiting",
  async measure({ workshop, rounds: { rounds } }) {
    const facts: Record<string, number> = {};
    for (const waiting of WAITING) {
      const timings = await reviewed(workshop, waiting, rounds);
      facts[`pagesPerSecond${waiting}`] = 1_000 / timings.pageMs;
      facts[`claimsPerSecond${waiting}`] = 1_000 / timings.claimMs;
      facts[`decisionsPerSecond${waiting}`] = 1_000 / timings.decisionMs;
      facts[`statusesPerSecond${waiting}`] = 1_000 / timings.statusMs;
      facts[`decisionP95Ms${waiting}`] = timings.decisionP95Ms;
      console.error(
        `  ${waiting} waiting: page ${timings.pageMs.toFixed(1)} ms, claim ${timings.claimMs.toFixed(1)} ms, decision ${timings.decisionMs.toFixed(1)} ms (p95 ${timings.decisionP95Ms.toFixed(1)}), PUT status ${timings.statusMs.toFixed(1)} ms`,
      );
    }
    return { samples: {}, facts };
  },
};

async function reviewed(workshop: Workshop, waiting: number, rounds: number): Promise<Timings> {
  const market = await openMarket(workshop, { name: `bench_review_${waiting}`, skus: waiting, state: "reviewed" });
  const server = await market.serve("api");
  try {
    const reviewer = await operatorOf(market, server.baseUrl);
    const found: Record<"page" | "claim" | "decision" | "status", number[]> = { page: [], claim: [], decision: [], status: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (let nth = 0; nth < WARM_UP + TIMES; nth += 1) {
        const page = await reviewer("GET", `/operator/v1/reviews?size=${CLAIMED}`);
        const claim = await reviewer("POST", "/operator/v1/reviews/claim", { count: CLAIMED });
        if (nth >= WARM_UP) {
          found.page.push(page.ms);
          found.claim.push(claim.ms);
        }
        await reviewer("DELETE", `/operator/v1/reviews/claims/${(claim.body as Claim).claimToken}`);
      }
      for (let decided = 0; decided < DECISIONS; decided += CLAIMED) {
        const { claimToken, items } = (await reviewer("POST", "/operator/v1/reviews/claim", { count: CLAIMED })).body as Claim;
        for (const { sellerId, sku } of items) {
          const path = `/operator/v1/sellers/${sellerId}/products/${sku}/review`;
          found.decision.push((await reviewer("POST", path, { decision: "approve", claimToken })).ms);
        }
      }
      found.status.push(...(await approvedBySellers(market, server.baseUrl, round)));
    }
    return {
      pageMs: median(found.page),
      claimMs: median(found.claim),
      decisionMs: median(found.decision),
      decisionP95Ms: found.decision.toSorted((one, other) => one - other)[Math.floor(found.decision.length * P95)]!,
      statusMs: median(found.status),
    };
  } finally {
    await server.stop();
  }
}

interface Claim {
  readonly claimToken: string;
  readonly items: readonly { readonly sellerId: number; readonly sku: string }[];
}
interface Timed {
  readonly ms: number;
  readonly body: unknown;
}

/** Sellers approve as many products of the end of the queue by themselves, as the sandbox lets them. */
async function approvedBySellers(market: Market, baseUrl: string, round: number): Promise<readonly number[]> {
  const [seller] = market.sellers;
  const { rows } = await market.client.query<{ sku: string }>(queries.lastInReview, [seller!.sellerId, DECISIONS, round * DECISIONS]);
  const headers = { client_id: seller!.clientId, access_token: seller!.accessToken };
  const taken: number[] = [];
  for (const { sku } of rows)
    taken.push((await timed(baseUrl, headers, "PUT", `/api/v2/products/${sku}/status`, { status: "APPROVED" })).ms);
  return taken;
}

async function operatorOf({ client }: Market, baseUrl: string) {
  const key = opaqueToken("vto");
  await client.query(queries.insertReviewer, [sha256(key)]);
  return (method: string, path: string, json?: object) => timed(baseUrl, { authorization: `Bearer ${key}` }, method, path, json);
}

async function timed(
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
