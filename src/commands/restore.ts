import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSettings, type Settings } from "../config.ts";
import { checkRows, openBackup, type BackupReader } from "../platform/backup/archive-reader.ts";
import { checkSchema, restoreArchive } from "../platform/backup/restore-backup.ts";
import type { Progress } from "../platform/backup/take-backup.ts";
import { formatMessage, type LocalizedText } from "../platform/contract/errors.ts";
import { migrationsIn } from "../platform/database/migrations/migrate.ts";
import { UsageFault, type Arguments } from "./arguments.ts";
import { DATABASE_OPTIONS } from "./backup.ts";
import { databaseToWrite } from "./backup/database.ts";
import { checkKeyFiles, missingKeys, putKeyFiles } from "./backup/keys.ts";
import { FACTS, factsOf, factsText, progressText } from "./backup/report.ts";
import { wantsJson, type Command, type Terminal } from "./command.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { createProgressLine } from "./line/progress.ts";
import { PROJECT } from "./project.ts";
import { existingFile } from "./usage.ts";

const TEXTS = {
  environment: {
    "pt-BR": "o backup é do ambiente {theirs}; restaure-o com --env {theirs}",
    en: "the backup is of the {theirs} environment; restore it with --env {theirs}",
  },
  checked: { "pt-BR": "  conferido: cada linha é a que foi gravada", en: "  checked: every row is what was written" },
  restored: { "pt-BR": "  restaurado; bin/start o serve", en: "  restored; bin/start serves it" },
  migrated: { "pt-BR": "  atualizado por {names}", en: "  brought up to date by {names}" },
  keyless: {
    "pt-BR": "  falta a chave {ids}: dê-a em ENCRYPTION_KEYS ou no arquivo encryption-keys da pasta de dados antes de iniciar",
    en: "  key {ids} is missing: give it in ENCRYPTION_KEYS or in the file encryption-keys of the data folder before you start",
  },
} as const satisfies Record<string, LocalizedText>;

/** `restore FILE`: a backup into an empty database, or in place of the one that is there; all of it or nothing. */
export const restore: Command = {
  name: "restore",
  does: {
    "pt-BR": "Confere um backup inteiro e o restaura num banco vazio, tudo ou nada. O servidor fica parado enquanto isso.",
    en: "Checks a whole backup and restores it into an empty database, all of it or nothing. The server is stopped meanwhile.",
  },
  words: [{ name: "FILE", meaning: { "pt-BR": "o que bin/vitrine backup gravou", en: "what bin/vitrine backup wrote" } }],
  options: [
    {
      name: "check",
      meaning: {
        "pt-BR": "só confere: somas, schema, chaves; não toca em banco nenhum",
        en: "only checks: sums, schema, keys; touches no database",
      },
    },
    { name: "replace", meaning: { "pt-BR": "apaga o marketplace que está no banco", en: "drops the marketplace that is in the database" } },
    ...DATABASE_OPTIONS,
  ],
  json: { as: "object", fields: [...FACTS, "keysMissing", "restored", "migrated"] },
  exits: {
    failed: {
      "pt-BR": "o arquivo está danificado ou incompleto, é mais novo, ou o banco não está vazio; nada mudou",
      en: "the file is damaged or incomplete, is newer, or the database is not empty; nothing has changed",
    },
    interrupted: { "pt-BR": "Ctrl-C; nada mudou", en: "Ctrl-C; nothing has changed" },
  },
  examples: [
    {
      line: "restore vitrine-production-20261122T031500Z.tar --check",
      does: { "pt-BR": "O arquivo serve? Rode depois de cada cópia.", en: "Is the file any good? Run it after each copy." },
    },
    {
      line: "restore vitrine-production-20261122T031500Z.tar --env production --data /var/lib/vitrine --replace",
      does: { "pt-BR": "Volta ao instante do backup.", en: "Goes back to the moment of the backup." },
    },
  ],
  async run(args, terminal) {
    const { lang } = terminal;
    const settings = readSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    const file = existingFile(args.words[0]!, lang);
    const { signal, release } = interruption();
    try {
      await using archive = await openBackup(file);
      const { environment } = archive.manifest;
      const isCheck = args.switches.has("check");
      if (!isCheck && environment !== null && environment !== settings.environment)
        throw new UsageFault(formatMessage(TEXTS.environment[lang], { theirs: environment }));
      const done = await checkedAndRestored(archive, { settings, args, signal, isCheck }, terminal);
      const facts = {
        ...factsOf(archive.manifest, { file, bytes: archive.size }),
        keysMissing: missingKeys(archive.manifest, settings, archive.keyFiles),
        restored: !isCheck,
        migrated: done,
      };
      if (wantsJson(args)) terminal.out.write(`${JSON.stringify(facts)}\n`);
      else terminal.out.write(textOf(facts, terminal));
      return EXIT_CODES.done.code;
    } catch (error) {
      if (signal.aborted) return EXIT_CODES.interrupted.code;
      throw error;
    } finally {
      release();
    }
  },
};

interface Asked {
  readonly settings: Settings;
  readonly args: Arguments;
  readonly signal: AbortSignal;
  readonly isCheck: boolean;
}

/** Everything is checked before a database is touched. Answers the migrations that came since the backup. */
async function checkedAndRestored(
  archive: BackupReader,
  { settings, args, signal, isCheck }: Asked,
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
    await using database = await databaseToWrite(settings);
    const replace = args.switches.has("replace");
    const migrated = await restoreArchive(database.administration, archive, { folder, migrations, replace, onProgress, signal });
    putKeyFiles(archive.keyFiles, settings);
    return migrated;
  } finally {
    line.end();
  }
}

type Facts = ReturnType<typeof factsOf> & {
  readonly keysMissing: readonly string[];
  readonly restored: boolean;
  readonly migrated: readonly string[];
};

function textOf(facts: Facts, { lang }: Terminal): string {
  const lines = [
    TEXTS[facts.restored ? "restored" : "checked"][lang],
    ...(facts.migrated.length > 0 ? [formatMessage(TEXTS.migrated[lang], { names: facts.migrated })] : []),
    ...(facts.keysMissing.length > 0 ? [formatMessage(TEXTS.keyless[lang], { ids: facts.keysMissing })] : []),
  ];
  return `${factsText(facts, lang)}${lines.join("\n")}\n`;
}
