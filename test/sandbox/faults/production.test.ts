import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace } from "../../harness.ts";
import { FAULTS } from "./rules.ts";

const MARKETPLACES = { sandbox: {}, production: { ENVIRONMENT: "production", MARKETPLACE_CNPJ: "90003001000182" } } as const;

const markets = new Map<string, Marketplace>();
beforeAll(async () => {
  for (const [environment, settings] of Object.entries(MARKETPLACES)) markets.set(environment, await startMarketplace({ settings }));
});
afterAll(() => Promise.all([...markets.values()].map((market) => market.stop())));

/** Rules put into the database by hand, past everything that checks them; where there were none, nobody looks for them. */
const PLANTED = `insert into faults (target, version, seed, rules, changed_at)
  values ('http', 100, 1, '[{"kind":"status","status":503}]', 0), ('events', 100, 1, '[{"kind":"drop"}]', 0)`;
const AGAIN = "on conflict (target) do update set version = faults.version + 1, rules = excluded.rules";

/** How often connections have looked at the table; PostgreSQL tells within a second of the end of a look. */
async function looks({ database }: Marketplace): Promise<number> {
  const [row] = await database.query<{ looks: string }>(
    "select seq_scan + coalesce(idx_scan, 0) as looks from pg_stat_user_tables where relname = 'faults'",
  );
  return Number(row!.looks);
}

/** What of the faults there is in a marketplace. */
async function found(market: Marketplace) {
  const operator = await market.operator("admin");
  const replies = [
    await operator.get(FAULTS),
    await operator.put(`${FAULTS}/http`, { rules: [] }),
    await operator.put(`${FAULTS}/events`, { rules: [] }),
    await operator.request("DELETE", FAULTS),
  ];
  const seller = await market.seller();
  if (market !== markets.get("sandbox")) await market.database.query(PLANTED);
  await sandboxStruck();
  const { status, headers } = await seller.get("/api/v1/bus");
  const metrics = (await market.request("GET", "/metrics")).text;
  return {
    addresses: replies.filter((reply) => reply.status !== 404).length,
    strikes: status === 503 || headers.has("vitrine-fault"),
    looks: (await looks(market)) > 0,
    figures: /deleteFaults|putHttpFaults/.test(metrics),
  };
}

/** Resolves when the sandbox was seen to be struck by the same rules, planted later: by then anybody who looks has looked. */
async function sandboxStruck(): Promise<void> {
  const sandbox = markets.get("sandbox")!;
  const canary = await sandbox.seller();
  await sandbox.database.query(`${PLANTED} ${AGAIN}`);
  await eventually("the sandbox to be struck", async () => (await canary.get("/api/v1/bus")).status === 503);
  const before = await looks(sandbox);
  await eventually("PostgreSQL to tell of its looks", async () => (await looks(sandbox)) > before + 1);
}

describe("faults on purpose in production", () => {
  it("has neither their addresses nor a place where they could strike, and never looks at their table", async () => {
    expect(await found(markets.get("production")!)).toEqual({ addresses: 0, strikes: false, looks: false, figures: false });
  });

  it("would be found: the sandbox, asked the same, has all of it", async () => {
    expect(await found(markets.get("sandbox")!)).toEqual({ addresses: 4, strikes: true, looks: true, figures: true });
  });
});
