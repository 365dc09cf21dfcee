/**
 * A statement had nothing against a change and did not write it, as where a seller's row of counters is missing: data that is damaged, or a
 * defect of ours. Its call is told 500, and of the change nothing is kept.
 */
export class Unwritten extends Error {
  constructor(what: string) {
    super(`${what} was not written: are its seller's counters there?`);
  }
}
