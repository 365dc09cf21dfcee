import type { Figure } from "./figure.ts";
import { openMarket, openStand, type Stand } from "./market.ts";
import { interleaved, type Contender } from "./measure.ts";

const SIZES = [10_000, 1_000_000] as const;
const CONNECTIONS = 64;
const SUMMARY_CONNECTIONS = 1;
/** 40,000 pages of ten are there in the first seller's half of a million. */
const PAGE = { size: 10, deep: 40_000 } as const;

/** The same calls on a small and on a large catalogue, in turn, each with a server of its own. */
export const growth: Figure = {
  name: "growth",
  title: "Growth from 10^4 to 10^6 skus",
  async measure({ workshop, rounds }) {
    const stands: { readonly skus: number; readonly stand: Stand }[] = [];
    try {
      for (const skus of SIZES) {
        const database = `bench_growth_${skus}`;
        const market = await openMarket(workshop, { name: database, skus, state: "published" });
        stands.push({ skus, stand: await openStand(workshop, market, database) });
      }
      const pages = (skus: number) => Math.min(PAGE.deep, skus / 2 / PAGE.size - 1);
      const contenders = stands.flatMap(({ skus, stand }): readonly Contender[] => {
        const http = (what: string, scenario: string, takes: readonly number[] = [], connections: number = CONNECTIONS) =>
          stand.http(`${what} ${skus}`, { scenario, takes, connections });
        return [
          http("PUT stock", "put-stock"),
          http("GET product", "get-product"),
          http("page 0", "list-products", [PAGE.size, 0, 0]),
          http("deep page", "list-products", [PAGE.size, pages(skus), pages(skus)]),
          http("critiques summary", "summary", [], SUMMARY_CONNECTIONS),
          http("overview", "overview", [], SUMMARY_CONNECTIONS),
        ];
      });
      return { samples: await interleaved(contenders.toSorted(byWhat), rounds), facts: { deepPage: PAGE.deep, pageSize: PAGE.size } };
    } finally {
      for (const { stand } of stands) await stand.stop();
    }
  },
};

/** The small and the large one next to each other. */
const byWhat = (a: Contender, b: Contender) => (a.name.replace(/ \d+$/, "") < b.name.replace(/ \d+$/, "") ? -1 : 1);
