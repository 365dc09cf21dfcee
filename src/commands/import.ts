import { basename, join } from "node:path";
import { wantsJson, type Command } from "../command-line/command.ts";
import { commandText } from "../command-line/command-text.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { UsageError } from "../command-line/usage-error.ts";
import type { Lang } from "../platform/contract/index.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { existingFile, integerOption, MAX_INT32, urlOption } from "../command-line/option-values.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { importProducts, isFileWithColumns, isOtherSpreadsheet, summaryText, type Way, WAYS } from "../programs/import/index.ts";

/** Default quota of the temporary credential, in calls per minute. */
const PER_MINUTE = 6_000;
const CONCURRENCY = 8;
const MAX_CONCURRENCY = 64;

/** Options that apply only to files whose rows this command reads itself. */
const NDJSON_ONLY = ["via", "skip-existing", "image-base", "concurrency"] as const;

const TEXTS = {
  "pt-BR": {
    ndjsonOnly: "só vale para arquivos .ndjson; .csv e .xlsx seguem como estão",
    columnsOnly: "só vale para arquivos .csv e .xlsx",
    callsOnly: "é sempre uma chamada por linha; tire --via bulk",
    otherSpreadsheet: "este formato não é lido; abra o arquivo e salve-o como .xlsx ou .csv",
  },
  en: {
    ndjsonOnly: "applies only to .ndjson files; .csv and .xlsx are sent as they are",
    columnsOnly: "applies only to .csv and .xlsx files",
    callsOnly: "is always a call per row; leave --via bulk out",
    otherSpreadsheet: "this format is not read; open the file and save it as .xlsx or .csv",
  },
} as const;

/** Throws `UsageError` for a file that cannot be read, for an option that does nothing for such a file, and for options that exclude each other. */
function checkOptions({ options, flags }: ParsedArguments, file: string, lang: Lang): void {
  const isGiven = (name: string) => options[name] !== undefined || flags.has(name);
  const texts = TEXTS[lang];
  if (isOtherSpreadsheet(file)) throw new UsageError(`${file}: ${texts.otherSpreadsheet}`);
  const [names, text] = isFileWithColumns(file) ? [NDJSON_ONLY, texts.ndjsonOnly] : [["mapping"], texts.columnsOnly];
  const wrong = names.find(isGiven);
  if (wrong !== undefined) throw new UsageError(`--${wrong}: ${text}`);
  if (isGiven("skip-existing") && options["via"] === "bulk") throw new UsageError(`--skip-existing: ${texts.callsOnly}`);
}

/** `import FILE --seller ID`: publishes a file of products, prices and stocks over HTTP (decisions 8). */
export const importCommand: Command = {
  name: "import",
  does: {
    "pt-BR": "Envia um arquivo de produtos (NDJSON, CSV ou XLSX) de um lojista. Rode de novo para continuar.",
    en: "Sends a seller's product file (NDJSON, CSV or XLSX). Run it again to continue.",
  },
  positionals: [
    {
      name: "FILE",
      meaning: {
        "pt-BR": "NDJSON com um produto por linha, ou CSV ou XLSX com produtos, preços ou estoques",
        en: "NDJSON with a product per line, or CSV or XLSX with products, prices or stocks",
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
        "pt-BR": "bulk = tudo em um lote (o padrão); calls = uma chamada por linha (sempre, com --skip-existing)",
        en: "bulk = all in one bulk job (the default); calls = a call per row (always so with --skip-existing)",
      },
    },
    {
      name: "mapping",
      value: "COLUMNS",
      meaning: {
        "pt-BR": "em CSV e XLSX, o que as colunas são: coluna:campo, separados por vírgula",
        en: "in CSV and XLSX, what the columns are: column:field, separated by commas",
      },
    },
    {
      name: "concurrency",
      value: String(CONCURRENCY),
      meaning: { "pt-BR": "chamadas ao mesmo tempo, com --via calls", en: "calls at the same time, with --via calls" },
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
        "pt-BR": "relatório, com cada linha (padrão: na pasta de dados); as recusadas ficam ao lado, para corrigir",
        en: "report, with every row (default: in the data folder); the refused ones are beside it, to correct",
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
    interrupted: { "pt-BR": "continue com o comando que aparece no fim", en: "continue with the command that is shown at the end" },
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
      line: 'import precos.xlsx --seller 1001 --mapping "valor cheio:/price/listPrice"',
      does: {
        "pt-BR": "Preços de uma planilha, com uma coluna de nome próprio.",
        en: "Prices of a spreadsheet, one of whose columns has a name of its own.",
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
    checkOptions(args, file, lang);
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
          join(instance.dataDir, "imports", `${basename(file).replace(/\.(ndjson|csv|tsv|xlsx|xlsm)$/i, "")}-${sellerId}.report.ndjson`),
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
      const continuation = { command: commandText("import", args, ["restart"]), stopped: failure !== undefined };
      out.write(wantsJson(args) ? `${JSON.stringify(summary)}\n` : summaryText(summary, lang, continuation));
      if (failure) throw failure;
      if (summary.interrupted) return EXIT_CODES.interrupted.code;
      return summary.refused + summary.unreadable > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
    } finally {
      release();
    }
  },
};
