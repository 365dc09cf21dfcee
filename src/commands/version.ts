import { wantsJson, type Command } from "../command-line/command.ts";
import { VERSION } from "../project.ts";

/** `version`: shows the versions of Vitrine and Node.js. */
export const version: Command = {
  name: "version",
  does: { "pt-BR": "Mostra a versão da Vitrine e do Node.js.", en: "Shows the versions of Vitrine and Node.js." },
  json: { as: "object", fields: ["vitrine", "node"] },
  examples: [{ line: "version", does: { "pt-BR": "O que informar num relato de erro.", en: "What to say in a bug report." } }],
  run(args, { out }) {
    const versions = { vitrine: VERSION, node: process.versions.node };
    out.write(wantsJson(args) ? `${JSON.stringify(versions)}\n` : `vitrine ${versions.vitrine}, node ${versions.node}\n`);
    return Promise.resolve(0);
  },
};
