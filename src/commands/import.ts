import { basename, join } from "node:path";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { withCredential } from "./import/credential.ts";
import { importFile } from "./import/import-file.ts";
import { openJournal } from "./import/journal.ts";
import { createProgress } from "./import/progress.ts";
import type { PatientApi } from "./import/patient-api.ts";
import { judged } from "./import/publication.ts";
import { summaryText } from "./import/summary.ts";
import { findInstance } from "./instance.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { createProgressLine } from "./line/progress.ts";
import { addressOption, existingFile, LARGEST_WHOLE, wholeOption } from "./usage.ts";

/** Calls per minute of the credential an import works with, when nothing else is asked for. */
const PER_MINUTE = 6_000;
const CONCURRENCY = 8;
const MOST_CONCURRENCY = 64;

/** `import FILE.ndjson --seller ID`: publishes a file of products over HTTP (decisions 8). */
export const importProducts: Command = {
  name: "import",
  does: {
    "pt-BR": "Publica um arquivo de produtos (NDJSON) para um lojista; rode de novo para continuar.",
    en: "Publishes a file of products (NDJSON) for a seller; run it again to continue.",
  },
  words: [{ name: "FILE.ndjson", meaning: { "pt-BR": "um produto por linha", en: "one product per line" } }],
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
      name: "concurrency",
      value: String(CONCURRENCY),
      meaning: { "pt-BR": "produtos enviados ao mesmo tempo", en: "products sent at the same time" },
    },
    { name: "per-minute", value: String(PER_MINUTE), meaning: { "pt-BR": "cota da credencial usada", en: "quota of the credential used" } },
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
      meaning: { "pt-BR": "relatório por linha (padrão: na pasta de dados)", en: "report by line (default: in the data folder)" },
    },
    {
      name: "skip-existing",
      meaning: { "pt-BR": "não altera produtos que já existem", en: "leaves products that exist already as they are" },
    },
    {
      name: "restart",
      meaning: { "pt-BR": "envia tudo de novo, mesmo o que já foi aceito", en: "sends everything again, even what was accepted" },
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
      "interrupted",
      "standing?",
    ],
  },
  exits: {
    failed: { "pt-BR": "alguma linha foi recusada ou é ilegível", en: "some row was refused or cannot be read" },
    interrupted: { "pt-BR": "rode o mesmo comando para continuar", en: "run the same command to continue" },
  },
  examples: [
    {
      line: "import data/catalogue/vitrine.ndjson --seller 1 --wait",
      does: {
        "pt-BR": "O catálogo que vem com o Vitrine; mostra as críticas.",
        en: "The catalogue that comes with Vitrine; shows the critiques.",
      },
    },
    {
      line: "import produtos.ndjson --seller 1 --skip-existing --report relatorio.ndjson",
      does: { "pt-BR": "Só o que ainda não existe.", en: "Only what does not exist yet." },
    },
  ],
  async run(args, terminal) {
    const { lang } = terminal;
    const file = existingFile(args.words[0]!, lang);
    const sellerId = wholeOption(args, "seller", { least: 1, most: LARGEST_WHOLE, otherwise: 0 }, lang);
    const asked = {
      concurrency: wholeOption(args, "concurrency", { least: 1, most: MOST_CONCURRENCY, otherwise: CONCURRENCY }, lang),
      perMinute: wholeOption(args, "per-minute", { least: 1, most: 10_000_000, otherwise: PER_MINUTE }, lang),
      skipExisting: args.switches.has("skip-existing"),
    };
    const instance = findInstance(args, lang);
    const imageBase = addressOption(args, "image-base", `${instance.url}/images`, lang);
    const { body: seller } = await instance.ask<{ createdAt: string }>("GET", `/operator/v1/sellers/${sellerId}`);
    const report = args.options["report"] ?? join(instance.dataDir, "imports", `${basename(file, ".ndjson")}-${sellerId}.report.ndjson`);
    const owner = { url: instance.url, sellerId, createdAt: seller!.createdAt };
    const journal = openJournal(`${report}.journal`, owner, args.switches.has("restart"));
    const { signal, release } = interruption();
    const onLeft = (id: string) => terminal.err.write(`${WORDS[lang].left}: ${id}\n`);
    try {
      return await withCredential(instance, { sellerId, plan: asked.perMinute, lang, signal }, onLeft, async (api) => {
        const progress = createProgress(terminal.err, lang, now);
        const { counts, ignored, accepted, trouble } = await importFile({
          ...asked,
          file,
          report,
          imageBase,
          api,
          journal,
          progress,
          lang,
          signal,
        });
        const waits = args.switches.has("wait") && trouble === undefined && !signal.aborted;
        const standing = waits ? await waited(api, accepted, signal, terminal) : undefined;
        const summary = {
          ...counts,
          ...(ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}),
          report,
          interrupted: signal.aborted,
          ...(standing ? { standing } : {}),
        };
        terminal.out.write(wantsJson(args) ? `${JSON.stringify(summary)}\n` : summaryText(summary, lang));
        if (trouble) throw trouble;
        if (signal.aborted) return EXIT_CODES.interrupted.code;
        return counts.refused + counts.unreadable > 0 ? EXIT_CODES.failed.code : EXIT_CODES.done.code;
      });
    } finally {
      release();
      journal.close();
    }
  },
};

/** Where the products stand once they were judged; undefined when that was interrupted. */
async function waited(api: PatientApi, skus: ReadonlySet<string>, signal: AbortSignal, { lang, err }: Terminal) {
  const line = createProgressLine(err, now);
  try {
    return await judged(api, skus, now, signal, (left) => line.show(() => `${left} ${WORDS[lang].judging}`));
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    line.end();
  }
}

const now = () => performance.now();

const WORDS = {
  "pt-BR": { judging: "à espera da validação", left: "a credencial do import não pôde ser revogada e expira em 24 h" },
  en: { judging: "waiting for the validation", left: "the import's credential could not be revoked and expires in 24 h" },
} as const;
