import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const PROJECT = join(import.meta.dirname, "..", "..");

/** What takes longest, the longest first; below `test/`. A fresh clone knows no durations, and what begins late ends last, alone. */
const LONGEST = [
  "reliability/T02-crash-points",
  "contract",
  "documents",
  "reliability/T36-injection",
  "reliability/T16-replay",
  "reliability/review-claims",
  "reliability/T06-worker-kill9",
  "events/M3-chaos",
  "reliability/T23-slow-clients",
  "reliability/clean-stop",
  "contract/equality",
  "reliability/T09-restore-drill",
  "reliability/T20-overload",
  "reliability/T44-isolation",
  "reliability/T12-idempotency",
  "reliability/T01-api-kill9",
  "reference/operator",
  "inspector/misplaced",
].map((name) => {
  const path = join(PROJECT, "test", `${name}.test.ts`);
  if (!existsSync(path)) throw new Error(`${path} is not there any more; take it from the longest files`);
  return path;
});

/** Files in vitest's own order, behind those that are known to take long. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
