import { afterAll, beforeAll, type TestContext } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { journey, lackOfBrowser, openBrowser, type Surroundings } from "./browser.ts";
import type { StandIn } from "./stand-in.ts";

/** How long a journey may take on a busy machine. */
export const JOURNEY_MS = 90_000;

/** Journeys of a test file, which share a browser and a server. */
export interface Journeys {
  readonly standIn: () => StandIn;
  /** Walks through pages; skipped with the reason where there is no browser. */
  walk(context: TestContext, surroundings: Surroundings, steps: (page: Page, context: BrowserContext) => Promise<void>): Promise<void>;
}

/** Opens a browser, and the server that `open` starts, for the tests of a file. */
export function journeysThrough(open: () => Promise<StandIn>): Journeys {
  const lack = lackOfBrowser();
  let browser: Browser | undefined;
  let standIn: StandIn | undefined;
  beforeAll(async () => {
    if (lack !== undefined) return console.log(`journeys are not tried: ${lack}`);
    standIn = await open();
    browser = await openBrowser();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser?.close();
    await standIn?.[Symbol.asyncDispose]();
  }, JOURNEY_MS);
  return {
    standIn: () => standIn!,
    async walk(context, surroundings, steps) {
      if (lack !== undefined) return context.skip(`not tried: ${lack}`);
      await journey(browser!, standIn!.baseUrl, surroundings, steps);
    },
  };
}
