import { quoteShellArgument } from "../../platform/basics/index.ts";
import type { Candidate, Position } from "./candidates.ts";

/** The completion script for zsh, with descriptions. The user sources it, or saves it as `_vitrine` in a folder of `fpath`. */
export const zshCompletion = (positions: readonly Position[]): string =>
  [
    "#compdef vitrine",
    "_vitrine() {",
    "  local place",
    ...positions.filter(({ names }) => names.length > 0).flatMap(nameCompletion),
    "  case $place in",
    ...positions.filter(({ names }) => names.length === 0).map(row),
    "  esac",
    "}",
    'if [[ $funcstack[1] == _vitrine ]]; then _vitrine "$@"; else compdef _vitrine vitrine; fi',
    "",
  ].join("\n");

/** Lines of the script that complete a command or action. A name that is already typed is moved to the script's variable `place`. */
function nameCompletion({ path, names }: Position): readonly string[] {
  const described = names.map(({ name, does }) => quoteShellArgument(`${name}:${does}`)).join(" ");
  const lines = [
    `if (( CURRENT == 2 )); then local -a names=(${described}); _describe command names; return; fi`,
    "place+=${place:+ }$words[2]; shift words; (( CURRENT-- ))",
  ];
  return path.length === 0
    ? lines.map((line) => `  ${line}`)
    : [`  if [[ $place == ${quoteShellArgument(path.join(" "))} ]]; then`, ...lines.map((line) => `    ${line}`), "  fi"];
}

function row({ path, options, positionals }: Position): string {
  const specs = [
    ...options.map(
      (one) => `--${one.name}${one.hasValue ? "=" : ""}[${escaped(one.description)}]${one.hasValue ? `:${valueOf(one)}` : ""}`,
    ),
    ...positionals.map((one, i) => `${one.many ? "*" : i + 1}:${valueOf(one)}`),
  ];
  return `    ${quoteShellArgument(path.join(" "))}) _arguments ${specs.map(quoteShellArgument).join(" ")} ;;`;
}

/** The `message:action` part of an argument specification for `_arguments`. */
function valueOf({ description, choices, paths }: Candidate): string {
  const actions = [
    ...(choices.length > 0 ? [`compadd -- ${choices.map(escaped).join(" ")}`] : []),
    ...(paths ? [paths === "files" ? "_files" : "_files -/"] : []),
  ];
  return `${escaped(description)}:${actions.length > 0 ? `{${actions.join("; ")}}` : " "}`;
}

const escaped = (text: string) => text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);
