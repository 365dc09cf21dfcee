import type { Api } from "../platform/contract.ts";
import { UsageFault } from "./arguments.ts";
import type { Command } from "./command.ts";
import { APIS, apiDocument } from "./documents.ts";
import { writeDocuments } from "./print-documents.ts";

const WORDS = {
  "pt-BR": { which: `qual? ${APIS.join(", ")}`, wrote: "escrito", nothing: "nada a fazer: tudo o que é impresso está em dia" },
  en: { which: `which one? ${APIS.join(", ")}`, wrote: "wrote", nothing: "nothing to do: all that is printed is up to date" },
} as const;

/** `openapi API` prints an OpenAPI document; `openapi --write` refreshes every file of the project that is printed from the code. */
export const openapi: Command = {
  name: "openapi",
  usage: `openapi ${APIS.join("|")} | openapi --write`,
  does: {
    "pt-BR": "Imprime um documento OpenAPI, ou atualiza os arquivos impressos do projeto.",
    en: "Prints an OpenAPI document, or refreshes the project's printed files.",
  },
  options: [{ name: "write", meaning: { "pt-BR": "atualiza openapi/ e docs/", en: "refreshes openapi/ and docs/" } }],
  run({ words: [name, ...more], switches }, { lang, out }) {
    const words = WORDS[lang];
    const api: Api | undefined = APIS.find((one) => one === name);
    const isWrite = switches.has("write") && name === undefined;
    if (more.length > 0 || (!isWrite && (api === undefined || switches.has("write")))) throw new UsageFault(words.which);
    if (api !== undefined) out.write(`${JSON.stringify(apiDocument(api), null, 2)}\n`);
    else {
      const written = writeDocuments();
      out.write(written.length > 0 ? written.map((path) => `${words.wrote} ${path}\n`).join("") : `${words.nothing}\n`);
    }
    return Promise.resolve(0);
  },
};
