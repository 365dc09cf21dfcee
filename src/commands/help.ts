import { isGroup, wantsJson, type Action, type Command, type CommandSection, type Positional } from "../command-line/command.ts";
import { findCommand, requireAction, type FoundCommand } from "../command-line/find-command.ts";
import { commandHelp, generalHelp, usageLine } from "../command-line/help-text.ts";
import type { Lang } from "../platform/contract/index.ts";

/** `help`, `help COMMAND`, `help COMMAND ACTION`. `sections` is a function, because the table of commands contains `help` itself. */
export const createHelp = (sections: () => readonly CommandSection[]): Command => ({
  name: "help",
  does: { "pt-BR": "Mostra os comandos, ou a ajuda de um deles.", en: "Shows the commands, or the help of one of them." },
  get positionals(): readonly Positional[] {
    const suggests = sections().flatMap(({ commands }) => commands.map(({ name }) => name));
    return [
      { name: "COMMAND", suggests, optional: true, meaning: { "pt-BR": "o comando", en: "the command" } },
      { name: "ACTION", optional: true, meaning: { "pt-BR": "uma de suas ações", en: "one of its actions" } },
    ];
  },
  examples: [
    { line: "help import", does: { "pt-BR": "Como publicar um arquivo.", en: "How to publish a file." } },
    { line: "help seller create", does: { "pt-BR": "Uma ação de um comando.", en: "One action of a command." } },
  ],
  json: { as: "array", fields: ["name", "usage", "does", "options", "examples"] },
  run(args, { lang, out }) {
    const commands = sections().flatMap((section) => section.commands);
    const found = args.positionals.length === 0 ? undefined : commandAt(args.positionals, commands, lang);
    if (wantsJson(args)) {
      const actions = found
        ? describeActions(found.path, found.command, lang)
        : commands.flatMap((one) => describeActions([one.name], one, lang));
      out.write(`${JSON.stringify(actions)}\n`);
    } else out.write(found ? commandHelp(found.path, found.command, lang, out) : generalHelp(sections(), lang, out));
    return Promise.resolve(0);
  },
});

/** The command or action with these names. Throws `UsageError` if a name is unknown. */
function commandAt(names: readonly string[], commands: readonly Command[], lang: Lang): Pick<FoundCommand, "path" | "command"> {
  const found = findCommand(names, commands, lang);
  return found.rest.length === 0 ? found : { ...found, command: requireAction(found, lang) };
}

/** The actions of a command, as JSON objects for programs. */
function describeActions(path: readonly string[], command: Command, lang: Lang): readonly object[] {
  if (isGroup(command)) return command.actions.flatMap((action) => describeActions([...path, action.name], action, lang));
  const { does, options = [], examples }: Action = command;
  return [
    {
      name: path.join(" "),
      usage: usageLine(path, command, lang),
      does: does[lang],
      options: options.map(({ meaning, ...option }) => ({ ...option, meaning: meaning[lang] })),
      examples: examples.map((example) => ({ line: example.line, does: example.does[lang] })),
    },
  ];
}
