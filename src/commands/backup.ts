import { readFileSync } from "node:fs";
import { readSettings } from "../config.ts";
import type { Manifest } from "../platform/backup/format.ts";
import { takeBackup } from "../platform/backup/take-backup.ts";
import type { Lang } from "../platform/contract/errors.ts";
import { UsageFault } from "./arguments.ts";
import { databaseToRead } from "./backup/database.ts";
import { fileAt, streamTo } from "./backup/file.ts";
import { keyFilesOf } from "./backup/keys.ts";
import { FACTS, factsOf, factsText, progressText } from "./backup/report.ts";
import { wantsJson, type Command, type Option, type Terminal } from "./command.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { createProgressLine } from "./line/progress.ts";
import { VERSION } from "./project.ts";

/** Which database: as bin/start would take it. */
export const DATABASE_OPTIONS: readonly Option[] = [
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados", en: "data folder" } },
  {
    name: "database-url",
    value: "URL",
    meaning: { "pt-BR": "PostgreSQL externo (ou DATABASE_URL)", en: "an external PostgreSQL (or DATABASE_URL)" },
  },
  { name: "env", values: ["sandbox", "production"], meaning: { "pt-BR": "ambiente", en: "environment" } },
];

const TEXTS = {
  terminal: {
    "pt-BR": "um backup não vai para um terminal; ponha um | ou um > depois",
    en: "a backup goes to no terminal; put a | or a > behind",
  },
  apart: {
    "pt-BR": "  as chaves que abrem o que está cifrado nele não estão no arquivo: guarde-as à parte (veja --with-keys)",
    en: "  the keys that open what is encrypted in it are not in the file: keep them apart (see --with-keys)",
  },
  inside: {
    "pt-BR": "  as chaves estão no arquivo: quem o tem lê tudo",
    en: "  the keys are in the file: whoever has it reads everything",
  },
} as const;

/** `backup [FILE]`: everything in the database, of one moment, in one file; the server may be at work or stopped. */
export const backup: Command = {
  name: "backup",
  does: {
    "pt-BR":
      "Grava o banco inteiro, como está num só instante, num arquivo conferível; com o servidor no ar ou parado, com o PostgreSQL embutido ou o seu.",
    en: "Writes the whole database, as it is at one moment, into one file that can be checked; with the server running or stopped, with the embedded PostgreSQL or your own.",
  },
  words: [
    {
      name: "FILE",
      optional: true,
      meaning: {
        "pt-BR": "o arquivo, ou a pasta onde criá-lo com a data no nome (padrão: aqui); - é a saída padrão",
        en: "the file, or the folder to make it in with its date in its name (default: here); - is standard output",
      },
    },
  ],
  options: [
    {
      name: "with-keys",
      meaning: {
        "pt-BR": "leva também as chaves de criptografia e de assinatura: quem tem o arquivo lê tudo",
        en: "takes the keys of encryption and of signatures along: whoever has the file reads everything",
      },
    },
    ...DATABASE_OPTIONS,
  ],
  json: { as: "object", fields: FACTS },
  exits: { interrupted: { "pt-BR": "Ctrl-C; nenhum arquivo ficou", en: "Ctrl-C; no file is left" } },
  examples: [
    {
      line: "backup /var/backups/vitrine --data /var/lib/vitrine",
      does: {
        "pt-BR": "Um arquivo com a data no nome; as chaves ficam à parte.",
        en: "A file with its date in its name; the keys stay apart.",
      },
    },
    {
      line: "backup --with-keys - | age -r age1... > vitrine.tar.age",
      does: { "pt-BR": "Com as chaves, cifrado antes de tocar o disco.", en: "With the keys, encrypted before it touches the disk." },
    },
  ],
  async run(args, terminal) {
    const { lang, out, err } = terminal;
    const settings = readSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    const [path = "."] = args.words;
    if (path === "-" && out.isTTY) throw new UsageFault(TEXTS.terminal[lang]);
    const { signal, release } = interruption();
    const line = createProgressLine(err, () => performance.now());
    try {
      await using database = await databaseToRead(settings);
      const destination = path === "-" ? streamTo(out) : await fileAt(path, lang);
      let bytes = 0;
      try {
        const manifest = await takeBackup(
          database.administration,
          (piece) => {
            bytes += piece.length;
            return destination.write(piece);
          },
          {
            version: VERSION,
            keyFiles: args.switches.has("with-keys") ? keyFilesOf(settings) : [],
            onProgress: (progress) => line.show(() => progressText(progress, lang)),
            signal,
          },
        );
        const file = await destination.finish(manifest);
        line.end();
        const told = path === "-" ? { ...terminal, out: err } : terminal;
        tell(manifest, { file, bytes, asJson: wantsJson(args) }, told);
        return EXIT_CODES.done.code;
      } catch (error) {
        await destination.abandon();
        throw error;
      }
    } catch (error) {
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      line.end();
      release();
    }
  },
};

function tell(
  manifest: Manifest,
  { asJson, ...place }: { readonly file: string; readonly bytes: number; readonly asJson: boolean },
  { out, lang }: Pick<Terminal, "out"> & { readonly lang: Lang },
): void {
  const facts = factsOf(manifest, place);
  if (asJson) out.write(`${JSON.stringify(facts)}\n`);
  else out.write(`${factsText(facts, lang)}${TEXTS[facts.keysInside ? "inside" : "apart"][lang]}\n`);
}
