import { describe, expect, it } from "vitest";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;

/** What many addresses differ by: they lead to the same screen. */
const SAME = [
  [/(\/produtos\/familia\/)[^/?]+/, "$1:family"],
  [/(\/produtos\/)(?!novo|familia)[^/?]+/, "$1:sku"],
  [/(\/pedidos\/)[^/?]+/, "$1:number"],
] as const;
const screenOf = (address: string): string => SAME.reduce((known, [pattern, name]) => known.replace(pattern, name), address);
/** More screens than these mean that links lead in circles. */
const MOST = 60;

describe("the links of the seller portal", { timeout: 2 * JOURNEY_MS }, () => {
  it("lead to screens that are there", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const [criticized] = (await shop.products("Criticado", 2)) as [string];
      const { orderNumber } = await shop.order("approved");
      const seen = new Map<string, string>();
      const waiting = ["/portal", `/portal/produtos/${criticized}`, `/portal/pedidos/${orderNumber}`, "/portal/produtos/novo?tipo=familia"];
      while (waiting.length > 0) {
        const address = waiting.shift()!;
        if (seen.has(screenOf(address))) continue;
        seen.set(screenOf(address), address);
        await page.goto(address, { waitUntil: "networkidle" });
        expect(await page.locator("main h1").count(), address).toBe(1);
        expect(await page.getByRole("main").getByRole("alert").count(), address).toBe(0);
        for (const link of await page.locator("a[href]").all()) waiting.push((await link.getAttribute("href"))!);
        expect(seen.size).toBeLessThan(MOST);
      }
      for (const screen of ["/portal/produtos/:sku", "/portal/produtos/familia/:family", "/portal/criticas?codigo=brand_unknown"])
        expect([...seen.keys()]).toContain(screen);
    }));
});
