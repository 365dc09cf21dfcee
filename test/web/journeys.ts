import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, type TestContext } from "vitest";
import { PASSWORD, type Person } from "../people/people.ts";
import { journey, lackOfBrowser, openBrowser, type Surroundings } from "./browser.ts";
import { type PagesMarket, startPages } from "./market.ts";

/** How long a journey may take on a busy machine. */
export const JOURNEY_MS = 90_000;

/** How a journey begins. */
interface Beginning<Market> extends Surroundings {
  /** Who is signed in; absent = nobody. */
  readonly as?: (market: Market) => Promise<Person> | Person;
}

/** Journeys of a test file, which share a browser and a marketplace. */
export interface Journeys<Market> {
  /** Walks through pages; skipped with the reason where there is no browser. */
  walk(
    context: TestContext,
    beginning: Beginning<Market>,
    steps: (page: Page, market: Market, browser: BrowserContext) => Promise<void>,
  ): Promise<void>;
}

/** Opens a browser, and the marketplace that `open` starts, for the tests of a file. */
export function journeysThrough(): Journeys<PagesMarket>;
export function journeysThrough<Market extends PagesMarket>(open: () => Promise<Market>): Journeys<Market>;
export function journeysThrough(open: () => Promise<PagesMarket> = startPages): Journeys<PagesMarket> {
  const lack = lackOfBrowser();
  let browser: Browser | undefined;
  let market: PagesMarket | undefined;
  beforeAll(async () => {
    if (lack !== undefined) return console.log(`journeys are not tried: ${lack}`);
    market = await open();
    browser = await openBrowser();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser?.close();
    await market?.[Symbol.asyncDispose]();
  }, JOURNEY_MS);
  return {
    async walk(context, { as, ...surroundings }, steps) {
      if (lack !== undefined) return context.skip(`not tried: ${lack}`);
      const person = await as?.(market!);
      await journey(browser!, market!.baseUrl, surroundings, async (page, browserContext) => {
        if (person !== undefined) await takeSession(browserContext, market!, person);
        await steps(page, market!, browserContext);
      });
    },
  };
}

/** Gives a browser somebody's session, as if they had signed in there. */
export async function takeSession(browser: BrowserContext, { baseUrl }: Pick<PagesMarket, "baseUrl">, { cookie }: Person): Promise<void> {
  const [name, value] = cookie.split("=") as [string, string];
  await browser.addCookies([{ url: baseUrl, name, value, httpOnly: true, sameSite: "Lax" }]);
}

/** Signs in on the page that is shown, by the keyboard alone. The texts are the Portuguese ones. */
export async function signInAs(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}
