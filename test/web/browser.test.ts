import { describe, expect, it } from "vitest";
import { lackOfBrowser, seriousFindings } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";

const { walk } = journeysThrough();
const SIGNED_OUT = { expectedFailures: [/^401 \/portal\/v1\/me$/] };

/** What goes wrong in a page without being seen: a script that does it, and what the journey says. */
const PLANTED = [
  ["an error in the console", "console.error('lost')", "console: lost"],
  ["an exception", "setTimeout(() => { throw new Error('thrown') })", "exception: thrown"],
  [
    "a style without the nonce",
    "document.head.append(document.createElement('style')); document.querySelector('style:last-of-type').textContent = 'p{}'",
    "style-src",
  ],
  [
    "a script of somebody else",
    "Object.assign(document.head.appendChild(document.createElement('script')), { src: 'https://elsewhere.example/a.js' })",
    "script-src",
  ],
  ["an answer that was not expected", "fetch('/portal/v1/nothing')", "404 /portal/v1/nothing"],
] as const;

describe("a journey", { timeout: JOURNEY_MS }, () => {
  it.for(PLANTED)("fails for %s", async ([, script, said], context) => {
    const lack = lackOfBrowser();
    if (lack !== undefined) return context.skip(`not tried: ${lack}`);
    const walked = walk(context, SIGNED_OUT, async (page) => {
      await page.goto("/portal/entrar");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.evaluate(script);
      await page.waitForTimeout(300);
    });
    await expect(walked).rejects.toThrow(said);
  });

  it("sees what is not accessible", (context) =>
    walk(context, SIGNED_OUT, async (page) => {
      await page.goto("/portal/entrar");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.evaluate("document.querySelector('form').append(document.createElement('input'))");
      expect(await seriousFindings(page)).toEqual([expect.stringContaining("label: <input>")]);
    }));
});
