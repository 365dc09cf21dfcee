import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";
import { DAMAGED, drawer } from "./formats/damage.ts";
import { BULK } from "./job.ts";

const INPUTS = budget(700, 20_000);
const AT_ONCE = 8;
const LIMIT_MS = 600_000;
const TYPES = { csv: "text/csv", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } as const;

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ settings: { QUOTA_PER_MINUTE: "1000000" } });
  seller = await market.seller();
  await publish(seller, (await wares(`${market.baseUrl}/images`)).visor("A"));
});
afterAll(() => market.stop());

describe("damaged files get a clear answer, and never a 5xx", () => {
  it.each(["csv", "xlsx"] as const)(
    `${INPUTS} of %s`,
    async (format) => {
      const statuses = new Map<number, number>();
      let next = 0;
      const sender = async () => {
        for (let input = next++; input < INPUTS; input = next++) {
          const body = new Uint8Array(DAMAGED[format](drawer(input)));
          const { status, json } = await seller.request("POST", BULK, { body, headers: { "content-type": TYPES[format] } });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 400)
            expect([input, json.details.length > 0, json.description]).toEqual([input, true, expect.not.stringMatching(/\{\w+\}/)]);
          else
            for (const { outcome, details } of json.results)
              expect([input, outcome === "failed", (details ?? []).length > 0]).toEqual([
                input,
                outcome === "failed",
                outcome === "failed",
              ]);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
      figures({
        format,
        seed: SEED,
        inputs: INPUTS,
        ...Object.fromEntries([...statuses].map(([status, count]) => [`status_${status}`, count])),
      });
      expect([...statuses.keys()].filter((status) => ![200, 206, 400, 413, 422].includes(status))).toEqual([]);
      expect((await seller.get(`${BULK}?state=running`)).status).toBe(204);
    },
    LIMIT_MS,
  );
});
