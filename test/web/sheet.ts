import type { Locator, Page } from "playwright-core";

/** A cell of the sheet that is shown, by its row and column. */
export const cell = (page: Page, row: number, column: number): Locator => page.locator(`[data-place="${row}:${column}"]`);

/** The place of the cell that has the focus. */
export const focused = async (page: Page): Promise<unknown> => page.evaluate("document.activeElement.dataset.place");

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Pastes a text where the focus is, as a spreadsheet puts it on the clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press("Control+v");
}
