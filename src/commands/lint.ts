import { join } from "node:path";
import { wantsJson, type Command } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { existingFile, urlOption } from "../command-line/option-values.ts";
import { hasError, lintFile, writeJsonReport, writeTextReport } from "../programs/lint/index.ts";
import { PROJECT } from "../project.ts";

const IMAGE_BASE = "http://localhost:8080/images";

/** `lint FILE.ndjson`: shows the critiques that a product file would get. Needs no marketplace and publishes nothing. */
export const lint: Command = {
  name: "lint",
  does: {
    "pt-BR": "Mostra as críticas que um arquivo de produtos receberia. Não publica nada.",
    en: "Shows the critiques that a product file would get. Publishes nothing.",
  },
  positionals: [{ name: "FILE.ndjson", meaning: { "pt-BR": "um produto por linha", en: "one product per line" } }],
  options: [
    { name: "images", meaning: { "pt-BR": "também baixa e confere as imagens", en: "also downloads and checks the images" } },
    {
      name: "image-base",
      value: "URL",
      meaning: { "pt-BR": `o que {{images}} vira (padrão ${IMAGE_BASE})`, en: `what {{images}} becomes (default ${IMAGE_BASE})` },
    },
    {
      name: "reference",
      value: "DIR",
      meaning: {
        "pt-BR": "pasta dos dados de referência (padrão: os da Vitrine)",
        en: "folder of the reference data (default: Vitrine's own)",
      },
    },
  ],
  json: { as: "lines", fields: ["line", "sku", "code", "severity", "pointer", "message", "received?", "allowed?", "suggestions"] },
  exits: { failed: { "pt-BR": "algum produto tem erro", en: "a product has an error" } },
  examples: [
    { line: "lint produtos.ndjson", does: { "pt-BR": "Antes de publicar, sem rede.", en: "Before publishing, without a network." } },
    {
      line: "lint produtos.ndjson --images --json | jq -r .code | sort | uniq -c",
      does: {
        "pt-BR": "Quantas críticas de cada código, incluindo as de imagens.",
        en: "How often each critique occurs, image critiques included.",
      },
    },
  ],
  async run(args, terminal) {
    const { lang } = terminal;
    const rows = await lintFile({
      file: existingFile(args.positionals[0]!, lang),
      reference: args.options["reference"] ?? join(PROJECT, "data", "reference"),
      imageBase: urlOption(args, "image-base", IMAGE_BASE, lang),
      withImages: args.flags.has("images"),
      lang,
    });
    (wantsJson(args) ? writeJsonReport : writeTextReport)(rows, terminal);
    return rows.some(hasError) ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
  },
};
