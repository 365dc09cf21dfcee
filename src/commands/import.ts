import { basename, join } from "node:path";
import { wantsJson, type Command } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { existingFile, integerOption, MAX_INT32, urlOption } from "../command-line/option-values.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { importProducts, summaryText, type Way, WAYS } from "../programs/import/index.ts";

/** Default quota of the temporary credential, in calls per minute. */
const PER_MINUTE = 6_000;
const CONCURRENCY = 8;
const MAX_CONCURRENCY = 64;

/** `import FILE.ndjson --seller ID`: publishes a file of products over HTTP (decisions 8). */
export const importCommand: Command = {
  name: "import",
  does: {
    "pt-BR": "Envia um arquivo de produtos (NDJSON, CSV ou XLSX) de um lojista. Rode de novo para continuar.",
    en: "Sends a seller's product file (NDJSON, CSV or XLSX). Run it again to continue.",
  },
  positionals: [
    {
      name: "FILE.ndjson",
      meaning: {
        "pt-BR": "um produto por linha; .csv e .xlsx também têm preços e estoques",
        en: "one product per line; .csv and .xlsx also have prices and stocks",
      },
    },
  ],
  options: [
    { name: "seller", value: "ID", needed: true, meaning: { "pt-BR": "o lojista (veja seller list)", en: "the seller (see seller list)" } },
    {
      name: "wait",
      meaning: {
        "pt-BR": "espera a validação e mostra status e críticas",
        en: "waits for the validation and shows statuses and critiques",
      },
    },
    {
      name: "via",
      values: WAYS,
      meaning: {
        "pt-BR": "calls = uma chamada por linha (o padrão; sempre com --skip-existing); bulk = um lote",
        en: "calls = a call per row (the default; always with --skip-existing); bulk = one bulk job",
      },
    },
    {
      name: "mapping",
      value: "COLUMNS",
      meaning: {
        "pt-BR": "de .csv e .xlsx: o que colunas são, coluna:campo separadas por vírgula",
        en: "of .csv and .xlsx: what columns are, column:field separated by commas",
      },
    },
    {
      name: "concurrency",
      value: String(CONCURRENCY),
      meaning: { "pt-BR": "produtos enviados ao mesmo tempo", en: "products sent at the same time" },
    },
    {
      name: "per-minute",
      value: String(PER_MINUTE),
      meaning: { "pt-BR": "cota da credencial, em chamadas por minuto", en: "quota of the credential, in calls per minute" },
    },
    {
      name: "image-base",
      value: "URL",
      meaning: {
        "pt-BR": "o que {{images}} vira (padrão: as imagens do sandbox)",
        en: "what {{images}} becomes (default: the sandbox's images)",
      },
    },
    {
      name: "report",
      value: "FILE",
      meaning: {
        "pt-BR": "relatório, com uma linha por produto (padrão: na pasta de dados)",
        en: "report, with a line per product (default: in the data folder)",
      },
    },
    {
      name: "skip-existing",
      meaning: { "pt-BR": "não altera produtos que já existem", en: "leaves existing products unchanged" },
    },
    {
      name: "restart",
      meaning: { "pt-BR": "envia tudo de novo, inclusive o que já foi aceito", en: "sends everything again, accepted products included" },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: {
    as: "object",
    fields: [
      "rows",
      "created",
      "updated",
      "unchanged",
      "refused",
      "unreadable",
      "warned",
      "ignored?",
      "report",
      "errors?",
      "interrupted",
      "standing?",
    ],
  },
  exits: {
    failed: { "pt-BR": "alguma linha foi recusada ou não pôde ser lida", en: "a row was refused or could not be read" },
    interrupted: { "pt-BR": "rode o mesmo comando para continuar", en: "run the same command to continue" },
  },
  examples: [
    {
      line: "import data/catalogue/vitrine.ndjson --seller 1001 --wait",
      does: {
        "pt-BR": "O catálogo que vem com a Vitrine; mostra as críticas.",
        en: "The catalogue shipped with Vitrine; shows its critiques.",
      },
    },
    {
      line: "import produtos.ndjson --seller 1001 --skip-existing --report relatorio.ndjson",
      does: { "pt-BR": "Só o que ainda não existe.", en: "Only what does not exist yet." },
    },
  ],
  async run(args, terminal) {
    const { lang, out } = terminal;
    const file = existingFile(args.positionals[0]!, lang);
    const sellerId = integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: 0 }, lang);
    const concurrency = integerOption(args, "concurrency", { min: 1, max: MAX_CONCURRENCY, fallback: CONCURRENCY }, lang);
    const perMinute = integerOption(args, "per-minute", { min: 1, max: 10_000_000, fallback: PER_MINUTE }, lang);
    const instance = findInstance(args, lang);
    const { signal, release } = interruptSignal();
    try {
      const request = {
        file,
        sellerId,
        report:
          args.options["report"] ??
          join(instance.dataDir, "imports", `${basename(file).replace(/\.(ndjson|csv|xlsx)$/i, "")}-${sellerId}.report.ndjson`),
        imageBase: urlOption(args, "image-base", `${instance.url}/images`, lang),
        concurrency,
        perMinute,
        skipExisting: args.flags.has("skip-existing"),
        via: args.flags.has("skip-existing") ? ("calls" as const) : ((args.options["via"] ?? WAYS[0]) as Way),
        mapping: args.options["mapping"],
        restart: args.flags.has("restart"),
        wait: args.flags.has("wait"),
        signal,
      };
      const { summary, failure } = await importProducts(instance, request, terminal);
      out.write(wantsJson(args) ? `${JSON.stringify(summary)}\n` : summaryText(summary, lang));
      if (failure) throw failure;
      if (summary.interrupted) return EXIT_CODES.interrupted.code;
      return summary.refused + summary.unreadable > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
    } finally {
      release();
    }
  },
};
