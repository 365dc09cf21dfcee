import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, JSON_OPTION, type Command, type Terminal } from "./command.ts";
import { findInstance } from "./instance.ts";
import { columns } from "./table.ts";
import { chooseAction, neededOption, wordsOf } from "./usage.ts";

/** `operator-key create --role ROLE`. */
export const operatorKey: Command = {
  name: "operator-key",
  usage: "operator-key create --role ROLE [--name NAME] [--json] [--data DIR | --url URL]",
  does: { "pt-BR": "Emite uma chave para a API do operador.", en: "Issues a key for the operator API." },
  options: [
    {
      name: "role",
      value: "admin|catalog|risk|orders|fulfillment|integration|support",
      meaning: { "pt-BR": "o que a chave pode fazer", en: "what the key may do" },
    },
    { name: "name", value: "NAME", meaning: { "pt-BR": "de quem é a chave", en: "whose key it is" } },
    JSON_OPTION,
    ...INSTANCE_OPTIONS,
  ],
  async run(args, terminal) {
    const { action, rest } = chooseAction(args, { create }, terminal.lang);
    await action(rest, terminal);
    return 0;
  },
};

/** The key is shown here and never again. */
async function create(args: Arguments, { lang, out }: Terminal): Promise<void> {
  wordsOf(args, [], lang);
  const role = neededOption(args, "role", lang);
  const { name } = args.options;
  const asked = { role, ...(name === undefined ? {} : { name }) };
  const { body } = await findInstance(args, lang).ask<{ operatorKey: string; role: string }>("POST", "/operator/v1/operator-keys", asked);
  const { operatorKey: key, role: granted } = body!;
  const issued = { operatorKey: key, role: granted };
  if (args.switches.has("json")) out.write(`${JSON.stringify(issued)}\n`);
  else out.write(columns(Object.entries(issued)));
}
