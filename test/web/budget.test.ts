import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { figures } from "../figures.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const FIRST_KB = 200;
const FURTHER_KB = 80;

const { walk } = journeysThrough();

/** The scripts that a page loads for an address, by name, in kB gzipped. */
async function scriptsOf(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  const scripts = new Map<string, number>();
  const note = (response: { url(): string }) => {
    const name = /\/assets\/([\w.-]+\.js)$/.exec(new URL(response.url()).pathname)?.[1];
    if (name !== undefined) scripts.set(name, gzipSync(readFileSync(join(PROJECT, "web", "dist", "assets", name))).length / 1000);
  };
  page.on("response", note);
  await page.goto(address, { waitUntil: "networkidle" });
  page.off("response", note);
  return scripts;
}
const sum = (scripts: Iterable<readonly [name: string, kB: number]>) => Math.round([...scripts].reduce((total, [, kB]) => total + kB, 0));

/** Screens that no entry of the navigation leads to. */
async function detailsIn(name: "portal" | "backoffice", { shop }: PagesMarket): Promise<readonly string[]> {
  const [sku] = await shop.products("Em catalogação");
  const { orderNumber } = await shop.order("approved");
  return name === "portal"
    ? ["/portal/conta", "/portal/produtos/novo", `/portal/produtos/${sku}`, `/portal/pedidos/${orderNumber}`]
    : ["/backoffice/conta", `/backoffice/produtos/${shop.sellerId}/${sku}`, `/backoffice/pedidos/${shop.sellerId}/${orderNumber}`];
}

describe("the scripts of a portal", { timeout: JOURNEY_MS }, () => {
  it.for([
    ["portal", ({ shopkeeper }: PagesMarket) => shopkeeper],
    // Sees every screen.
    ["backoffice", ({ person }: PagesMarket) => person({ role: "admin" })],
  ] as const)(
    `are at most ${FIRST_KB} kB gzipped for the first screen of /%s, and ${FURTHER_KB} kB more for any other`,
    ([name, as], context) =>
      walk(context, { as }, async (page, market) => {
        // Whoever looks at all requests gets nothing from the cache.
        await page.route("**", (route) => route.continue());
        const first = await scriptsOf(page, `/${name}`);
        const entries = await page.getByRole("navigation").getByRole("link").all();
        const screens = await Promise.all(entries.map(async (link) => (await link.getAttribute("href"))!));
        const further: Record<string, number> = {};
        for (const screen of [...screens, ...(await detailsIn(name, market))])
          further[screen] = sum([...(await scriptsOf(page, screen))].filter(([script]) => !first.has(script)));

        figures({ first_screen_kB: sum(first), most_further_kB: Math.max(...Object.values(further)) });
        expect(sum(first)).toBeLessThanOrEqual(FIRST_KB);
        expect(Object.entries(further).filter(([, kB]) => kB > FURTHER_KB)).toEqual([]);
      }),
  );
});
