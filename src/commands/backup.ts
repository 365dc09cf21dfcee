import { readFileSync } from "node:fs";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { createProgressLine } from "../command-line/progress-line.ts";
import { DATABASE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { readSettings, type Settings } from "../config.ts";
import { type Manifest, takeBackup } from "../platform/backup/index.ts";
import {
  backupFacts,
  collectKeyFiles,
  FACT_NAMES,
  factsText,
  fileDestination,
  openDatabaseToRead,
  progressText,
  streamDestination,
} from "../programs/backup/index.ts";
import { VERSION } from "../project.ts";

const TEXTS = {
  terminal: {
    "pt-BR": "um backup não pode ir para um terminal; acrescente | ou >",
    en: "a backup cannot go to a terminal; add | or >",
  },
  apart: {
    "pt-BR": "  as chaves dos dados cifrados não estão no arquivo: guarde-as à parte (veja --with-keys)",
    en: "  the keys to its encrypted data are not in the file: keep them separately (see --with-keys)",
  },
  inside: {
    "pt-BR": "  as chaves estão no arquivo: quem o tem lê tudo",
    en: "  the keys are in the file: whoever has it can read everything",
  },
} as const;

/** `backup [FILE]`: writes a consistent snapshot of the database to one file. The server may be running or stopped. */
export const backup: Command = {
  name: "backup",
  does: {
    "pt-BR":
      "Grava num só arquivo o banco inteiro, como está em um instante. O servidor pode estar no ar ou parado, com o PostgreSQL embutido ou o seu.",
    en: "Writes the whole database, as it is at one moment, into one file. The server may be running or stopped, with the embedded PostgreSQL or your own.",
  },
  positionals: [
    {
      name: "FILE",
      optional: true,
      meaning: {
        "pt-BR": "o arquivo, ou a pasta onde criá-lo com a data no nome (padrão: a atual); - é a saída padrão",
        en: "the file, or a folder for a file with the date in its name (default: the current one); - is standard output",
      },
    },
  ],
  options: [
    {
      name: "with-keys",
      meaning: {
        "pt-BR": "inclui as chaves de criptografia e de assinatura: quem tem o arquivo lê tudo",
        en: "includes the encryption and signing keys: whoever has the file can read everything",
      },
    },
    ...DATABASE_OPTIONS,
  ],
  json: { as: "object", fields: FACT_NAMES },
  exits: { interrupted: { "pt-BR": "Ctrl-C; nenhum arquivo ficou", en: "Ctrl-C; no file is left" } },
  examples: [
    {
      line: "backup /var/backups/vitrine --data /var/lib/vitrine",
      does: {
        "pt-BR": "Um arquivo com a data no nome, sem as chaves.",
        en: "A file with the date in its name; the keys are not in it.",
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
    const [path = CURRENT_FOLDER] = args.positionals;
    if (path === STREAM && out.isTTY) throw new UsageError(TEXTS.terminal[lang]);
    const { signal, release } = interruptSignal();
    try {
      const written = await writeBackup(settings, { path, withKeys: args.flags.has("with-keys"), signal }, terminal);
      // If the backup goes to standard output, the report goes to standard error.
      const reportStream = path === STREAM ? err : out;
      reportStream.write(reportOf(written, wantsJson(args), terminal));
      return EXIT_CODES.done.code;
    } catch (error) {
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      release();
    }
  },
};

/** Path that stands for standard output. */
const STREAM = "-";
/** Default path. If the path is a folder, the backup's file name contains the date. */
const CURRENT_FOLDER = ".";

/** A finished backup. `bytes` is the size of its file. */
interface WrittenBackup {
  readonly manifest: Manifest;
  readonly file: string;
  readonly bytes: number;
}

/** Writes the backup and shows a progress line. Leaves no file if it fails or is interrupted. */
async function writeBackup(
  settings: Settings,
  { path, withKeys, signal }: { readonly path: string; readonly withKeys: boolean; readonly signal: AbortSignal },
  { lang, out, err }: Terminal,
): Promise<WrittenBackup> {
  const line = createProgressLine(err, () => performance.now());
  await using database = await openDatabaseToRead(settings);
  const destination = path === STREAM ? streamDestination(out) : await fileDestination(path, lang);
  let bytes = 0;
  const write = (chunk: Buffer) => {
    bytes += chunk.length;
    return destination.write(chunk);
  };
  try {
    const manifest = await takeBackup(database.administration, write, {
      version: VERSION,
      keyFiles: withKeys ? collectKeyFiles(settings) : [],
      onProgress: (progress) => line.show(() => progressText(progress, lang)),
      signal,
    });
    return { manifest, file: await destination.finish(manifest), bytes };
  } catch (error) {
    await destination.abandon();
    throw error;
  } finally {
    line.end();
  }
}

function reportOf({ manifest, file, bytes }: WrittenBackup, isJson: boolean, { lang }: Terminal): string {
  const facts = backupFacts(manifest, { file, bytes });
  return isJson ? `${JSON.stringify(facts)}\n` : `${factsText(facts, lang)}${TEXTS[facts.keysInside ? "inside" : "apart"][lang]}\n`;
}
