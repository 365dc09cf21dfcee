import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { ATTRIBUTES_TEXT, BODY_PIECES, type BenchSeller, CORE_PIECES, IMAGES_TEXT } from "./catalogue.ts";
import type { Load, Stopwatch } from "./measure.ts";
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
  /** Each of its requests can be made once, and begins with the first: it does not run in. */
  readonly madeOnce?: true;
}

const MOST_THREADS = 2;
/** With more connections than these, one thread of wrk has always something to do. */
const FEW_CONNECTIONS = 64;
/** Scenarios that change nothing. */
const READS = /^(?:get|list)-/;

/**
 * One keeps up with every server here, and a second takes the processors from those who are measured; but writes of few connections wait together
 * for a flush of the log, and two wake sooner. From GET product, GET status and PUT stock (README, what was tried).
 */
function threadsFor({ scenario, connections }: Pick<WrkPlan, "scenario" | "connections">): number {
  const best = READS.test(scenario) || connections > FEW_CONNECTIONS ? 1 : MOST_THREADS;
  return Math.min(best, connections);
}
/**
 * Before anything counts, of wrk and of pgbench alike. While others were measured, Node gave the memory for young objects back, and everybody's caches
 * became others': for a second a call takes up to twice as long. And each of pgbench's connections is a process that maps every page of the database's
 * memory which it meets, which costs the more the smaller the pages are (huge-pages.ts).
 */
const RUN_IN_SECONDS = 4;
/** So many more runs have numbers of their own. */
const RUN_INS = 1_000_000;

/** How long, and who counts what it costs meanwhile. */
interface Running {
  readonly seconds: number;
  readonly stopwatch: Stopwatch;
}

/** Lets wrk play a scenario, under a number that no other run has, once it has run in. Takes whole seconds, as wrk does. */
export async function wrk(plan: WrkPlan, { seconds, run: runNumber, stopwatch }: Running & { readonly run: number }): Promise<Load> {
  if (!plan.madeOnce) await play(plan, RUN_IN_SECONDS, RUN_INS + runNumber);
  stopwatch.start();
  const load = await play(plan, seconds, runNumber);
  stopwatch.stop();
  return load;
}

async function play({ baseUrl, shop, scenario, takes = [], connections }: WrkPlan, seconds: number, runNumber: number): Promise<Load> {
  const threads = threadsFor({ scenario, connections });
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
  const { stdout } = await run(program("wrk"), args, { env: { BENCH_SHOP: shop, BENCH_LOAD: SCENARIOS, BENCH_THREADS: String(threads) } });
  const result = /^result (.*)$/m.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`wrk measured nothing: ${stdout}`);
  return JSON.parse(result) as Load;
}

/**
 * Where numbers come from: the seller's counters, as its pages and its feed without gaps want them, or a sequence, for which nobody waits.
 */
export type Numbers = "counter" | "sequence";

export interface PgbenchPlan {
  readonly postgres: Pick<BenchPostgres, "host" | "port" | "superuser">;
  readonly database: string;
  readonly folder: string;
  readonly script: string;
  readonly variables: Readonly<Record<string, number>>;
  readonly numbers?: Numbers;
  readonly connections: number;
}

const PGBENCH_THREADS = 2;
/** It is given time to say the last second. */
const PGBENCH_LAST_SECONDS = 1;

/**
 * Lets pgbench run a script's statements, each transaction alone, prepared. It connects as a superuser: row-level security costs it
 * nothing.
 */
export async function pgbench(plan: PgbenchPlan, { seconds, stopwatch }: Running): Promise<Load> {
  const { postgres, database, folder, script, variables, numbers = "sequence", connections } = plan;
  const file = join(folder, `${script}.sql`);
  writeFileSync(file, withPieces(readFileSync(join(SCENARIOS, `${script}.sql`), "utf8"), NUMBERED[numbers]));
  const defines = Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const until = RUN_IN_SECONDS + seconds;
  const options = {
    "-M": "prepared",
    "-c": connections,
    "-j": Math.min(PGBENCH_THREADS, connections),
    "-T": until + PGBENCH_LAST_SECONDS,
    "-P": 1,
    "-f": file,
    "-h": postgres.host,
    "-p": postgres.port,
    "-U": postgres.superuser,
  };
  const args = ["-n", ...Object.entries(options).flat().map(String), ...defines, database];
  const child = spawn(program("pgbench"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  const [said, counted]: [string[], { readonly at: number; readonly perSecond: number; readonly failed: number }[]] = [[], []];
  let last = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    const [, at, perSecond, failed] = PROGRESS.exec(line)?.map(Number) ?? [];
    if (at === undefined || perSecond === undefined || failed === undefined) {
      said.push(line);
      continue;
    }
    if (last >= RUN_IN_SECONDS - TOLERANCE && last < until - TOLERANCE) counted.push({ at: at - last, perSecond, failed });
    last = at;
    if (Math.round(at) === RUN_IN_SECONDS) stopwatch.start(child.pid);
    if (Math.round(at) === until) stopwatch.stop(child.pid);
  }
  // What it used is counted among what ended, before the next one is measured.
  await ended;
  if (counted.length === 0) throw new Error(`pgbench measured nothing: ${said.join("\n")}`);
  const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0);
  return { operations: sum(({ at, perSecond }) => at * perSecond), seconds: sum(({ at }) => at), failed: sum(({ failed }) => failed) };
}
/** What pgbench says each second: since when, transactions per second, failed ones. */
const PROGRESS = /^progress: ([\d.]+) s, ([\d.]+) tps, .* (\d+) failed$/;
/** It is not always punctual. */
const TOLERANCE = 0.5;

/** How a script's `{counting}` and `{number}` read, and the `{numbers of ...}` of what it creates: its name, its place, its event's place. */
const NUMBERED: Readonly<Record<Numbers, Readonly<Record<string, string>>>> = {
  counter: {
    counting: "counted as (update seller_counters set events = events + 1 where seller_id = :seller returning events),",
    number: "(select events from counted)",
    "numbers of a product": `update seller_counters set products = products + 1, events = events + 1 where seller_id = :seller
      returning 'B' || seller_id || 'N' || products as name, products - 1 as n, events as seq`,
    "numbers of an order": `update seller_counters set orders = orders + 1, shippings = shippings + 1, order_items = order_items + 1, events = events + 1
      where seller_id = :seller returning 'B' || seller_id || 'N' || orders as name, orders - 1 as n, events as seq`,
  },
  sequence: {
    counting: "",
    number: "nextval('bench_numbers')",
    "numbers of a product": "select 'B' || n as name, n, n as seq from nextval('bench_numbers') n",
    "numbers of an order": "select 'B' || n as name, n, n as seq from nextval('bench_numbers') n",
  },
};

/**
 * The JSON of a product or order in the places a script leaves for it; pgbench takes a colon before a letter or digit for a
 * variable of its own.
 */
function withPieces(script: string, numbered: Readonly<Record<string, string>>): string {
  const pieces: Readonly<Record<string, string>> = {
    ...Object.fromEntries(CORE_PIECES.map((piece, i) => [`core${i + 1}`, piece])),
    images: IMAGES_TEXT,
    attributes: ATTRIBUTES_TEXT,
    ending: coreEndingIn("sku"),
    ...ORDER_PIECES,
  };
  return script
    .replace(/\{(counting|number|numbers of an? \w+)\}/g, (_, name: string) => numbered[name]!)
    .replace(/\{(core\d|images|attributes|ending|item\d|payments|transport|summary|customer)\}/g, (_, name: string) =>
      pieces[name]!.replace(/:(?=\w)/g, ": "),
    );
}
