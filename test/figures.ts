import { TestRunner } from "vitest";

/** What a test tried and found, in the reader's words: `{ kills: 200, acknowledged: 103_442, lost: 0 }`. A `seed` plays it again. */
export type Figures = Readonly<Record<string, number | string>>;

declare module "vitest" {
  interface TaskMeta {
    readonly figures?: Figures;
  }
}

/**
 * Adds figures to the test that runs. A campaign writes them into its report (test/reliability/REPORT.md); in any other run they stay
 * where they are. Called again, it adds to what is there; outside a test it does nothing.
 */
export function figures(found: Figures): void {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) Object.assign(test.meta, { figures: { ...test.meta.figures, ...found } });
}
