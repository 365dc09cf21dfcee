import type { Lang } from "../../../platform/contract/errors.ts";
import { COMMON_OPTIONS, isGroup, type Action, type Command, type Option, type Word } from "../../command.ts";

/** Somewhere on a line: the names that led there, and what may follow. */
export interface Place {
  readonly path: readonly string[];
  /** Commands or actions that may follow, with what they do. */
  readonly names: readonly { readonly name: string; readonly does: string }[];
  readonly options: readonly Completed<Option>[];
  readonly words: readonly Completed<Word>[];
}

/** An option or a word, its text in one language, and what completes it: words of its own, paths, or nothing known. */
export type Completed<Row> = Pick<Row & { readonly name: string }, "name"> & {
  readonly says: string;
  /** Whether something stands behind it. */
  readonly valued: boolean;
  readonly many: boolean;
  readonly choices: readonly string[];
  readonly paths: "files" | "folders" | undefined;
};

/** Every place of the command line, the beginning first. */
export function placesOf(commands: readonly Command[], lang: Lang): readonly Place[] {
  const named = (rows: readonly Command[]) => rows.map(({ name, does }) => ({ name, does: does[lang] }));
  const place = (path: readonly string[], action: Action): Place => ({
    path,
    names: [],
    options: [...(action.options ?? []), ...COMMON_OPTIONS].map((row) => completed(row, row.value ?? "", lang)),
    words: (action.words ?? []).map((row) => ({ ...completed(row, row.name, lang), valued: true, many: row.many === true })),
  });
  return [
    { path: [], names: named(commands), options: [], words: [] },
    ...commands.flatMap((command) =>
      isGroup(command)
        ? [
            { path: [command.name], names: named(command.actions), options: [], words: [] },
            ...command.actions.map((action) => place([command.name, action.name], action)),
          ]
        : [place([command.name], command)],
    ),
  ];
}

function completed(row: Option | Word, shown: string, lang: Lang): Completed<Option> {
  return {
    name: row.name,
    says: row.meaning[lang],
    valued: "value" in row || row.values !== undefined,
    many: false,
    choices: row.values ?? ("suggests" in row ? (row.suggests ?? []) : []),
    paths: pathsOf(shown.split("|")),
  };
}

/** `FILE.ndjson` and `NAME|FILE` take files, `DIR` folders. */
function pathsOf(shown: readonly string[]): Completed<Option>["paths"] {
  if (shown.some((one) => one.startsWith("FILE"))) return "files";
  return shown.some((one) => one.startsWith("DIR")) ? "folders" : undefined;
}
