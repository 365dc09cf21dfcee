import type { Lang } from "../platform/contract/errors.ts";
import { isGroup, wantsJson, type Action, type Command, type Word } from "./command.ts";
import { generalHelp, rowHelp, usageOf, type Section } from "./line/help.ts";
import { actionOf, findRow, type Found } from "./line/lookup.ts";

/** `help`, `help COMMAND`, `help COMMAND ACTION`; it knows the table it is a row of by asking for it. */
export const createHelp = (sections: () => readonly Section[]): Command => ({
  name: "help",
  does: { "pt-BR": "Mostra os comandos, ou a ajuda de um deles.", en: "Shows the commands, or the help of one of them." },
  /** Asked for late: the table it lists is the one it stands in. */
  get words(): readonly Word[] {
    const suggests = sections().flatMap(({ commands }) => commands.map(({ name }) => name));
    return [
      { name: "COMMAND", suggests, optional: true, meaning: { "pt-BR": "de qual comando", en: "of which command" } },
      { name: "ACTION", optional: true, meaning: { "pt-BR": "de qual das ações dele", en: "of which of its actions" } },
    ];
  },
  examples: [
    { line: "help import", does: { "pt-BR": "Como publicar um arquivo.", en: "How to publish a file." } },
    { line: "help seller create", does: { "pt-BR": "Uma ação de um comando.", en: "One action of a command." } },
  ],
  json: { as: "array", fields: ["name", "usage", "does", "options", "examples"] },
  run({ words, ...args }, { lang, out }) {
    const commands = sections().flatMap((section) => section.commands);
    const { path, row } = words.length === 0 ? { path: [], row: undefined } : rowAt(words, commands, lang);
    if (wantsJson({ words, ...args })) {
      const told = row === undefined ? commands.flatMap((one) => described([one.name], one, lang)) : described(path, row, lang);
      out.write(`${JSON.stringify(told)}\n`);
    } else out.write(row === undefined ? generalHelp(sections(), lang, out) : rowHelp(path, row, lang, out));
    return Promise.resolve(0);
  },
});

/** The row that words name, all of them. */
function rowAt(words: readonly string[], commands: readonly Command[], lang: Lang): Pick<Found, "path" | "row"> {
  const found = findRow(words, commands, lang);
  return found.rest.length === 0 ? found : { ...found, row: actionOf(found, lang) };
}

/** The actions of a row, as programs read them. */
function described(path: readonly string[], row: Command, lang: Lang): readonly object[] {
  if (isGroup(row)) return row.actions.flatMap((action) => described([...path, action.name], action, lang));
  const { does, options = [], examples }: Action = row;
  return [
    {
      name: path.join(" "),
      usage: usageOf(path, row, lang),
      does: does[lang],
      options: options.map(({ meaning, ...option }) => ({ ...option, meaning: meaning[lang] })),
      examples: examples.map(({ line, does: what }) => ({ line, does: what[lang] })),
    },
  ];
}
