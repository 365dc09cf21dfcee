import { realNow } from "../src/platform/basics/clock.ts";
import type { Figure, FigureContext } from "./figure.ts";
import { openMarket, openStand } from "./market.ts";
import { interleaved } from "./measure.ts";
import { fillBook } from "./orders/book.ts";

/** What an Idempotency-Key costs: writes without one, with a fresh one each, and answers given again. */

const CONNECTIONS = 256;

/** Contenders by their names: the scenario and what it takes. */
const CONTENDERS = {
  "PUT stock": ["put-stock", [0]],
  "PUT stock, fresh keys": ["put-stock", [0, "fresh"]],
  "PUT stock, known keys": ["put-stock-again", []],
  "POST order": ["post-order", []],
  "POST order, fresh keys": ["post-order", ["fresh"]],
} as const satisfies Readonly<Record<string, readonly [scenario: string, takes: readonly (string | number)[]]>>;

/** One filled marketplace for all of them: what differs is the key. */
export const once: Figure = {
  name: "once",
  title: "Idempotency-Key, 256 connections",
  async measure({ workshop, rounds, skus }: FigureContext) {
    const market = await openMarket(workshop, { name: "bench_once", skus, state: "published" });
    // A book that grows from nothing is another measurement.
    await fillBook(market.client, { orders: skus, state: "approved", at: realNow() });
    const stand = await openStand(workshop, market, "bench_once");
    try {
      const contenders = Object.entries(CONTENDERS).map(([name, [scenario, takes]]) =>
        stand.http(name, { scenario, takes, connections: CONNECTIONS }),
      );
      return { samples: await interleaved(contenders, rounds), facts: { skus } };
    } finally {
      await stand.stop();
    }
  },
};
