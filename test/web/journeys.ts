import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, type TestContext } from "vitest";
import { journey, lackOfBrowser, openBrowser, type Surroundings } from "./browser.ts";

/** How long a journey may take on a busy machine. */
export const JOURNEY_MS = 90_000;

/** Whatever serves pages: the stand-in, or a whole marketplace. */
interface PageServer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Journeys of a test file, which share a browser and a server. */
export interface Journeys<Server> {
  /** The server; undefined where there is no browser, so that nothing is tried. */
  readonly server: () => Server | undefined;
  /** Walks through pages; skipped with the reason where there is no browser. */
  walk(
    context: TestContext,
    surroundings: Surroundings,
    steps: (page: Page, server: Server, context: BrowserContext) => Promise<void>,
  ): Promise<void>;
}

/** Opens a browser, and the server that `open` starts, for the tests of a file. */
export function journeysThrough<Server extends PageServer>(open: () => Promise<Server>): Journeys<Server> {
  const lack = lackOfBrowser();
  let browser: Browser | undefined;
  let server: Server | undefined;
  beforeAll(async () => {
    if (lack !== undefined) return console.log(`journeys are not tried: ${lack}`);
    server = await open();
    browser = await openBrowser();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  }, JOURNEY_MS);
  return {
    server: () => server,
    async walk(context, surroundings, steps) {
      if (lack !== undefined) return context.skip(`not tried: ${lack}`);
      await journey(browser!, server!.baseUrl, surroundings, (page, browserContext) => steps(page, server!, browserContext));
    },
  };
}

/** Signs in on the page that is shown, by the keyboard alone. The texts are the Portuguese ones. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}
