import { quoteShellArgument } from "../../../platform/basics/shell-word.ts";
import type { Completed, Place } from "./places.ts";

/** Completion for zsh, with what everything means. To be sourced, or kept as `_vitrine` in a folder of `fpath`. */
export const zshCompletion = (places: readonly Place[]): string =>
  [
    "#compdef vitrine",
    "_vitrine() {",
    "  local place",
    ...places.filter(({ names }) => names.length > 0).flatMap(nameDue),
    "  case $place in",
    ...places.filter(({ names }) => names.length === 0).map(row),
    "  esac",
    "}",
    'if [[ $funcstack[1] == _vitrine ]]; then _vitrine "$@"; else compdef _vitrine vitrine; fi',
    "",
  ].join("\n");

/** Completes a name where one is due, and goes on behind it: what was read becomes the path. */
function nameDue({ path, names }: Place): readonly string[] {
  const described = names.map(({ name, does }) => quoteShellArgument(`${name}:${does}`)).join(" ");
  const lines = [
    `if (( CURRENT == 2 )); then local -a names=(${described}); _describe command names; return; fi`,
    "place+=${place:+ }$words[2]; shift words; (( CURRENT-- ))",
  ];
  return path.length === 0
    ? lines.map((line) => `  ${line}`)
    : [`  if [[ $place == ${quoteShellArgument(path.join(" "))} ]]; then`, ...lines.map((line) => `    ${line}`), "  fi"];
}

function row({ path, options, words }: Place): string {
  const specs = [
    ...options.map((one) => `--${one.name}${one.valued ? "=" : ""}[${escaped(one.says)}]${one.valued ? `:${valueOf(one)}` : ""}`),
    ...words.map((one, i) => `${one.many ? "*" : i + 1}:${valueOf(one)}`),
  ];
  return `    ${quoteShellArgument(path.join(" "))}) _arguments ${specs.map(quoteShellArgument).join(" ")} ;;`;
}

/** `message:action` of an argument. */
function valueOf({ says, choices, paths }: Completed<unknown>): string {
  const ways = [
    ...(choices.length > 0 ? [`compadd -- ${choices.map(escaped).join(" ")}`] : []),
    ...(paths ? [paths === "files" ? "_files" : "_files -/"] : []),
  ];
  return `${escaped(says)}:${ways.length > 0 ? `{${ways.join("; ")}}` : " "}`;
}

const escaped = (text: string) => text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);
