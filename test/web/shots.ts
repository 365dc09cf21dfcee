import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, journey, lackOfBrowser, openBrowser, PHONE, THEMES } from "./browser.ts";
import { buildGallery } from "./build-gallery.ts";
import { REVIEWER, SELLERS_PERSON, startStandIn } from "./stand-in.ts";

// Pictures of every screen, in both themes, for a laptop and a phone: `node test/web/shots.ts [part of a name]` writes them to .shots/.

/** A picture: an address, and what to do there first. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly signedOut?: boolean;
  /** The shared components instead of the portals. */
  readonly gallery?: boolean;
  readonly fullPage?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: "portal-sign-in", path: "/portal/entrar", signedOut: true },
  { name: "portal-invitation", path: "/portal/convite#vin_abc", signedOut: true },
  { name: "portal-home", path: "/portal" },
  { name: "portal-palette", path: "/portal", before: (page) => page.keyboard.press("Control+k") },
  { name: "portal-keys", path: "/portal", before: (page) => page.keyboard.press("?") },
  { name: "portal-not-found", path: "/portal/nada" },
  { name: "backoffice-home", path: "/backoffice" },
  { name: "gallery-parts", path: "/portal", gallery: true, fullPage: true },
  { name: "gallery-table", path: "/portal/produtos", gallery: true },
  { name: "gallery-empty", path: "/portal/produtos?marca=garoa", gallery: true },
  { name: "gallery-waiting", path: "/portal/produtos?criticados=true", gallery: true },
  { name: "gallery-palette", path: "/portal", gallery: true, before: (page) => page.keyboard.press("Control+k") },
  { name: "gallery-keys", path: "/portal", gallery: true, before: (page) => page.keyboard.press("?") },
  { name: "gallery-toasts", path: "/portal", gallery: true, before: (page) => page.keyboard.type("at") },
  { name: "gallery-dialog", path: "/portal", gallery: true, before: (page) => page.getByRole("button", { name: "Criticar" }).click() },
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

await using portals = await startStandIn(SELLERS_PERSON);
await using gallery = await startStandIn(SELLERS_PERSON, await buildGallery());
const browser = await openBrowser();
try {
  for (const shot of SHOTS.filter(({ name }) => name.includes(wanted))) await take(shot);
} finally {
  await browser.close();
}

async function take({ name, path, signedOut = false, gallery: isOfGallery = false, fullPage = false, before }: Shot): Promise<void> {
  const standIn = isOfGallery ? gallery : portals;
  standIn.person = path === "/backoffice" ? REVIEWER : SELLERS_PERSON;
  if (signedOut) standIn.endSession();
  else standIn.beginSession();
  for (const theme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES))
      await journey(browser, standIn.baseUrl, { theme, viewport, expectedFailures: [/^401 \/portal\/v1\/me/] }, async (page) => {
        await page.goto(path, { waitUntil: "networkidle" });
        await before?.(page);
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`), fullPage });
      });
  console.log(name);
}
