import type { Completed, Place } from "./places.ts";

const FUNCTIONS = `# fish
function __vitrine_line
    # The words before the cursor without options: where on the line it is.
    set -l words
    set -l skip 0
    for token in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if string match -q -- '--*=*' $token
        else if string match -q -- '--*' $token
            contains -- $token $__vitrine_valued; and set skip 1
        else
            set -a words $token
        end
    end
    string join -- \\n $words
end
function __vitrine_at
    set -l words (__vitrine_line)
    set -l path (string split -- ' ' $argv[2])
    test -z "$argv[2]"; and set path
    for i in (seq (count $path))
        test "$words[$i]" = "$path[$i]"; or return 1
    end
    # How many words stand behind the path: exactly so many, or any number.
    test $argv[1] = any; or test (count $words) -eq (math (count $path) + $argv[1])
end
complete -c vitrine -f
`;

/** Completion for fish, with what everything means. */
export function fishCompletion(places: readonly Place[]): string {
  const valued = new Set(places.flatMap(({ options }) => options.filter((one) => one.valued).map(({ name }) => `--${name}`)));
  return `set -g __vitrine_valued ${[...valued].join(" ")}\n${FUNCTIONS}${places.flatMap(rows).join("\n")}\n`;
}

function rows({ path, names, options, words }: Place): readonly string[] {
  const at = (behind: number | "any") => `-n ${quoted(`__vitrine_at ${behind} ${doubly(path.join(" "))}`)}`;
  return [
    ...names.map(({ name, does }) => `complete -c vitrine ${at(0)} -a ${name} -d ${quoted(does)}`),
    ...options.map(
      (one) => `complete -c vitrine ${at("any")} -l ${one.name} -d ${quoted(one.says)}${one.valued ? ` -r${valuesOf(one)}` : ""}`,
    ),
    ...words.flatMap((one, i) => (valuesOf(one) === "" ? [] : [`complete -c vitrine ${at(one.many ? "any" : i)}${valuesOf(one)}`])),
  ];
}

const valuesOf = ({ choices, paths }: Completed<unknown>): string =>
  `${choices.length > 0 ? ` -f -a ${quoted(choices.join(" "))}` : ""}${paths === "files" ? " -F" : ""}${paths === "folders" ? " -f -a '(__fish_complete_directories)'" : ""}`;

const doubly = (text: string) => `"${text}"`;
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
