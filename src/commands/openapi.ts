import type { Api } from "../platform/contract/index.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { wantsJson, type Command } from "../command-line/command.ts";
import { APIS, apiDocument } from "../openapi/documents.ts";
import type { CommandSection } from "../command-line/command.ts";
import { writeDocuments } from "../printed-documents/files.ts";
import { formatJson } from "../printed-documents/format-json.ts";

const WORDS = {
  "pt-BR": { which: `qual? ${APIS.join(", ")}`, wrote: "escrito", nothing: "nada a fazer: os arquivos impressos estão em dia" },
  en: { which: `which one? ${APIS.join(", ")}`, wrote: "wrote", nothing: "nothing to do: the printed files are up to date" },
} as const;

/** `openapi API` prints an OpenAPI document. `openapi --write` updates all files of the project that are generated from code. */
export const createOpenapi = (sections: () => readonly CommandSection[]): Command => ({
  name: "openapi",
  does: {
    "pt-BR": "Imprime um documento OpenAPI, ou atualiza os arquivos impressos do projeto.",
    en: "Prints an OpenAPI document, or updates the project's printed files.",
  },
  positionals: [
    { name: "API", values: APIS, optional: true, meaning: { "pt-BR": "qual documento imprimir", en: "which document to print" } },
  ],
  options: [{ name: "write", meaning: { "pt-BR": "atualiza openapi/ e docs/", en: "updates openapi/ and docs/" } }],
  json: { as: "object", fields: ["openapi?", "info?", "servers?", "security?", "tags?", "paths?", "components?", "written?"] },
  examples: [
    { line: "openapi v2 > v2.json", does: { "pt-BR": "Produtos, preços e estoques.", en: "Products, prices and stocks." } },
    { line: "openapi --write", does: { "pt-BR": "Depois de mudar um contrato.", en: "After a change of a contract." } },
  ],
  run(args, { lang, out }) {
    const words = WORDS[lang];
    const api: Api | undefined = APIS.find((one) => one === args.positionals[0]);
    if ((api === undefined) !== args.flags.has("write")) throw new UsageError(words.which);
    if (api !== undefined) out.write(formatJson(apiDocument(api)));
    else {
      const written = writeDocuments(sections());
      if (wantsJson(args)) out.write(`${JSON.stringify({ written })}\n`);
      else out.write(written.length > 0 ? written.map((path) => `${words.wrote} ${path}\n`).join("") : `${words.nothing}\n`);
    }
    return Promise.resolve(0);
  },
});
