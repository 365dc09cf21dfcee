import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { seriousFindings, LOOKS } from "./browser.ts";
import { buildGallery } from "./build-gallery.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import { type PagesMarket, startPages } from "./market.ts";
import { cell, focused, paste, press } from "./sheet.ts";

const { walk } = journeysThrough(async () => startPages({ pages: await buildGallery() }));
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;
const STOCK = 2;
const PRICE = 4;

async function openSheet(page: Page): Promise<void> {
  await page.goto("/portal/estoque");
  await cell(page, 0, STOCK).waitFor();
  await cell(page, 0, STOCK).focus();
}

describe("a sheet", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it.for(["/portal/estoque", "/portal/estoque?vazio=true", "/portal/estoque?espera=true"])(
      `is accessible in ${theme} and ${language}: %s`,
      (path, context) =>
        walk(context, { as, theme, language }, async (page) => {
          await page.goto(path, { waitUntil: "networkidle" });
          await page.getByRole("heading", { level: 1 }).waitFor();
          expect(await seriousFindings(page)).toEqual([]);
        }),
    );

  it("is edited by the keyboard alone, and says what changed", (context) =>
    walk(context, { as }, async (page) => {
      await openSheet(page);
      await press(page, "4", "0", "Enter");
      expect(await focused(page)).toBe(`1:${STOCK}`);
      await page.getByRole("status").getByText("Físico: agora 40.").waitFor();
      await press(page, "F2", "End", "9", "Tab");
      expect(await page.getByRole("textbox", { name: "TEN-ORVALHO-1, Preço por" }).inputValue()).toBe("79,19");
      await press(page, "1", "2", ",", "5", "Enter");
      expect(await cell(page, 0, STOCK).textContent()).toContain("40");
      expect(await cell(page, 1, STOCK).textContent()).toContain("319");
      expect(await cell(page, 1, PRICE).textContent()).toContain("R$\u00A012,50");
      expect(await cell(page, 1, PRICE).textContent()).toContain("R$\u00A079,19");
      await press(page, "F2", "7", "Escape");
      expect(await cell(page, 2, PRICE).getAttribute("data-edited")).toBeNull();
      await press(page, "Control+z", "Control+z", "Control+z");
      expect(await page.locator("[data-edited]").count()).toBe(0);
      await press(page, "Control+y");
      expect(await cell(page, 0, STOCK).textContent()).toContain("40");
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("keeps edits over a reload", (context) =>
    walk(context, { as }, async (page) => {
      await openSheet(page);
      await press(page, "4", "0", "Enter");
      await page.reload();
      await cell(page, 0, STOCK).getByText("40").waitFor();
    }));

  it("takes a block from a spreadsheet with Brazilian decimals, fills down and copies", (context) =>
    walk(context, { as }, async (page, _, browser) => {
      await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openSheet(page);
      await press(page, "ArrowRight", "ArrowRight");
      await paste(page, "R$ 1.234,56\r\n2,5\r\n10\r\n");
      expect(await cell(page, 0, PRICE).textContent()).toContain("R$\u00A01.234,56");
      expect(await cell(page, 1, PRICE).textContent()).toContain("R$\u00A02,50");
      expect(await cell(page, 2, PRICE).textContent()).toContain("R$\u00A010,00");
      await press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
      expect(await cell(page, 3, PRICE).textContent()).toContain("R$\u00A01.234,56");
      await press(page, "Control+c");
      await page.getByRole("status").getByText("4 células copiadas.").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("1.234,56\n1.234,56\n1.234,56\n1.234,56");
      await press(page, "Control+z", "Control+z");
      expect(await page.locator("[data-edited]").count()).toBe(0);
    }));

  it("shows what is said about a cell below its row, with what can be done", (context) =>
    walk(context, { as }, async (page) => {
      await openSheet(page);
      await press(page, "ArrowDown", "ArrowDown", "ArrowDown", "Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Ficar com 30");
      await press(page, "Enter");
      expect(await focused(page)).toBe(`3:${STOCK}`);
      expect(await cell(page, 3, STOCK).getAttribute("data-note")).toBeNull();
    }));

  it("goes to its ends, and selects by the mouse", (context) =>
    walk(context, { as }, async (page) => {
      await openSheet(page);
      await press(page, "Control+End");
      expect(await focused(page)).toBe(`99999:${PRICE}`);
      await press(page, "Control+Home");
      expect(await focused(page)).toBe("0:0");
      await cell(page, 2, STOCK).click();
      await cell(page, 4, PRICE).click({ modifiers: ["Shift"] });
      expect(await page.locator("[data-place][aria-selected=true]").count()).toBe(9);
      await cell(page, 6, STOCK).dblclick();
      await page.getByRole("textbox", { name: "TEN-ORVALHO-6, Físico" }).fill("8");
      await cell(page, 7, STOCK).click();
      expect(await cell(page, 6, STOCK).textContent()).toContain("8");
    }));

  it("scrolls a hundred thousand rows without a long task", (context) =>
    walk(context, { as }, async (page, _, ofPage) => {
      await openSheet(page);
      const browser = ofPage.browser()!;
      await browser.startTracing(page, { categories: ["toplevel"] });
      const frames = await page.evaluate(SCROLL);
      const tasks = tasksOf(await browser.stopTracing());
      figures({ frames: frames as number, tasks: tasks.length, longestMs: Math.round(Math.max(...tasks)) });
      expect(tasks.length).toBeGreaterThan(50);
      expect(tasks.filter((ms) => ms > MOST_TASK_MS)).toEqual([]);
    }));
});

const MOST_TASK_MS = 100;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread, in µs: other programs of the machine do not count. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}
/** The tasks of the page's main thread in a trace, in ms of CPU time. */
function tasksOf(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) => (name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid}:${tid}`] : [])),
  );
  return traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith("RunTask") && threads.has(`${pid}:${tid}`) && tdur !== undefined ? [tdur / 1_000] : [],
  );
}
/** From the first row to the last: steps of a wheel, then leaps of a dragged scroll bar. Answers the number of frames. */
const SCROLL = `(async () => {
  const grid = document.querySelector("[role=grid]");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let frames = 0;
  for (; frames < 60; frames += 1) { grid.scrollTop += 240; await frame(); }
  while (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1) { grid.scrollTop += 50_000; frames += 1; await frame(); }
  return frames;
})()`;
