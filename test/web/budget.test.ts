import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { figures } from "../figures.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const FIRST_KB = 200;
const FURTHER_KB = 80;
const QUIET_MS = 700;

const { walk } = journeysThrough();

/** The scripts that a page loads from now on, by name, in kB gzipped. */
function loadedScripts(page: Page): ReadonlyMap<string, number> {
  const scripts = new Map<string, number>();
  page.on("response", (response) => {
    const name = /\/assets\/([\w.-]+\.js)$/.exec(new URL(response.url()).pathname)?.[1];
    if (name !== undefined) scripts.set(name, gzipSync(readFileSync(join(PROJECT, "web", "dist", "assets", name))).length / 1000);
  });
  return scripts;
}
const sum = (scripts: ReadonlyMap<string, number>) => Math.round([...scripts.values()].reduce((total, kB) => total + kB, 0));

/** Waits until nothing more is loaded. A click within a page begins no load that the browser could tell the end of. */
async function settled(scripts: ReadonlyMap<string, number>): Promise<void> {
  let seen = -1;
  while (seen < scripts.size) {
    seen = scripts.size;
    await setTimeout(QUIET_MS);
  }
}

describe("the scripts of a portal", { timeout: JOURNEY_MS }, () => {
  it.for([
    ["portal", ({ shopkeeper }: PagesMarket) => shopkeeper],
    // Sees every screen.
    ["backoffice", ({ person }: PagesMarket) => person({ role: "admin" })],
  ] as const)(
    `are at most ${FIRST_KB} kB gzipped for the first screen of /%s, and ${FURTHER_KB} kB more for any other`,
    ([name, as], context) =>
      walk(context, { as }, async (page) => {
        const scripts = loadedScripts(page);
        await page.goto(`/${name}`, { waitUntil: "networkidle" });
        const first = sum(scripts);
        const further: Record<string, number> = {};
        for (const link of await page.getByRole("navigation").getByRole("link").all()) {
          const before = sum(scripts);
          await link.click();
          await settled(scripts);
          further[(await link.textContent())!] = sum(scripts) - before;
        }

        figures({ first_screen_kB: first, most_further_kB: Math.max(0, ...Object.values(further)) });
        expect(first).toBeLessThanOrEqual(FIRST_KB);
        expect(Object.entries(further).filter(([, kB]) => kB > FURTHER_KB)).toEqual([]);
      }),
  );
});
