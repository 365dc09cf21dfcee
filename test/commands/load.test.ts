import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { localServer } from "../local-server.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

/** Two sellers with two products each, for three seconds. */
const SMALL = ["--minutes", "0.05", "--sellers", "2", "--products", "2", "--rate", "60", "--factor", "6.1"];

describe("bin/vitrine load (domain 6)", () => {
  let market: Marketplace;
  let data: string;
  beforeAll(async () => {
    market = await startMarketplace();
    data = await dataFolderOf(market);
  });
  afterAll(() => market.stop());

  it("makes sellers, products and orders of its own, calls every operation of the mix, and measures each", async () => {
    const { code, out } = await runCommand("load", ...SMALL, "--data", data, "--json");
    const report = JSON.parse(out) as {
      readonly operations: readonly { readonly operation: string; readonly statuses: Readonly<Record<string, number>> }[];
    };
    expect([code, report]).toMatchObject([
      0,
      { limited: 0, refused: 0, failed: 0, unsent: 0, interrupted: false, sellers: 2, products: 2 },
    ]);
    const statuses = Object.fromEntries(report.operations.map((one) => [one.operation, Object.keys(one.statuses)]));
    expect(statuses).toMatchObject({
      putStock: ["202"],
      putPrice: ["202"],
      getProductStatus: ["200"],
      createOrder: ["201"],
      getOrder: ["200"],
      putInvoiced: ["200"],
      putShipped: ["200"],
    });
    const sold = await market.database.query<{ sellers: number; orders: number }>(
      "select count(distinct seller_id)::int as sellers, count(*)::int as orders from orders where status = 'delivered' or status = 'shipped'",
    );
    expect(sold[0]!.orders).toBeGreaterThan(0);
  });

  it("tells 429 apart, and is content with them", async () => {
    const { code, out } = await runIn("en", "load", ...SMALL, "--minutes", "0.02", "--per-minute", "20", "--data", data);
    expect(code).toBe(0);
    expect(out).toMatch(/^1\.2 s, [\d.]+\/s planned, [\d.]+\/s sent\n\d+ calls: \d+ succeeded, [1-9]\d* 429\n/);
  });

  it("touches nothing but a sandbox", async () => {
    await using elsewhere = await localServer((_, response) => response.writeHead(404).end());
    const folder = await dataFolderOf(market, { url: `http://${elsewhere.authority}` });
    await expect(runCommand("load", "--data", folder)).rejects.toThrow("não é um sandbox");
  });

  it.each([
    ["--minutes", "0"],
    ["--rate", "fast"],
    ["--sellers", "0.5"],
    ["--seed", "-1"],
  ])("%s %s is mistyped", async (option, value) => {
    await expect(runCommand("load", option, value, "--data", data)).rejects.toThrow(option);
  });
});
