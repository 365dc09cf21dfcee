import { quoteShellArgument } from "../../platform/basics/index.ts";
import type { Candidate, Position } from "./candidates.ts";

const FUNCTIONS = `_vitrine() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= option= word i place=0 found
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then
      continue
    elif [[ -n $option ]]; then
      option=
    elif [[ $word == --* ]]; then
      [[ " $(_vitrine_table "valued$path") " == *" $word "* ]] && option=$word
    elif [[ " $(_vitrine_table "names$path") " == *" $word "* ]]; then
      path+=" $word"
    else
      place=$((place + 1))
    fi
  done
  [[ $current == '=' ]] && current=
  if [[ -n $option ]]; then
    found=$(_vitrine_table "value$path $option")
  elif [[ $current == -* ]]; then
    found=$(_vitrine_table "options$path")
  else
    found="$(_vitrine_table "names$path") $(_vitrine_table "word$path $place")"
  fi
  mapfile -t COMPREPLY < <(compgen -W "\${found/<*>/}" -- "$current")
  case $found in
    *'<files>'*) compopt -o filenames && mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current") ;;
    *'<folders>'*) compopt -o filenames && mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current") ;;
  esac
}
complete -F _vitrine vitrine
`;

/** The completion script for bash 4 and later: a table of the words that may follow each position, and functions that read the table. */
export const bashCompletion = (positions: readonly Position[]): string => {
  const rows = positions.flatMap(({ path, names, options, positionals }) => {
    const at = path.map((name) => ` ${name}`).join("");
    const dashed = (some: readonly Candidate[]) => some.map(({ name }) => `--${name}`);
    const valued = options.filter((option) => option.hasValue);
    return [
      ...rowOf(
        `names${at}`,
        names.map(({ name }) => name),
      ),
      ...rowOf(`options${at}`, dashed(options)),
      ...rowOf(`valued${at}`, dashed(valued)),
      ...valued.flatMap((option) => rowOf(`value${at} --${option.name}`, valuesOf(option))),
      ...positionals.flatMap((one, i) => rowOf(`word${at} ${i}`, valuesOf(one), one.many)),
    ];
  });
  return `# bash\n_vitrine_table() {\n  case $1 in\n${rows.join("")}  esac\n}\n${FUNCTIONS}`;
};

const valuesOf = ({ choices, paths }: Candidate): readonly string[] => (paths ? [...choices, `<${paths}>`] : choices);

/** A row of the table, such as `'names seller') echo 'create list' ;;`. The row of a repeatable argument matches all later indices too. */
function rowOf(key: string, words: readonly string[], many = false): readonly string[] {
  if (words.length === 0) return [];
  const pattern = many ? `${quoteShellArgument(key.replace(/\d+$/, ""))}*` : quoteShellArgument(key);
  return [`    ${pattern}) echo ${quoteShellArgument(words.join(" "))} ;;\n`];
}
