import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright-core";
import { budget } from "../budget.ts";

/** Where Debian's package `chromium` puts it. */
const CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why journeys cannot be tried on this machine; undefined when they can. */
export const lackOfBrowser = (): string | undefined =>
  existsSync(CHROMIUM) ? undefined : `there is no ${CHROMIUM} (apt-get install chromium)`;

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

export const THEMES = ["light", "dark"] as const;

/** How pages may look: every run sees each theme and each language, a campaign every pair of them. */
export const LOOKS = (
  [
    { theme: "light", language: "pt-BR" },
    { theme: "dark", language: "en" },
    { theme: "light", language: "en" },
    { theme: "dark", language: "pt-BR" },
  ] as const
).slice(0, budget(2, 4));
export const DESKTOP = { width: 1360, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Surroundings {
  readonly theme?: (typeof THEMES)[number];
  readonly language?: "pt-BR" | "en";
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Answers that the journey means to get, such as the 401 of a wrong password: `401 /portal/v1/session`. */
  readonly expectedFailures?: readonly RegExp[];
}

/** What went wrong in the page without anybody looking. */
export interface Watched {
  readonly problems: readonly string[];
}

/** The words Chromium has for every answer from 400 on; the answer itself is judged by its address. */
const FAILED_RESOURCE = /^Failed to load resource/;

/**
 * Walks through pages in a browser of its own, and fails at the end if anything went wrong unseen: an error in the console, a violation of the
 * content policy, an exception, a request that failed or was refused and was not expected to.
 */
export async function journey(
  browser: Browser,
  baseUrl: string,
  { theme = "light", language = "pt-BR", viewport = DESKTOP, expectedFailures = [] }: Surroundings,
  walk: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme: theme,
    locale: language,
    viewport,
    reducedMotion: "reduce",
    timezoneId: "America/Sao_Paulo",
  });
  const page = await context.newPage();
  const { problems } = watch(page, expectedFailures);
  try {
    await walk(page, context);
  } finally {
    await context.close();
  }
  if (problems.length > 0) throw new Error(`the journey went wrong unseen:\n${problems.join("\n")}`);
}

/** Notes what goes wrong in a page from now on. */
function watch(page: Page, expectedFailures: readonly RegExp[]): Watched {
  const problems: string[] = [];
  const note = (what: string) => {
    if (!expectedFailures.some((expected) => expected.test(what))) problems.push(what);
  };
  const addressOf = (request: Request) => new URL(request.url()).pathname;
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !FAILED_RESOURCE.test(message.text())) note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`exception: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) note(`${response.status()} ${addressOf(response.request())}`);
  });
  page.on("requestfailed", (request) => {
    // What the page itself gave up because it went elsewhere.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") note(`failed: ${addressOf(request)} ${request.failure()?.errorText}`);
  });
  return { problems };
}

/** What axe finds in a page and calls serious or critical: the rule, and where. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
