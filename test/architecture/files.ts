import { fileRule, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

/** A file beyond this many lines holds two things, or stands here with its reason. */
const MOST_LINES = 400;
const LONGER_FOR_A_REASON: Readonly<Record<string, string>> = {
  "test/planted/bugs.ts": "one table, a row for each planted bug",
};

/** Words that say which kind of file it is instead of what it holds (STYLE.md). */
const KINDS = /^(utils?|helpers?|commons?|services?|managers?|misc)$/i;

const linesOf = ({ text }: Source) => text.split("\n").length - 1;

/** Files whose reason to be long is none any more: short enough now, or gone. */
export const staleReasons = (sources: readonly Source[]): readonly string[] =>
  Object.keys(LONGER_FOR_A_REASON).filter((path) => !sources.some((one) => one.path === path && linesOf(one) > MOST_LINES));

/** How long files are and what they are called. */
export const FILE_RULES: readonly Rule[] = [
  fileRule({
    name: `a file has at most ${MOST_LINES} lines, or a reason`,
    about: (path) => LONGER_FOR_A_REASON[path] === undefined,
    find: (source) => (linesOf(source) > MOST_LINES ? [{ path: source.path, line: MOST_LINES, found: `${linesOf(source)} lines` }] : []),
    broken: [{ "src/app.ts": "\n".repeat(MOST_LINES + 1) }],
    kept: [{ "src/app.ts": "\n".repeat(MOST_LINES) }],
  }),
  fileRule({
    name: "a file is named for what it holds, never for its kind",
    about: () => true,
    find: ({ path }) =>
      path
        .replace(/(\.test)?\.tsx?$/, "")
        .split(/[/._-]/)
        .filter((word) => KINDS.test(word))
        .map((found) => ({ path, line: 1, found })),
    broken: [
      { "src/stock/utils.ts": "" },
      { "src/stock/stock-service.ts": "" },
      { "src/common/ids.ts": "" },
      { "test/helpers.test.ts": "" },
    ],
    kept: [{ "src/stock/stock-view.ts": "" }, { "src/catalog/commonality.ts": "" }],
  }),
];
