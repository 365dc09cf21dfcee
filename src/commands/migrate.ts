import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSettings } from "../config.ts";
import { migrate as applyMigrations, missingMigrations, openAdminConnection } from "../platform/database/index.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { wantsJson, type Command } from "../command-line/command.ts";
import { PROJECT } from "../project.ts";

const WORDS = {
  "pt-BR": {
    noDatabase: "indique o banco por --database-url ou DATABASE_URL; o PostgreSQL embutido é atualizado por bin/start",
    nothing: "nada a fazer: o banco está atualizado",
    applied: "aplicada",
    missing: "falta",
  },
  en: {
    noDatabase: "name the database by --database-url or DATABASE_URL; the embedded PostgreSQL is brought up to date by bin/start",
    nothing: "nothing to do: the database is up to date",
    applied: "applied",
    missing: "missing",
  },
} as const;

/** `migrate`: updates the schema of an external PostgreSQL database before a new version of Vitrine uses it. */
export const migrate: Command = {
  name: "migrate",
  does: {
    "pt-BR": "Aplica as migrações que faltam num PostgreSQL externo.",
    en: "Applies the missing migrations to an external PostgreSQL.",
  },
  options: [
    { name: "database-url", value: "URL", meaning: { "pt-BR": "o banco (ou DATABASE_URL)", en: "the database (or DATABASE_URL)" } },
    {
      name: "check",
      meaning: {
        "pt-BR": "só mostra o que falta",
        en: "only shows what is missing",
      },
    },
  ],
  json: { as: "object", fields: ["missing?", "applied?"] },
  exits: { failed: { "pt-BR": "com --check: falta alguma migração", en: "with --check: a migration is missing" } },
  examples: [
    {
      line: "migrate --database-url postgres://vitrine@db/vitrine --check",
      does: { "pt-BR": "O que a versão nova mudaria.", en: "What the new version would change." },
    },
    { line: "migrate --database-url postgres://vitrine@db/vitrine", does: { "pt-BR": "Aplica as mudanças.", en: "Applies the changes." } },
  ],
  async run(args, { lang, out }) {
    const words = WORDS[lang];
    const { databaseUrl } = readSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    if (databaseUrl === "") throw new UsageError(words.noDatabase);
    const check = args.flags.has("check");
    const database = await openAdminConnection({ connectionString: databaseUrl });
    try {
      const names = await (check ? missingMigrations : applyMigrations)(database, join(PROJECT, "db", "migrations"));
      if (wantsJson(args)) out.write(`${JSON.stringify(check ? { missing: names } : { applied: names })}\n`);
      else if (names.length === 0) out.write(`${words.nothing}\n`);
      else for (const name of names) out.write(`${check ? words.missing : words.applied} ${name}\n`);
      return check && names.length > 0 ? 1 : 0;
    } finally {
      await database.close();
    }
  },
};
