/**
 * A change was accepted, but its statement wrote nothing, for instance because the seller's row of counters is missing. Either the data is
 * damaged or Vitrine has a defect. The call gets a 500, and the change is rolled back.
 */
export class RowNotWritten extends Error {
  constructor(what: string) {
    super(`${what} was not written: are its seller's counters there?`);
  }
}
