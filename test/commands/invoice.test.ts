import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { bodyOf, INVOICE } from "../orders/invoices.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

describe("bin/vitrine invoice (beyond M12)", () => {
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  const folder = mkdtempSync(join(tmpdir(), "vitrine invoice "));
  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    data = await dataFolderOf(market, { seller });
    await onSale(market, seller, { UM: 9 });
  });
  afterAll(() => market.stop());

  const written = (name: string, xml: string): string => {
    const file = join(folder, name);
    writeFileSync(file, xml);
    return file;
  };
  const check = (file: string, ...options: readonly string[]) => runCommand("invoice", file, ...options, "--data", data);

  it("says what invoicing would say, and registers nothing", async () => {
    const order = await buy(seller, "UM", { paid: true });
    const { danfeXml } = bodyOf(INVOICE);
    const { code, out } = await check(written("nota.xml", danfeXml), "--order", order.orderNumber, "--json");
    const rehearsed = await seller.post(order.path("invoice/validate"), { danfeXml, issueDate: /<dhEmi>([^<]+)</.exec(danfeXml)![1] });
    expect(JSON.parse(out)).toEqual(rehearsed.json);
    expect(code).toBe(rehearsed.json.valid ? 0 : 1);
    expect((await seller.get(order.path())).json.status).toBe("approved");
    const { items } = (await seller.get("/api/v1/credentials")).json;
    expect(items.filter(({ name, revokedAt }: { name: string; revokedAt?: string }) => name === "vitrine invoice" && !revokedAt)).toEqual(
      [],
    );
  });

  it("names each field that is wrong, and ends with 1", async () => {
    const order = await buy(seller, "UM", { paid: true });
    const { code, out } = await runIn("en", "invoice", written("no invoice.xml", "<nota/>"), "--order", order.orderNumber, "--data", data);
    expect([code, out]).toEqual([1, expect.stringMatching(/^✗ \w+ {2}\/\w+ {2}.+\n(.*\n)*the invoice would be refused\n$/)]);
  });

  it("asks which shipping where there are several", async () => {
    const items = [{ sku: "UM" }];
    const order = await buy(seller, "", { paid: true, items: undefined, shippings: [{ items }, { items }] });
    const file = written("duas.xml", "<nota/>");
    await expect(check(file, "--order", order.orderNumber)).rejects.toThrow(order.shippingCodes.join(", "));
    expect((await check(file, "--order", order.orderNumber, "--shipping", String(order.shippingCodes[1]))).code).toBe(1);
  });

  it("is declined where there is no such order, and mistyped without a file", async () => {
    await expect(check(written("outra.xml", "<nota/>"), "--order", "1")).rejects.toMatchObject({ status: 404 });
    await expect(check(join(folder, "nada.xml"), "--order", "1")).rejects.toThrow("nada.xml");
  });
});
