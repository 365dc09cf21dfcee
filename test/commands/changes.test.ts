import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { parseDeprecations } from "../../src/platform/contract/deprecations.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

const DEPRECATION = {
  code: "orders-expands",
  operation: "listOrders",
  part: { in: "query", name: "expands" },
  deprecatedAt: "2026-11-01",
  sunsetAt: "2027-06-01",
  instead: { "pt-BR": "Use `expand`.", en: "Use `expand`." },
  guide: "/docs/guides/pt-BR/changes.md",
};

describe("changes: what may break integrations", () => {
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  let brand: string;
  let changeId: number;
  beforeAll(async () => {
    market = await startMarketplace({ deprecations: parseDeprecations([DEPRECATION], OPERATIONS) });
    data = await dataFolderOf(market);
    seller = await market.seller();
    const catalog = await market.operator("catalog");
    const shop = await wares(`${market.baseUrl}/images`);
    brand = shop.brand(4);
    await publish(seller, shop.visor("ATINGIDA", { brand }));
    const { items } = (await catalog.get("/operator/v1/reference/brands")).json as { items: { code: number; name: string }[] };
    const { code } = items.find(({ name }) => name === brand)!;
    const removal = await catalog.request("DELETE", `/operator/v1/reference/brands/${code}?effectiveAt=2027-01-01`);
    changeId = removal.json.changes[0].changeId as number;
    await eventually("counted", async () => (await seller.get("/api/v1/reference/changes")).json.announced[0].affected);
  });
  afterAll(() => market.stop());
  const run = (...args: readonly string[]) => runCommand("changes", ...args, "--data", data);
  const ofSeller = () => ["--seller", String(seller.sellerId)];

  it("lists them for a seller, for people and for programs", async () => {
    const { out } = await run("list", ...ofSeller());
    expect(out).toMatch(/api_deprecation +listOrders expands/);
    expect(out).toMatch(new RegExp(`reference_value +brands/\\d+ +1 produtos +${brand} deixa de existir em brands`));
    const items = JSON.parse((await run("list", ...ofSeller(), "--json")).out) as { id: string }[];
    expect(items.map(({ id }) => id)).toEqual(["deprecation-orders-expands", `reference-${changeId}`]);
    expect((await runIn("en", "changes", "list", ...ofSeller(), "--data", data)).out).toContain("ceases to exist");
  });

  it("lists the products that a change affects", async () => {
    expect((await run("affected", String(changeId), ...ofSeller())).out).toMatch(new RegExp(`^ATINGIDA +\\S.* +/brand +${brand}`));
    const [item] = JSON.parse((await run("affected", String(changeId), ...ofSeller(), "--json")).out) as object[];
    expect(item).toMatchObject({ sku: "ATINGIDA", pointer: "/brand", critique: "brand_unknown" });
    const other = await market.seller();
    expect((await run("affected", String(changeId), "--seller", String(other.sellerId))).out).toBe("nenhum produto é atingido\n");
    await expect(run("affected", "31a", ...ofSeller())).rejects.toThrow("31a não é o número de uma mudança");
  });

  it("lists deprecations with their use", async () => {
    await seller.get("/api/v1/orders?expands=items");
    const [item] = await eventually("the call logged", async () => {
      const items = JSON.parse((await run("deprecations", "--json")).out) as { calls: number }[];
      return items[0]!.calls > 0 && items;
    });
    expect(item).toMatchObject({ code: "orders-expands", part: "query expands", calls: 1 });
    expect((await run("deprecations")).out).toMatch(/listOrders +query expands +1 chamadas de 1 aplicações/);
  });
});
