import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../src/command-line/usage-error.ts";
import { parseLine } from "../src/command-line/parse-line.ts";
import { bulk } from "./bulk.ts";
import { changes } from "./changes.ts";
import { changeWarnings } from "./change-warnings.ts";
import { deliveries } from "./deliveries.ts";
import { events } from "./events.ts";
import { growth } from "./growth.ts";
import { hotPaths } from "./hot-paths.ts";
import { program } from "./load.ts";
import { archive } from "./orders/archive.ts";
import { orderFigures, orderGrowth } from "./orders/figures.ts";
import { reserveHugePages } from "./huge-pages.ts";
import { once } from "./once.ts";
import { openPostgres } from "./postgres.ts";
import type { Figure, Measurement } from "./figure.ts";
import { publish, tableOf } from "./report.ts";
import { quota } from "./quota.ts";
import { requestLog } from "./request-log.ts";
import { review } from "./review.ts";
import { startUp } from "./start-up.ts";
import { validation } from "./validation.ts";

/** Measures the server beside its limits; `bench/README.md` says how to read what it writes. */

const FIGURES: readonly Figure[] = [
  ...hotPaths,
  bulk,
  ...orderFigures,
  archive,
  once,
  validation,
  review,
  changes,
  changeWarnings,
  events,
  deliveries,
  growth,
  orderGrowth,
  quota,
  requestLog,
  startUp,
];
const OPTIONS = [
  {
    name: "rounds",
    value: "3",
    meaning: { "pt-BR": "rodadas, intercaladas; vale a mediana", en: "rounds, interleaved; the median counts" },
  },
  { name: "seconds", value: "3", meaning: { "pt-BR": "segundos por medição", en: "seconds of each measurement" } },
  {
    name: "skus",
    value: "100000",
    meaning: { "pt-BR": "produtos do catálogo; múltiplo de 1000", en: "products of the catalogue; a multiple of 1000" },
  },
  {
    name: "socket",
    value: "DIR[:PORT]",
    meaning: { "pt-BR": "PostgreSQL 18 já em execução", en: "a running PostgreSQL 18 instead of the embedded one" },
  },
  { name: "publish", meaning: { "pt-BR": "escreve bench/README.md e os gráficos", en: "writes bench/README.md and the plots" } },
  { name: "profile", meaning: { "pt-BR": "grava perfis de CPU do servidor", en: "keeps CPU profiles of the server" } },
] as const;
const WORDS = [
  {
    name: "FIGURE",
    values: FIGURES.map(({ name }) => name),
    optional: true,
    many: true,
    meaning: { "pt-BR": "o que medir (tudo, se nada)", en: "what to measure (all, when nothing is named)" },
  },
] as const;
const TEMPORARY = join(import.meta.dirname, ".tmp");
const WARM_UP_SECONDS = 2;

async function main(): Promise<void> {
  const { positionals, options, flags } = parseLine(process.argv.slice(2), { positionals: WORDS, options: OPTIONS });
  const figures = positionals.length === 0 ? FIGURES : FIGURES.filter(({ name }) => positionals.includes(name));
  const rounds = {
    rounds: whole("rounds", options["rounds"] ?? "3"),
    seconds: whole("seconds", options["seconds"] ?? "3"),
    warmUpSeconds: WARM_UP_SECONDS,
  };
  const skus = whole("skus", options["skus"] ?? "100000");
  program("wrk");
  program("pgbench");

  mkdirSync(TEMPORARY, { recursive: true });
  const folder = mkdtempSync(join(TEMPORARY, "run-"));
  const profileFolder = flags.has("profile") ? join(TEMPORARY, "profiles") : undefined;
  const hugePages = reserveHugePages();
  const postgres = await openPostgres(folder, options["socket"]);
  const measurements: Record<string, Measurement> = {};
  try {
    const workshop = { postgres, folder, profileFolder };
    for (const figure of figures) {
      console.error(figure.title);
      measurements[figure.name] = await figure.measure({ workshop, rounds, skus });
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const run = { measurements, rounds, postgres: postgres.version, hugePages };
  console.log(tableOf(run));
  if (flags.has("publish")) publish(run, FIGURES);
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} takes a whole number, not ${text}`);
  return Number(text);
}

// Whoever ends the run ends its servers, which are not of its session.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? `bench: ${error.message}` : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
