/** What holds of every committed state of a marketplace's database, whatever died when. */
export interface Invariant {
  /** A sentence that is true. */
  readonly name: string;
  /** Answers a row `what` for each thing that breaks it; with `isSealed` for each thing there is, with its `place` and what is `sealed`. */
  readonly broken: string;
  /** It is broken by what does not open with the keys. */
  readonly isSealed?: true;
  /** Statements each of which breaks it, for any database that has the rows of test/reliability/invariants.test.ts. */
  readonly plants: readonly string[];
}
