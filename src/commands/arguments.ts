/** A command line taken apart: words in order, options by name, switches that were set. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
}

/** The caller typed something the command does not take: exit code 2, and nothing was done. */
export class UsageFault extends Error {}
