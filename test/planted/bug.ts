/** A bug that was put in on purpose, and the gate that catches it. */
export interface PlantedBug {
  /** What would catch it in earnest: a numbered test, or what the test is about. */
  readonly gate: string;
  readonly bug: string;
  /** Below `test/`, without its ending. */
  readonly file: string;
  /** As the file writes it: the test that is green because the gate is red. */
  readonly title: string;
  /** Of a title with several rows: the words of this one. */
  readonly row?: string;
  /** The module that plants it in a process that is about to start; without one the test plants it itself. */
  readonly module?: string;
  /** Takes too long for every run: `bin/test --campaign` plants it. */
  readonly atLength?: true;
}
