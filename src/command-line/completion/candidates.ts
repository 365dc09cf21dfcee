import type { Lang } from "../../platform/contract/index.ts";
import { isGroup, type Action, type Command, type Option, type Positional } from "../command.ts";
import { COMMON_OPTIONS } from "../shared-options.ts";

/** A position on the command line and the words that may follow it. `path` is the command and action names before it. */
export interface Position {
  readonly path: readonly string[];
  /** Commands or actions that may follow, with their descriptions. */
  readonly names: readonly { readonly name: string; readonly does: string }[];
  readonly options: readonly Candidate[];
  readonly positionals: readonly Candidate[];
}

/** An option or positional argument, with the values that completion offers. */
export interface Candidate {
  readonly name: string;
  readonly description: string;
  /** Whether the option or argument takes a value. */
  readonly hasValue: boolean;
  readonly many: boolean;
  /** Values that completion offers. */
  readonly choices: readonly string[];
  /** Kind of paths that completion offers; undefined = no paths. */
  readonly paths: "files" | "folders" | undefined;
}

/** Every position on the command line, starting with the first word. */
export function positionsOf(commands: readonly Command[], lang: Lang): readonly Position[] {
  const described = (rows: readonly Command[]) => rows.map(({ name, does }) => ({ name, does: does[lang] }));
  const ofAction = (path: readonly string[], action: Action): Position => ({
    path,
    names: [],
    options: [...(action.options ?? []), ...COMMON_OPTIONS].map((option) => candidate(option, option.value ?? "", lang)),
    positionals: (action.positionals ?? []).map((positional) => ({
      ...candidate(positional, positional.name, lang),
      hasValue: true,
      many: positional.many === true,
    })),
  });
  const ofNames = (path: readonly string[], rows: readonly Command[]): Position => ({
    path,
    names: described(rows),
    options: [],
    positionals: [],
  });
  return [
    ofNames([], commands),
    ...commands.flatMap((command) =>
      isGroup(command)
        ? [ofNames([command.name], command.actions), ...command.actions.map((action) => ofAction([command.name, action.name], action))]
        : [ofAction([command.name], command)],
    ),
  ];
}

function candidate(row: Option | Positional, placeholder: string, lang: Lang): Candidate {
  return {
    name: row.name,
    description: row.meaning[lang],
    hasValue: "value" in row || row.values !== undefined,
    many: false,
    choices: row.values ?? ("suggests" in row ? (row.suggests ?? []) : []),
    paths: pathsFor(placeholder.split("|")),
  };
}

/** The kind of paths to offer for these placeholders: files for `FILE.ndjson` and `NAME|FILE`, folders for `DIR`. */
function pathsFor(placeholders: readonly string[]): Candidate["paths"] {
  if (placeholders.some((one) => one.startsWith("FILE"))) return "files";
  return placeholders.some((one) => one.startsWith("DIR")) ? "folders" : undefined;
}
