import type { Measurement } from "./figure.ts";
import type { Sample } from "./measure.ts";

/** A promise of speed or size: what must hold, where it is going, and how it is read from a measurement. */
export interface Ratio {
  readonly figure: string;
  readonly what: string;
  readonly unit: "x" | "ms" | "MiB" | "/s" | "s" | "writes";
  readonly better: "more" | "less";
  readonly must: number;
  readonly goal: number;
  readonly measured: (measurement: Measurement) => number;
  /** The same by CPU used for each operation, which neighbours on the machine disturb least. */
  readonly byCpu?: (measurement: Measurement) => number;
}

const sampleOf = ({ samples }: Measurement, name: string): Sample => {
  const sample = samples[name];
  if (sample === undefined) throw new Error(`no contender was called "${name}"`);
  return sample;
};
/** Contenders called `name` and a number of connections. */
const all = ({ samples }: Measurement, name: string): readonly Sample[] =>
  Object.entries(samples).flatMap(([key, sample]) =>
    key.startsWith(`${name} `) && /^\d+$/.test(key.slice(name.length + 1)) ? [sample] : [],
  );

const cpu = ({ serverUs, postgresUs, clientUs }: Sample) => serverUs + postgresUs + clientUs;

/**
 * Operations per second over the best of a limit at any number of connections; by CPU, the capacity of the same machine over the
 * limit's.
 */
const over = (name: string, limit: string) => ({
  measured: (figure: Measurement) => sampleOf(figure, name).perSecond / Math.max(...all(figure, limit).map(({ perSecond }) => perSecond)),
  byCpu: (figure: Measurement) => Math.min(...all(figure, limit).map(cpu)) / cpu(sampleOf(figure, name)),
});
/** One contender over another. */
const beside = (name: string, other: string) => ({
  measured: (figure: Measurement) => sampleOf(figure, name).perSecond / sampleOf(figure, other).perSecond,
  byCpu: (figure: Measurement) => cpu(sampleOf(figure, other)) / cpu(sampleOf(figure, name)),
});
/** How much longer one contender takes than another for each operation. */
const slower = (name: string, other: string) => ({
  measured: (figure: Measurement) => sampleOf(figure, other).perSecond / sampleOf(figure, name).perSecond,
  byCpu: (figure: Measurement) => cpu(sampleOf(figure, name)) / cpu(sampleOf(figure, other)),
});
const field = (name: string, of: keyof Sample) => ({ measured: (figure: Measurement) => sampleOf(figure, name)[of] });
const fact = (name: string) => ({ measured: ({ facts }: Measurement) => facts[name] ?? Number.NaN });

type Row = readonly [figure: string, what: string, must: number, goal: number, reading: Pick<Ratio, "measured" | "byCpu">];

const writes = (figure: string, what: string): readonly Row[] => [
  [figure, `${what}, 16 connections, over pgbench`, 0.75, 0.9, over("vitrine 16", "pgbench")],
  [figure, `${what}, 64 connections, over pgbench`, 1.1, 1.5, over("vitrine 64", "pgbench")],
  [figure, `${what}, 256 connections, over pgbench`, 1.3, 2, over("vitrine 256", "pgbench")],
  [figure, `${what}, 256 connections, over pgbench's begin, update, insert, commit`, 2.3, 3.2, over("vitrine 256", "pgbench transaction")],
];
const reads = (figure: string, what: string): readonly Row[] => [
  [figure, `${what}, 64 connections, over pgbench`, 0.7, 0.95, over("vitrine 64", "pgbench")],
  [figure, `${what}, 64 connections, over bare HTTP sending the same bytes`, 0.4, 0.6, beside("vitrine 64", "bare 64")],
];

const moves = (figure: string, what: string): readonly Row[] => [
  [figure, `${what}, 256 connections, over pgbench reading, numbering its event and writing`, 1.4, 2.5, over("vitrine 256", "pgbench")],
];

