import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { existingFile } from "../command-line/option-values.ts";
import { createProgressLine } from "../command-line/progress-line.ts";
import { DATABASE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { readSettings, type Settings } from "../config.ts";
import { type BackupReader, checkRows, checkSchema, openBackup, type Progress, restoreArchive } from "../platform/backup/index.ts";
import { formatMessage, type LocalizedText } from "../platform/contract/index.ts";
import { migrationsIn } from "../platform/database/index.ts";
import {
  backupFacts,
  checkKeyFiles,
  FACT_NAMES,
  factsText,
  missingKeys,
  openDatabaseToWrite,
  progressText,
  writeKeyFiles,
  type BackupFacts,
} from "../programs/backup/index.ts";
import { PROJECT } from "../project.ts";

const TEXTS = {
  environment: {
    "pt-BR": "o backup é do ambiente {theirs}; restaure-o com --env {theirs}",
    en: "the backup is of the {theirs} environment; restore it with --env {theirs}",
  },
  checked: { "pt-BR": "  conferido: cada linha está como foi gravada", en: "  checked: every row is as it was written" },
  restored: { "pt-BR": "  restaurado; inicie com bin/start", en: "  restored; start it with bin/start" },
  migrated: { "pt-BR": "  migrações aplicadas: {names}", en: "  migrations applied: {names}" },
  keyless: {
    "pt-BR": "  falta a chave {ids}: dê-a em ENCRYPTION_KEYS ou no arquivo encryption-keys da pasta de dados antes de iniciar",
    en: "  key {ids} is missing: give it in ENCRYPTION_KEYS or in the file encryption-keys of the data folder before you start",
  },
} as const satisfies Record<string, LocalizedText>;

/** `restore FILE`: restores a backup into an empty database. `--replace` overwrites a used database. A failed restore changes nothing. */
export const restore: Command = {
  name: "restore",
  does: {
    "pt-BR": "Confere um backup inteiro e o restaura num banco vazio, tudo ou nada. O servidor deve estar parado.",
    en: "Checks a whole backup and restores it into an empty database, all of it or nothing. The server must be stopped.",
  },
  positionals: [{ name: "FILE", meaning: { "pt-BR": "o que bin/vitrine backup gravou", en: "what bin/vitrine backup wrote" } }],
  options: [
    {
      name: "check",
      meaning: {
        "pt-BR": "só confere somas, schema e chaves; não abre nenhum banco",
        en: "only checks sums, schema and keys; opens no database",
      },
    },
    { name: "replace", meaning: { "pt-BR": "apaga o marketplace que está no banco", en: "drops the marketplace that is in the database" } },
    ...DATABASE_OPTIONS,
  ],
  json: { as: "object", fields: [...FACT_NAMES, "keysMissing", "restored", "migrated"] },
  exits: {
    failed: {
      "pt-BR": "o arquivo está danificado, incompleto ou é mais novo, ou o banco não está vazio; nada mudou",
      en: "the file is damaged, incomplete or newer, or the database is not empty; nothing has changed",
    },
    interrupted: { "pt-BR": "Ctrl-C; nada mudou", en: "Ctrl-C; nothing has changed" },
  },
  examples: [
    {
      line: "restore vitrine-production-20261122T031500Z.tar --check",
      does: { "pt-BR": "O arquivo está bom? Rode depois de cada cópia.", en: "Is the file good? Run it after each copy." },
    },
    {
      line: "restore vitrine-production-20261122T031500Z.tar --env production --data /var/lib/vitrine --replace",
      does: { "pt-BR": "Volta ao instante do backup.", en: "Goes back to the moment of the backup." },
    },
  ],
  async run(args, terminal) {
    const { lang, out } = terminal;
    const settings = readSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    const file = existingFile(args.positionals[0]!, lang);
    const { signal, release } = interruptSignal();
    try {
      await using archive = await openBackup(file);
      const { manifest, keyFiles, size } = archive;
      const request = { settings, signal, isCheck: args.flags.has("check"), replace: args.flags.has("replace") };
      if (!request.isCheck && manifest.environment !== null && manifest.environment !== settings.environment)
        throw new UsageError(formatMessage(TEXTS.environment[lang], { theirs: manifest.environment }));
      const migrated = await checkAndRestore(archive, request, terminal);
      const facts = {
        ...backupFacts(manifest, { file, bytes: size }),
        keysMissing: missingKeys(manifest, settings, keyFiles),
        restored: !request.isCheck,
        migrated,
      };
      out.write(wantsJson(args) ? `${JSON.stringify(facts)}\n` : textOf(facts, terminal));
      return EXIT_CODES.done.code;
    } catch (error) {
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      release();
    }
  },
};

interface RestoreRequest {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Whether to check the backup only, without the database. */
  readonly isCheck: boolean;
  /** Whether to drop the marketplace that the database already contains. */
  readonly replace: boolean;
}

/**
 * Checks the whole backup, then restores it unless `isCheck` is set. Returns the migrations newer than the backup, which the restore
 * applied.
 */
async function checkAndRestore(
  archive: BackupReader,
  { settings, signal, isCheck, replace }: RestoreRequest,
  { err, lang }: Terminal,
): Promise<readonly string[]> {
  const folder = join(PROJECT, "db", "migrations");
  const migrations = await migrationsIn(folder);
  checkSchema(archive.manifest, migrations);
  if (!isCheck) checkKeyFiles(archive.keyFiles, settings);
  const line = createProgressLine(err, () => performance.now());
  const onProgress = (progress: Progress) => line.show(() => progressText(progress, lang));
  try {
    await checkRows(archive, onProgress, signal);
    if (isCheck) return [];
    line.end();
    await using database = await openDatabaseToWrite(settings);
    const migrated = await restoreArchive(database.administration, archive, { folder, migrations, replace, onProgress, signal });
    writeKeyFiles(archive.keyFiles, settings);
    return migrated;
  } finally {
    line.end();
  }
}

type RestoreFacts = BackupFacts & {
  readonly keysMissing: readonly string[];
  readonly restored: boolean;
  readonly migrated: readonly string[];
};

function textOf(facts: RestoreFacts, { lang }: Terminal): string {
  const lines = [
    TEXTS[facts.restored ? "restored" : "checked"][lang],
    ...(facts.migrated.length > 0 ? [formatMessage(TEXTS.migrated[lang], { names: facts.migrated })] : []),
    ...(facts.keysMissing.length > 0 ? [formatMessage(TEXTS.keyless[lang], { ids: facts.keysMissing })] : []),
  ];
  return `${factsText(facts, lang)}${lines.join("\n")}\n`;
}
