import type { Candidate, Position } from "./candidates.ts";

const FUNCTIONS = `# fish
function __vitrine_line
    # The words before the cursor without options.
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
    # How many words follow the path: exactly so many, or any number.
    test $argv[1] = any; or test (count $words) -eq (math (count $path) + $argv[1])
end
complete -c vitrine -f
`;

/** The completion script for fish, with descriptions. */
export function fishCompletion(positions: readonly Position[]): string {
  const valued = new Set(positions.flatMap(({ options }) => options.filter((one) => one.hasValue).map(({ name }) => `--${name}`)));
  return `set -g __vitrine_valued ${[...valued].join(" ")}\n${FUNCTIONS}${positions.flatMap(rows).join("\n")}\n`;
}

function rows({ path, names, options, positionals }: Position): readonly string[] {
  const at = (behind: number | "any") => `-n ${quoted(`__vitrine_at ${behind} ${doubly(path.join(" "))}`)}`;
  return [
    ...names.map(({ name, does }) => `complete -c vitrine ${at(0)} -a ${name} -d ${quoted(does)}`),
    ...options.map(
      (one) => `complete -c vitrine ${at("any")} -l ${one.name} -d ${quoted(one.description)}${one.hasValue ? ` -r${valuesOf(one)}` : ""}`,
    ),
    ...positionals.flatMap((one, i) => (valuesOf(one) === "" ? [] : [`complete -c vitrine ${at(one.many ? "any" : i)}${valuesOf(one)}`])),
  ];
}

const valuesOf = ({ choices, paths }: Candidate): string =>
  `${choices.length > 0 ? ` -f -a ${quoted(choices.join(" "))}` : ""}${paths === "files" ? " -F" : ""}${paths === "folders" ? " -f -a '(__fish_complete_directories)'" : ""}`;

const doubly = (text: string) => `"${text}"`;
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
