import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PROJECT } from "../../../src/project.ts";

const QUIET_MS = 300;
/** What stands where something is still to come. */
const WAITING = "[aria-busy=true], .mantine-Skeleton-root";

/** The scripts of a page, by name, in kB gzipped. */
export type Scripts = ReadonlyMap<string, number>;

/** Opens an address and waits until the screen is whole. Resolves to the scripts that it loaded. */
export async function visit(page: Page, address: string): Promise<Scripts> {
  const scripts = new Map<string, number>();
  const note = (response: { url(): string }) => {
    const name = /\/assets\/([\w.-]+\.js)$/.exec(new URL(response.url()).pathname)?.[1];
    if (name !== undefined) scripts.set(name, gzipSync(readFileSync(join(PROJECT, "web", "dist", "assets", name))).length / 1000);
  };
  page.on("response", note);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator(WAITING).count(), { message: `${address} is still waiting` }).toBe(0);
  for (let seen = -1; seen < scripts.size;) {
    seen = scripts.size;
    await setTimeout(QUIET_MS);
  }
  page.off("response", note);
  return scripts;
}

/** The kB of some scripts together. */
export const sum = (scripts: Iterable<readonly [name: string, kB: number]>): number =>
  Math.round([...scripts].reduce((total, [, kB]) => total + kB, 0));