const times = (rows: readonly Row[]): readonly Ratio[] =>
  rows.map(([figure, what, must, goal, reading]) => ({ figure, what, unit: "x", better: "more", must, goal, ...reading }));

/** The ratios to hold, everything on: performance 10, as far as there is something to measure. */
export const RATIOS: readonly Ratio[] = [
  ...times(writes("stock", "PUT stock")),
  ...times([
    [
      "stock",
      "PUT stock, 60 % of the values unchanged, 256 connections, over pgbench",
      1.8,
      3,
      over("vitrine 60 % unchanged 256", "pgbench"),
    ],
  ]),
  {
    figure: "stock",
    what: "PUT stock, 1 connection, median",
    unit: "ms",
    better: "less",
    must: 0.5,
    goal: 0.3,
    ...field("vitrine 1", "p50Ms"),
  },
  {
    figure: "stock",
    what: "PUT stock, 64 connections, 99th percentile",
    unit: "ms",
    better: "less",
    must: 12,
    goal: 6,
    ...field("vitrine 64", "p99Ms"),
  },
  {
    figure: "stock",
    what: "PUT stock, 256 connections, 99th percentile",
    unit: "ms",
    better: "less",
    must: 35,
    goal: 15,
    ...field("vitrine 256", "p99Ms"),
  },
  {
    figure: "stock",
    what: "acknowledged writes per flush of the log, 256 connections",
    unit: "writes",
    better: "more",
    must: 50,
    goal: 120,
    ...field("vitrine 256", "perFlush"),
  },
  {
    figure: "stock",
    what: "memory of the server, 256 connections",
    unit: "MiB",
    better: "less",
    must: 250,
    goal: 180,
    ...field("vitrine 256", "memoryMb"),
  },
  ...times(writes("price", "PUT price")),
  ...times([["create", "POST product, 256 connections, over pgbench numbering and writing", 0.8, 1.2, over("vitrine 256", "pgbench")]]),
  ...times(reads("product", "GET product")),
  ...times(reads("status", "GET status")),
  ...times([["list", "page of 50, 64 connections, over pgbench", 0.5, 0.65, over("vitrine 64", "pgbench")]]),
  {
    figure: "list",
    what: "a deep page of 50 beside page 0",
    unit: "x",
    better: "less",
    must: 1.2,
    goal: 1,
    ...slower("vitrine deep 64", "vitrine 64"),
  },
  ...times([
    ["purchase", "POST order, 256 connections, over pgbench numbering and writing", 0.8, 1.2, over("vitrine 256", "pgbench")],
    ...moves("invoiced", "PUT invoiced"),
    ...moves("shipped", "PUT shipped"),
  ]),
  ...times([
    ["once", "PUT stock with a fresh key over without, 256 connections", 0.6, 0.75, beside("PUT stock, fresh keys", "PUT stock")],
    ["once", "POST order with a fresh key over without, 256 connections", 0.6, 0.75, beside("POST order, fresh keys", "POST order")],
    ["once", "an answer given again over PUT stock, 256 connections", 0.8, 1, beside("PUT stock, known keys", "PUT stock")],
  ]),
  ...times(reads("order", "GET order")),
  ...times([["orders", "page of 50 orders of a date window, 64 connections, over pgbench", 0.5, 0.65, over("vitrine 64", "pgbench")]]),
  {
    figure: "zip",
    what: "invoices archived, 1 connection",
    unit: "/s",
    better: "more",
    must: 10_000,
    goal: 30_000,
    ...fact("documentsPerSecond"),
  },
  {
    figure: "zip",
    what: "memory of the server at most, archives of 10,000",
    unit: "MiB",
    better: "less",
    must: 250,
    goal: 180,
    ...fact("peakMb"),
  },
  ...times(
    [64, 256].map((connections): Row => [
      "quota",
      `GET product on plans of 250, ${connections} connections, over credentials whose quota never ends`,
      0.95,
      1,
      beside(`plan of 250 ${connections}`, `unmetered ${connections}`),
    ]),
  ),
  ...times(
    ["GET product", "PUT stock"].map((call): Row => [
      "request-log",
      `${call}, 64 connections, with the log of requests over without`,
      0.9,
      0.95,
      beside(`${call}, logged`, `${call}, not logged`),
    ]),
  ),
  {
    figure: "validation",
    what: "validation without images, products",
    unit: "/s",
    better: "more",
    must: 5_000,
    goal: 15_000,
    ...fact("productsPerSecond"),
  },
  ...times([
    ["growth", "PUT stock, 10^6 skus over 10^4", 0.85, 0.95, beside("PUT stock 1000000", "PUT stock 10000")],
    ["growth", "GET product, 10^6 skus over 10^4", 0.85, 0.95, beside("GET product 1000000", "GET product 10000")],
  ]),
  {
    figure: "growth",
    what: "page 40,000 beside page 0, 10^6 skus",
    unit: "x",
    better: "less",
    must: 1.2,
    goal: 1,
    ...slower("deep page 1000000", "page 0 1000000"),
  },
  {
    figure: "growth",
    what: "critiques counted by code, 10^6 products, 1 connection, median",
    unit: "ms",
    better: "less",
    must: 200,
    goal: 20,
    ...field("critiques summary 1000000", "p50Ms"),
  },
  ...["GET order", "list", "POST order"].map((what): Ratio => ({
    figure: "order-growth",
    what: `${what}, 10^6 orders beside 10^4`,
    unit: "x",
    better: "less",
    must: 1.3,
    goal: 1.05,
    ...slower(`${what} 1000000`, `${what} 10000`),
  })),
  {
    figure: "shipped",
    what: "an order's move with its event beside without, pgbench, 64 connections",
    unit: "x",
    better: "less",
    must: 1.5,
    goal: 1.25,
    ...slower("pgbench unread 64", "silent 64"),
  },
  {
    figure: "events",
    what: "feed, pages of 100 events, 64 connections",
    unit: "/s",
    better: "more",
    must: 500,
    goal: 1_500,
    ...field("vitrine 64", "perSecond"),
  },
  {
    figure: "events",
    what: "POST product with a dispatcher and readers who wait, beside without",
    unit: "x",
    better: "less",
    must: 1.15,
    goal: 1.05,
    ...slower("POST product, followed", "POST product, nobody follows"),
  },
  {
    figure: "events",
    what: "wake-up of a reader in the writer's process, 99th percentile",
    unit: "ms",
    better: "less",
    must: 50,
    goal: 10,
    ...fact("wakeInProcessP99Ms"),
  },
  {
    figure: "events",
    what: "wake-up of a reader in another process, 99th percentile",
    unit: "ms",
    better: "less",
    must: 400,
    goal: 150,
    ...fact("wakeAcrossP99Ms"),
  },
  ...[1, 50].flatMap((endpoints): readonly Ratio[] => [
    {
      figure: "deliveries",
      what: `notifications delivered, ${endpoints} endpoints`,
      unit: "/s",
      better: "more",
      must: 1_000,
      goal: 3_000,
      ...fact(`perSecondOf${endpoints}`),
    },
    {
      figure: "deliveries",
      what: `first attempt at half load, ${endpoints} endpoints, 99th percentile`,
      unit: "ms",
      better: "less",
      must: 1_000,
      goal: 200,
      ...fact(`p99MsOf${endpoints}`),
    },
  ]),
  { figure: "start", what: "first answer after a cold start", unit: "s", better: "less", must: 10, goal: 4, ...fact("coldSeconds") },
  { figure: "start", what: "first answer after a warm start", unit: "s", better: "less", must: 3, goal: 1.5, ...fact("warmSeconds") },
];

export type Verdict = "goal" | "must" | "missed";

export function verdict({ better, must, goal }: Ratio, value: number): Verdict {
  const reaches = (bound: number) => (better === "more" ? value >= bound : value <= bound);
  return reaches(goal) ? "goal" : reaches(must) ? "must" : "missed";
}
