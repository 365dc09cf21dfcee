import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale, stockOf } from "../orders/goods.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

describe("bin/vitrine buy (decisions 8)", () => {
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    data = await dataFolderOf(market, { seller });
    await onSale(market, seller, { UM: 5, DOIS: 5 });
  });
  afterAll(() => market.stop());

  it("buys of the sandbox's ready seller, and says what for whom", async () => {
    const { code, out } = await runCommand("buy", "--sku", "UM", "--qty", "2", "--data", data, "--json");
    expect(code).toBe(0);
    const bought = JSON.parse(out) as { readonly orderNumber: string; readonly totalNet: number };
    expect(bought).toMatchObject({ sellerId: seller.sellerId, status: "Created", shippingCodes: [expect.any(Number)] });
    expect((await seller.get(`/api/v1/orders/${bought.orderNumber}`)).json).toMatchObject({
      orderStatus: "Created",
      totalNet: bought.totalNet,
    });
    expect(await stockOf(seller, "UM")).toEqual([5, 2]);
  });

  it("buys several items at once, paid, of the seller that is named", async () => {
    const options = ["--sku", "UM, DOIS", "--seller", String(seller.sellerId), "--paid", "--data", data];
    expect((await runIn("en", "buy", ...options)).out).toMatch(/^order \d+ {2}approved {2}R\$ [\d,]+\.\d\d {2}shipping \d+\n$/);
    expect(await stockOf(seller, "DOIS")).toEqual([5, 1]);
  });

  it("buys nothing when there is too little, and says so", async () => {
    await expect(runCommand("buy", "--sku", "UM,DOIS", "--qty", "5", "--data", data)).rejects.toMatchObject({ status: 422 });
    expect(await stockOf(seller, "DOIS")).toEqual([5, 1]);
  });

  it.each([
    [["--sku", "UM,"], "--sku"],
    [["--sku", "UM", "--qty", "0"], "--qty"],
  ])("%j is mistyped", async (options, named) => {
    await expect(runCommand("buy", ...options, "--data", data)).rejects.toThrow(named);
  });

  it("asks for the seller where the instance has none ready", async () => {
    await expect(runCommand("buy", "--sku", "UM", "--data", await dataFolderOf(market))).rejects.toThrow("--seller");
  });
});
