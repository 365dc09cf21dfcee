import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, journey, lackOfBrowser, openBrowser, PHONE, THEMES } from "./browser.ts";
import { REVIEWER, SELLERS_PERSON, startStandIn } from "./stand-in.ts";

// Pictures of every screen, in both themes, for a laptop and a phone: `node test/web/shots.ts [part of a name]` writes them to .shots/.

/** A picture: an address, and what to do there first. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly signedOut?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: "portal-sign-in", path: "/portal/entrar", signedOut: true },
  { name: "portal-invitation", path: "/portal/convite/abc", signedOut: true },
  { name: "portal-home", path: "/portal" },
  { name: "portal-palette", path: "/portal", before: (page) => page.keyboard.press("Control+k") },
  { name: "portal-keys", path: "/portal", before: (page) => page.keyboard.press("?") },
  { name: "portal-not-found", path: "/portal/nada" },
  { name: "backoffice-home", path: "/backoffice" },
  { name: "backoffice-not-a-member", path: "/backoffice/?vendedor" },
];
const SIZES = { desktop: DESKTOP, phone: PHONE };
const SETTLE_MS = 350;

const lack = lackOfBrowser();
if (lack !== undefined) throw new Error(lack);
const wanted = process.argv[2] ?? "";
const folder = join(import.meta.dirname, "..", "..", ".shots");
if (wanted === "") rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await using standIn = await startStandIn(SELLERS_PERSON);
const browser = await openBrowser();
try {
  for (const shot of SHOTS.filter(({ name }) => name.includes(wanted))) await take(shot);
} finally {
  await browser.close();
}

async function take({ name, path, signedOut = false, before }: Shot): Promise<void> {
  standIn.person = path === "/backoffice" ? REVIEWER : SELLERS_PERSON;
  if (signedOut) standIn.endSession();
  else standIn.beginSession();
  for (const theme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES))
      await journey(browser, standIn.baseUrl, { theme, viewport, expectedFailures: [/^401 \/portal\/v1\/me/] }, async (page) => {
        await page.goto(path, { waitUntil: "networkidle" });
        await before?.(page);
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      });
  console.log(name);
}
