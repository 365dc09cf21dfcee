import type { Failure } from "../../platform/contract/index.ts";

/** Thrown when a whole file cannot be read. Its failures have one status and refuse the call; in the middle of a file they end the job. */
export class FileProblem extends Error {
  readonly failures: readonly Failure[];
  constructor(failures: readonly Failure[]) {
    super(failures.map(({ code }) => code).join(", "));
    this.failures = failures;
  }
}
