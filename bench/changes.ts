import { type Caller, p95, reviewerOf } from "./calls.ts";
import type { Figure, FigureContext } from "./figure.ts";
import { openMarket, openStand, type Market, type Stand, type Workshop } from "./market.ts";
import { type Contender, interleaved, median } from "./measure.ts";
import { realNow } from "../src/platform/basics/clock.ts";
import * as queries from "./queries.ts";

/** Change requests: what they cost those who set prices and stocks, how fast they are opened, listed and decided. */

/** Products of the marketplace with few requests. */
const FEW = 1_000;
const CONNECTIONS = 64;
const PAGE = 50;
const OPERATORS_PAGE = 20;
const LISTS = 60;
const WARM_UP = 10;
const DECISIONS = 100;
/** Open requests were asked for in this time before now, so that new ones are the newest. */
const ASKED_BEFORE_MS = 10_000_000;

/**
 * In the large marketplace, offers of products with open requests beside those of products without, and opening a request beside PUT product.
 * Lists of both marketplaces beside each other. Then what one person meets who lists and decides.
 */
export const changes: Figure = {
  name: "changes",
  title: "Change requests, as many as products",
  async measure({ workshop, rounds, skus }: FigureContext) {
    const desks: Desk[] = [];
    try {
      for (const size of [FEW, skus]) desks.push(await openDesk(workshop, size, size === FEW ? "few" : "many"));
      const [few, many] = desks as [Desk, Desk];
      const samples = await interleaved([...sellersCalls(many.stand), listed(few), listed(many)], rounds);
      const decisions: number[] = [];
      for (let round = 0; round < rounds.rounds; round += 1) {
        for (const desk of round % 2 === 0 ? desks : desks.toReversed()) await list(desk);
        decisions.push(...(await decide(many)));
      }
      const decisionP95Ms = p95(decisions);
      console.error(`  decision ${median(decisions).toFixed(1)} ms, p95 ${decisionP95Ms.toFixed(1)} ms`);
      return { samples, facts: { products: skus, decisionP95Ms, ...factsOf(few), ...factsOf(many) } };
    } finally {
      for (const { stand } of desks) await stand.stop();
    }
  },
};

/** A marketplace with its change requests, and how long the calls of one person took there, in milliseconds. */
interface Desk {
  readonly name: "few" | "many";
  readonly market: Market;
  readonly stand: Stand;
  readonly operator: Caller;
  readonly changes: number;
  readonly ofFirstSeller: number;
  readonly taken: Readonly<Record<"list" | "listOfField", number[]>>;
}

async function openDesk(workshop: Workshop, skus: number, name: Desk["name"]): Promise<Desk> {
  const database = `bench_changes_${name}`;
  const market = await openMarket(workshop, { name: database, skus, state: "pictured" });
  const { rows } = await market.client.query<{ changes: number; of_first: number }>(queries.askChanges, [realNow() - ASKED_BEFORE_MS]);
  await market.client.query("vacuum analyze");
  await market.client.query("checkpoint");
  console.error(`  ${rows[0]!.changes} change requests`);
  const stand = await openStand(workshop, market, database);
  const operator = await reviewerOf(market, stand.server.baseUrl);
  const taken = { list: [], listOfField: [] };
  return { name, market, stand, operator, changes: rows[0]!.changes, ofFirstSeller: rows[0]!.of_first, taken };
}

const sellersCalls = (stand: Stand): readonly Contender[] => [
  ...["stock", "price"].flatMap((offer) =>
    ["without", "with"].map((which) =>
      stand.http(`PUT ${offer}, ${which} open requests`, { scenario: "put-offer", takes: [offer, which], connections: CONNECTIONS }),
    ),
  ),
  stand.http("PUT product", { scenario: "put-product", connections: CONNECTIONS }),
  stand.http("POST change", { scenario: "post-change", connections: CONNECTIONS }),
];

const listed = ({ name, stand, ofFirstSeller }: Desk): Contender =>
  stand.http(`list, ${name}`, { scenario: "list-changes", takes: [PAGE, ofFirstSeller], connections: CONNECTIONS });

/** Lists what waits, all of it and of one field. */
async function list({ operator, taken }: Desk): Promise<void> {
  for (let nth = 0; nth < WARM_UP + LISTS; nth += 1) {
    const all = await operator("GET", `/operator/v1/changes?size=${OPERATORS_PAGE}`);
    const ofField = await operator("GET", `/operator/v1/changes?field=gender&size=${OPERATORS_PAGE}`);
    if (nth < WARM_UP) continue;
    taken.list.push(all.ms);
    taken.listOfField.push(ofField.ms);
  }
}

/** Decides requests one after another. Resolves to the times of the calls. */
async function decide({ market, operator }: Desk): Promise<readonly number[]> {
  const { rows } = await market.client.query<{ change_id: string }>(queries.drawChanges, [DECISIONS]);
  const fields = [{ pointer: "/name", decision: "approve" }];
  const times: number[] = [];
  for (const { change_id } of rows) {
    const { ms, body } = await operator("POST", `/operator/v1/changes/${change_id}/decide`, { fields });
    const [field] = (body as { readonly fields: readonly { readonly state: string }[] }).fields;
    if (field!.state !== "approved") throw new Error(`${change_id} is ${field!.state}`);
    times.push(ms);
  }
  return times;
}

function factsOf({ name, changes: open, taken }: Desk): Readonly<Record<string, number>> {
  const told = Object.entries(taken).map(([call, times]) => `${call} ${median(times).toFixed(1)} ms`);
  console.error(`  ${open} open: ${told.join(", ")}`);
  return {
    [`${name}Changes`]: open,
    [`${name}ListsPerSecond`]: 1_000 / median(taken.list),
    [`${name}ListsOfFieldPerSecond`]: 1_000 / median(taken.listOfField),
  };
}
