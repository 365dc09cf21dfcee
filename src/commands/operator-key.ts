import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance } from "../command-line/instance.ts";
import { ROLES } from "../sellers/index.ts";
import { alignColumns } from "../command-line/columns.ts";

/** `operator-key create --role ROLE`: issues a key for the operator API. */
export const operatorKey: Command = {
  name: "operator-key",
  does: { "pt-BR": "Emite uma chave para a API do operador.", en: "Issues a key for the operator API." },
  actions: [
    {
      name: "create",
      does: { "pt-BR": "Emite uma chave. Ela só é mostrada agora.", en: "Issues a key. It is shown only now." },
      options: [
        { name: "role", values: ROLES, needed: true, meaning: { "pt-BR": "o que a chave pode fazer", en: "what the key may do" } },
        { name: "name", value: "NAME", meaning: { "pt-BR": "de quem é a chave", en: "whose key it is" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "object", fields: ["operatorKey", "role"] },
      examples: [
        {
          line: "operator-key create --role catalog --name 'Equipe de catálogo'",
          does: { "pt-BR": "Uma chave que só revisa produtos.", en: "A key that only reviews products." },
        },
      ],
      run: create,
    },
  ],
};

/** Issues a key and prints it. The marketplace never shows the key again. */
async function create(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const { role, name } = args.options;
  const request = { role, ...(name === undefined ? {} : { name }) };
  const { body } = await findInstance(args, lang).request<{ operatorKey: string; role: string }>(
    "POST",
    "/operator/v1/operator-keys",
    request,
  );
  const { operatorKey: key, role: granted } = body!;
  const issued = { operatorKey: key, role: granted };
  if (wantsJson(args)) out.write(`${JSON.stringify(issued)}\n`);
  else out.write(alignColumns(Object.entries(issued)));
  return 0;
}
