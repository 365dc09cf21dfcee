import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ATTRIBUTES_TEXT, BODY_PIECES, type BenchSeller, CORE_PIECES, IMAGES_TEXT } from "./catalogue.ts";
import type { Load } from "./measure.ts";
import { coreEndingIn } from "./queries.ts";
import { ORDER_PIECES } from "./orders/book.ts";
import type { BenchPostgres } from "./postgres.ts";

/** The load generators: wrk for HTTP, pgbench for the limit. Both run as programs of their own. */

const SCENARIOS = join(import.meta.dirname, "load");
const run = promisify(execFile);

/** Programs by where Debian puts them: `apt-get install wrk postgresql`. */
const PROGRAMS = {
  wrk: ["/usr/bin/wrk", "/usr/local/bin/wrk"],
  pgbench: [
    "/usr/lib/postgresql/18/bin/pgbench",
    "/usr/lib/postgresql/17/bin/pgbench",
    "/usr/lib/postgresql/15/bin/pgbench",
    "/usr/bin/pgbench",
  ],
} as const;

/** Where a program is; ends with what to install when it is nowhere. */
export function program(name: keyof typeof PROGRAMS): string {
  const path = PROGRAMS[name].find((one) => existsSync(one));
  if (path === undefined) throw new Error(`the measurements need ${name}: apt-get install -y wrk postgresql`);
  return path;
}

/** Writes what the Lua scenarios know of a catalogue; answers the file. */
export function writeShop(folder: string, { skus, sellers }: { readonly skus: number; readonly sellers: readonly BenchSeller[] }): string {
  mkdirSync(folder, { recursive: true });
  const headers = sellers.map(({ clientId, accessToken }) => `"client_id: ${clientId}\\r\\naccess_token: ${accessToken}\\r\\n",`);
  const body = BODY_PIECES.map((piece) => `[==[${piece}]==],`);
  const file = join(folder, `shop-${skus}.lua`);
  writeFileSync(file, `return {\nskus = ${skus},\nheaders = {\n${headers.join("\n")}\n},\nbody = {\n${body.join("\n")}\n},\n}\n`);
  return file;
}

export interface WrkPlan {
  readonly baseUrl: string;
  readonly shop: string;
  /** A file of `load/` without its ending, and what it takes. */
  readonly scenario: string;
  readonly takes?: readonly (string | number)[];
  readonly connections: number;
}

const MOST_THREADS = 2;

/** Lets wrk play a scenario. Takes whole seconds, as wrk does. */
export async function wrk(
  { baseUrl, shop, scenario, takes = [], connections }: WrkPlan,
  seconds: number,
  runNumber: number,
): Promise<Load> {
  const threads = Math.min(MOST_THREADS, connections);
  const args = [
    `-t${threads}`,
    `-c${connections}`,
    `-d${Math.ceil(seconds)}`,
    "--timeout",
    "10",
    "-s",
    join(SCENARIOS, `${scenario}.lua`),
    baseUrl,
    "--",
    String(runNumber),
    ...takes.map(String),
  ];
  const { stdout } = await run(program("wrk"), args, { env: { BENCH_SHOP: shop, BENCH_LOAD: SCENARIOS } });
  const result = /^result (.*)$/m.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`wrk measured nothing: ${stdout}`);
  return JSON.parse(result) as Load;
}

export interface PgbenchPlan {
  readonly postgres: BenchPostgres;
  readonly database: string;
  readonly folder: string;
  readonly script: string;
  readonly variables: Readonly<Record<string, number>>;
  readonly connections: number;
}

const PGBENCH_THREADS = 2;

/**
 * Lets pgbench run a script's statements, each transaction alone, prepared. It connects as a superuser: row-level security costs it
 * nothing.
 */
export async function pgbench({ postgres, database, folder, script, variables, connections }: PgbenchPlan, seconds: number): Promise<Load> {
  const file = join(folder, `${script}.sql`);
  writeFileSync(file, withDocument(readFileSync(join(SCENARIOS, `${script}.sql`), "utf8")));
  const defines = Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(connections),
    "-j",
    String(Math.min(PGBENCH_THREADS, connections)),
    "-T",
    String(seconds),
    "-f",
    file,
    ...defines,
  ];
  const { stdout } = await run(program("pgbench"), [
    ...args,
    "-h",
    postgres.host,
    "-p",
    String(postgres.port),
    "-U",
    postgres.superuser,
    database,
  ]);
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const perSecond = figure(/^tps = ([\d.]+)/m);
  const operations = figure(/^number of transactions actually processed: (\d+)/m);
  if (!(perSecond > 0)) throw new Error(`pgbench measured nothing: ${stdout}`);
  return { operations, seconds: operations / perSecond, failed: figure(/^number of failed transactions: (\d+)/m) };
}

/**
 * The JSON of a product or order in the places a script leaves for it; pgbench takes a colon before a letter or digit for a
 * variable of its own.
 */
function withDocument(script: string): string {
  const pieces: Readonly<Record<string, string>> = {
    ...Object.fromEntries(CORE_PIECES.map((piece, i) => [`core${i + 1}`, piece])),
    images: IMAGES_TEXT,
    attributes: ATTRIBUTES_TEXT,
    ending: coreEndingIn("sku"),
    ...ORDER_PIECES,
  };
  return script.replace(/\{(core\d|images|attributes|ending|item\d|payments|transport|summary|customer)\}/g, (_, name: string) =>
    pieces[name]!.replace(/:(?=\w)/g, ": "),
  );
}
