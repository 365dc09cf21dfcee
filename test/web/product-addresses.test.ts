import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness.ts";
import { pathOf, publish } from "../wares.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

/** Skus that are words of the portal's addresses, and the last part of their own. */
const SKUS = [
  ["novo", "_novo"],
  ["Novo", "Novo"],
  ["familia", "familia"],
] as const;

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;
const skuShown = (page: Page) => page.locator("#field-sku").inputValue();

describe("the address of a product", { timeout: JOURNEY_MS }, () => {
  it("leads to it whatever its sku is, from the list, its family and its critiques, and when it is loaded again", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      for (const [sku] of SKUS) await publish(shop, shop.wares.visor(sku, { brand: "Ninguém" }));
      for (const [sku, part] of SKUS) {
        await eventually(`the critique of ${sku}`, async () => (await shop.get(pathOf(sku, "status"))).json.code === "CRITICIZED");
        await page.goto(`/portal/produtos?texto=${sku}`);
        await page
          .getByRole("row")
          .filter({ hasText: new RegExp(`${sku} ·`) })
          .click();
        await page.waitForURL(`**/portal/produtos/${part}`);
        expect(await skuShown(page)).toBe(sku);
        await page.reload();
        expect(await skuShown(page)).toBe(sku);
        await page.getByRole("link", { name: "Livro do estoque" }).click();
        await page.waitForURL(`**/portal/produtos/${part}?ver=estoque`);
        await page.getByRole("link", { name: `família ${sku}` }).click();
        await page.waitForURL(`**/portal/produtos/familia/${sku}`);
        await page.getByRole("link", { name: sku, exact: true }).click();
        await page.waitForURL(`**/portal/produtos/${part}`);
        await page.goto("/portal/criticas?codigo=brand_unknown");
        await page.getByRole("grid").getByRole("link", { name: sku, exact: true }).click();
        await page.waitForURL(`**/portal/produtos/${part}`);
        expect(await skuShown(page)).toBe(sku);
      }
    }));

  it("of the form stays the form's, with a draft of its own", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      await publish(shop, shop.wares.visor("nova-familia"));
      await page.goto("/portal/produtos/novo");
      await page.getByRole("heading", { level: 1, name: "Novo produto" }).waitFor();
      for (const query of ["", "?tipo=familia"]) {
        await page.goto(`/portal/produtos/novo${query}`);
        await page.locator("#field-department").fill("Corrida");
        await page.getByRole("option", { name: "Corrida", exact: true }).click();
        await page.waitForTimeout(500);
        await page.reload();
        await page.getByText("Rascunho recuperado").waitFor();
      }
      await page.goto("/portal/produtos/nova-familia");
      expect(await skuShown(page)).toBe("nova-familia");
      expect(await page.getByText("Rascunho recuperado").count()).toBe(0);
    }));
});
