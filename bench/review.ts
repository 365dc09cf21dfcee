import { type Caller, p95, reviewerOf, timed } from "./calls.ts";
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

/** What a reviewer does, one call after another, with few and with many products waiting, in turn: a page, a claim, a decision. */
export const review: Figure = {
  name: "review",
  title: "The review queue, 10^3 and 10^6 waiting",
  async measure({ workshop, rounds: { rounds } }) {
    const queues: Queue[] = [];
    try {
      for (const waiting of WAITING) queues.push(await openQueue(workshop, waiting));
      for (let round = 0; round < rounds; round += 1)
        for (const queue of round % 2 === 0 ? queues : queues.toReversed()) await playRound(queue, round);
      return { samples: {}, facts: Object.assign({}, ...queues.map(factsOf)) as Record<string, number> };
    } finally {
      for (const { server } of queues) await server.stop();
    }
  },
};

/** A marketplace with so much waiting, and how long its calls took, in milliseconds. */
interface Queue {
  readonly waiting: number;
  readonly market: Market;
  readonly server: Awaited<ReturnType<Market["serve"]>>;
  readonly reviewer: Caller;
  readonly taken: Readonly<Record<"page" | "claim" | "decision" | "status", number[]>>;
}

async function openQueue(workshop: Workshop, waiting: number): Promise<Queue> {
  const market = await openMarket(workshop, { name: `bench_review_${waiting}`, skus: waiting, state: "reviewed" });
  const server = await market.serve("api");
  const reviewer = await reviewerOf(market, server.baseUrl);
  return { waiting, market, server, reviewer, taken: { page: [], claim: [], decision: [], status: [] } };
}

async function playRound({ market, server, reviewer, taken }: Queue, round: number): Promise<void> {
  for (let nth = 0; nth < WARM_UP + TIMES; nth += 1) {
    const page = await reviewer("GET", `/operator/v1/reviews?size=${CLAIMED}`);
    const claim = await reviewer("POST", "/operator/v1/reviews/claim", { count: CLAIMED });
    if (nth >= WARM_UP) {
      taken.page.push(page.ms);
      taken.claim.push(claim.ms);
    }
    await reviewer("DELETE", `/operator/v1/reviews/claims/${(claim.body as Claim).claimToken}`);
  }
  for (let decided = 0; decided < DECISIONS; decided += CLAIMED) {
    const { claimToken, items } = (await reviewer("POST", "/operator/v1/reviews/claim", { count: CLAIMED })).body as Claim;
    for (const { sellerId, sku } of items) {
      const path = `/operator/v1/sellers/${sellerId}/products/${sku}/review`;
      taken.decision.push((await reviewer("POST", path, { decision: "approve", claimToken })).ms);
    }
  }
  taken.status.push(...(await approvedBySellers(market, server.baseUrl, round)));
}

function factsOf({ waiting, taken }: Queue): Readonly<Record<string, number>> {
  const perSecond = (call: keyof Queue["taken"]) => 1_000 / median(taken[call]);
  const decisionP95Ms = p95(taken.decision);
  const told = Object.entries(taken).map(([call, times]) => `${call} ${median(times).toFixed(1)} ms`);
  console.error(`  ${waiting} waiting: ${told.join(", ")}; decision p95 ${decisionP95Ms.toFixed(1)} ms`);
  return {
    [`pagesPerSecond${waiting}`]: perSecond("page"),
    [`claimsPerSecond${waiting}`]: perSecond("claim"),
    [`decisionsPerSecond${waiting}`]: perSecond("decision"),
    [`statusesPerSecond${waiting}`]: perSecond("status"),
    [`decisionP95Ms${waiting}`]: decisionP95Ms,
  };
}

interface Claim {
  readonly claimToken: string;
  readonly items: readonly { readonly sellerId: number; readonly sku: string }[];
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
