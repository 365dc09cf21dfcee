import { beforeAll, describe, expect, it } from "vitest";
import { budget } from "../../budget.ts";
import { figures } from "../../figures.ts";
import { LOOKS, PHONE, seriousFindings } from "../browser.ts";
import { JOURNEY_MS, journeysThrough } from "../journeys.ts";
import type { PagesMarket } from "../market.ts";
import { allScreens, type Screen } from "./catalog.ts";
import { exampleOf } from "./examples.ts";
import { sum, visit } from "./visit.ts";

const FIRST_KB = 200;
const FURTHER_KB = 80;
/** Screens whose address is for people who are not signed in. */
const WITHOUT_SESSION = /\/(entrar|convite)$/;
/** Screens that may load more, and why. */
const HEAVY: Readonly<Record<string, string>> = {};
const IS_CAMPAIGN = budget(0, 1) === 1;
const ALL_MS = 4 * JOURNEY_MS;
const OVERFLOW = "document.documentElement.scrollWidth - innerWidth";

/** What is true of every screen of a portal: it is accessible in each look, fits a phone, and loads few scripts. */
export function holdOfAllScreens(portal: Screen["portal"]): void {
  const { walk } = journeysThrough();
  const as = ({ shopkeeper, person }: PagesMarket) => (portal === "portal" ? shopkeeper : person({ role: "admin" }));
  let screens: readonly Screen[] = [];
  beforeAll(async () => {
    screens = (await allScreens()).filter((screen) => screen.portal === portal);
  });
  const withSession = () => screens.filter(({ route }) => !WITHOUT_SESSION.test(route));
  const withoutSession = () => screens.filter(({ route }) => WITHOUT_SESSION.test(route));

  describe(`every screen of /${portal}`, { timeout: ALL_MS }, () => {
    for (const { theme, language } of LOOKS)
      it.for([
        { who: "whoever is signed in", chosen: withSession, beginning: { as } },
        { who: "anybody", chosen: withoutSession, beginning: {} },
      ])(`that is for $who is accessible and fits a phone, in ${theme} and ${language}`, ({ chosen, beginning }, context) =>
        walk(context, { ...beginning, theme, language }, async (page, market) => {
          const laptop = page.viewportSize()!;
          for (const screen of chosen()) {
            await page.setViewportSize(laptop);
            await visit(page, await exampleOf(screen, market));
            expect(await seriousFindings(page), screen.route).toEqual([]);
            await page.setViewportSize(PHONE);
            await expect.poll(() => page.evaluate(OVERFLOW), { message: `${screen.route} is wider than a phone` }).toBe(0);
            if (IS_CAMPAIGN) expect(await seriousFindings(page), `${screen.route} on a phone`).toEqual([]);
          }
        }),
      );

    it(`loads at most ${FURTHER_KB} kB of scripts gzipped beyond the first, which loads at most ${FIRST_KB}`, (context) =>
      walk(context, { as }, async (page, market) => {
        // Whoever looks at all requests gets nothing from the cache.
        await page.route("**", (route) => route.continue());
        const first = await visit(page, `/${portal}`);
        const further: Record<string, number> = {};
        for (const screen of withSession()) {
          const scripts = await visit(page, await exampleOf(screen, market));
          further[screen.route] = sum([...scripts].filter(([name]) => !first.has(name)));
        }
        figures({ first_screen_kB: sum(first), most_further_kB: Math.max(...Object.values(further)) });
        expect(sum(first)).toBeLessThanOrEqual(FIRST_KB);
        expect(Object.entries(further).filter(([route, kB]) => kB > FURTHER_KB && HEAVY[route] === undefined)).toEqual([]);
      }));
  });
}
