/** A parsed command line: positional arguments in order, option values by name, and the flags that were set. */
export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}
