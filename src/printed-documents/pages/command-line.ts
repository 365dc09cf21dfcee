import { isGroup, type Action, type Command, type CommandSection } from "../../command-line/command.ts";
import { EXIT_CODES, type ExitName } from "../../command-line/exit-codes.ts";
import { jsonFormText, optionUsage, usageLine } from "../../command-line/help-text.ts";
import { bilingual, code, fenced, page, table } from "../markdown.ts";

const INTRODUCTION = `# Linha de comando / Command line

\`bin/vitrine COMANDO [opções]\`; \`bin/vitrine help COMANDO\` mostra a mesma coisa no terminal. Todo comando aceita \`--json\` (um documento
numa linha, ou um objeto por linha) e \`--help\`. Com \`--json\`, um erro é um objeto em stderr: \`{"error": {exit, exitCode, message, status?, codes?}}\`.
Cores só aparecem num terminal, e nunca com \`NO_COLOR\`. O idioma é o do terminal; \`VITRINE_LANG=pt-BR\` ou \`en\` o define. Comandos demorados
mostram o progresso em stderr. \`bin/vitrine help completion\` diz como completar comandos com Tab.

A instância é a da pasta de dados (\`--data\`, \`DATA_DIR\`, ou \`.vitrine\`); para outra máquina, \`--url URL\` e a chave de operador em
\`VITRINE_OPERATOR_KEY\`.

_In English: every command accepts \`--json\` (one document on a line, or one object per line) and \`--help\`. With \`--json\` an error is an
object on stderr. Colours appear on a terminal only, never with \`NO_COLOR\`. The language is that of the terminal; \`VITRINE_LANG\` overrides it.
Long commands show their progress on stderr. The instance is that of the data folder; for another machine, use \`--url\` and
\`VITRINE_OPERATOR_KEY\`._`;

/** docs/guides/command-line.md: every command with its positionals, options, JSON, exit codes and examples. */
export function commandLinePage(sections: readonly CommandSection[]): string {
  const codes = Object.values(EXIT_CODES).map(({ code: number, meaning }) => [code(String(number)), bilingual(meaning)]);
  return page(
    INTRODUCTION,
    "## Códigos de saída / Exit codes",
    table(["código / code", "significado / meaning"], codes),
    ...sections.flatMap(({ title, commands }) => [
      `## ${title["pt-BR"]} / ${title.en}`,
      ...commands.flatMap((command) => commandParts(command)),
    ]),
  );
}

const commandParts = (command: Command): readonly string[] =>
  isGroup(command)
    ? command.actions.flatMap((action) => actionPart([command.name, action.name], action))
    : actionPart([command.name], command);

function actionPart(path: readonly string[], action: Action): readonly string[] {
  const { does, program, positionals = [], options = [], json, exits = {}, examples } = action;
  const usage = [...(program ? [`${program} [--…]`] : []), usageLine(path, action, "pt-BR")];
  const rows = [
    ...positionals.map(({ name, meaning }) => [code(name), bilingual(meaning)]),
    ...options.map((option) => [code(optionUsage(option)), bilingual(option.meaning)]),
    [code("--json"), code(jsonFormText(json))],
    ...(Object.keys(exits) as ExitName[]).map((name) => [`→ ${code(String(EXIT_CODES[name].code))}`, bilingual(exits[name]!)]),
  ];
  const lines = examples.flatMap(({ line, does: what }) => [`# ${what["pt-BR"]} / ${what.en}`, `bin/vitrine ${line}`]);
  return [
    `### ${path.join(" ")}`,
    bilingual(does).replace("\n", "\\\n"),
    fenced("sh", usage.join("\n")),
    table(["", ""], rows),
    fenced("sh", lines.join("\n")),
  ];
}
