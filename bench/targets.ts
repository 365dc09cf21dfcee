import type { Measurement } from "./figure.ts";
import type { Sample } from "./measure.ts";

/** What the server is held against, a row each. `bench/README.md` says what a limit and a peer are. */

export type Unit = "/s" | "ms" | "MiB" | "s" | "writes" | "times";

/** What must hold, and where it is going. */
interface Target {
  readonly must: number;
  readonly goal: number;
}
/** Somebody who does the same or less, and how many times as much as they do the server must do. */
export interface Comparison extends Target {
  readonly of: (measurement: Measurement) => number;
}
/** A figure that stands for itself. */
export interface Bound extends Target {
  readonly better: "more" | "less";
}

export interface TargetRow {
  readonly figure: string;
  readonly what: string;
  readonly unit: Unit;
  /** The server's own figure, in the row's unit. */
  readonly ours: (measurement: Measurement) => number;
  readonly limit?: Comparison;
  readonly peer?: Comparison;
  readonly bound?: Bound;
}

export type Verdict = "goal" | "must" | "missed";

const VERDICTS = ["missed", "must", "goal"] as const;

/** The worst verdict of all that the row is held against. */
export function verdictOf({ ours, limit, peer, bound }: TargetRow, measurement: Measurement): Verdict {
  const value = ours(measurement);
  const verdicts = [limit, peer].flatMap((one) => (one === undefined ? [] : [reached(value / one.of(measurement), one, "more")]));
  if (bound !== undefined) verdicts.push(reached(value, bound, bound.better));
  return VERDICTS[Math.min(...verdicts.map((verdict) => VERDICTS.indexOf(verdict)))]!;
}

function reached(value: number, { must, goal }: Target, better: Bound["better"]): Verdict {
  const reaches = (target: number) => (better === "more" ? value >= target : value <= target);
  return reaches(goal) ? "goal" : reaches(must) ? "must" : "missed";
}

const sampleOf = ({ samples }: Measurement, name: string): Sample => {
  const sample = samples[name];
  if (sample === undefined) throw new Error(`no contender was called "${name}"`);
  return sample;
};
const field =
  (name: string, of: keyof Sample = "perSecond") =>
  (measurement: Measurement) =>
    sampleOf(measurement, name)[of];
const fact =
  (name: string) =>
  ({ facts }: Measurement) =>
    facts[name] ?? Number.NaN;
/** The best of all contenders called `name` and a number of connections, per second. */
const best =
  (name: string) =>
  ({ samples }: Measurement) =>
    Math.max(
      ...Object.entries(samples).flatMap(([key, { perSecond }]) =>
        key.startsWith(`${name} `) && /^\d+$/.test(key.slice(name.length + 1)) ? [perSecond] : [],
      ),
    );

const over = (name: string, must: number, goal: number): Comparison => ({ of: best(name), must, goal });
const beside = (name: string, must: number, goal: number): Comparison => ({ of: field(name), must, goal });
const atMost = (must: number, goal: number): Bound => ({ better: "less", must, goal });
const atLeast = (must: number, goal: number): Bound => ({ better: "more", must, goal });

type Held = Pick<TargetRow, "limit" | "peer" | "bound">;

const speed = (figure: string, what: string, name: string, held: Held): TargetRow => ({
  figure,
  what,
  unit: "/s",
  ours: field(name),
  ...held,
});
const factRow = (figure: string, what: string, unit: Unit, name: string, bound: Bound): TargetRow => ({
  figure,
  what,
  unit,
  ours: fact(name),
  bound,
});

const writes = (figure: string, what: string, mustOf256: number): readonly TargetRow[] => [
  speed(figure, `${what}, 16 connections`, "vitrine 16", { limit: over("pgbench", 0.75, 0.9) }),
  speed(figure, `${what}, 64 connections`, "vitrine 64", { limit: over("pgbench", 1.1, 1.5) }),
  speed(figure, `${what}, 256 connections`, "vitrine 256", {
    limit: over("pgbench", mustOf256, 2),
    peer: over("pgbench transaction", 2.3, 3.2),
  }),
];
const reads = (figure: string, what: string): TargetRow =>
  speed(figure, `${what}, 64 connections`, "vitrine 64", { limit: over("pgbench", 0.7, 0.95), peer: beside("bare 64", 0.4, 0.6) });
const move = (figure: string, what: string): TargetRow =>
  speed(figure, `${what}, 256 connections`, "vitrine 256", { limit: over("pgbench", 1.4, 2.5) });

/** Every target, everything switched on. */
export const TARGETS: readonly TargetRow[] = [
  ...writes("stock", "PUT stock", 1.2),
  speed("stock", "PUT stock, 60 % of the values unchanged, 256 connections", "vitrine 60 % unchanged 256", {
    limit: over("pgbench", 1.8, 3),
  }),
  { figure: "stock", what: "PUT stock, one caller, median", unit: "ms", ours: field("vitrine 1", "p50Ms"), bound: atMost(0.5, 0.3) },
  { figure: "stock", what: "PUT stock, 64 connections, p99", unit: "ms", ours: field("vitrine 64", "p99Ms"), bound: atMost(12, 6) },
  { figure: "stock", what: "PUT stock, 256 connections, p99", unit: "ms", ours: field("vitrine 256", "p99Ms"), bound: atMost(35, 15) },
  {
    figure: "stock",
    what: "acknowledged writes per flush of the log, 256 connections",
    unit: "writes",
    ours: field("vitrine 256", "perFlush"),
    bound: atLeast(50, 120),
  },
  {
    figure: "stock",
    what: "memory of the server, 256 connections",
    unit: "MiB",
    ours: field("vitrine 256", "memoryMb"),
    bound: atMost(250, 180),
  },
  ...writes("price", "PUT price", 1.3),
  speed("create", "POST product, 256 connections", "vitrine 256", { limit: over("pgbench", 0.8, 1.2) }),
  speed("bulk", "stock rows of a job, beside PUT stock with 64 connections", "bulk stock", { peer: beside("PUT stock 64", 5, 8) }),
  speed("bulk", "price rows of a job, beside PUT price with 64 connections", "bulk price", { peer: beside("PUT price 64", 5, 8) }),
  speed("bulk", "product rows of a job, beside POST product with 64 connections", "bulk product", {
    peer: beside("POST product 64", 3, 4),
  }),
  factRow("bulk", "p99 of PUT stock beside a job of another seller, in p99s alone", "times", "timesSlower", atMost(2, 1.5)),
  factRow("bulk", "memory that a job of 500,000 rows takes", "MiB", "peakMb", atMost(100, 60)),
  reads("product", "GET product"),
  reads("status", "GET status"),
  speed("list", "page of 50 products, 64 connections", "vitrine 64", { limit: over("pgbench", 0.5, 0.65) }),
  speed("list", "a deep page of 50, beside page 0", "vitrine deep 64", { peer: beside("vitrine 64", 0.83, 1) }),
  speed("purchase", "POST order, 256 connections", "vitrine 256", { limit: over("pgbench", 0.8, 1.2) }),
  move("invoiced", "PUT invoiced"),
  move("shipped", "PUT shipped"),
  reads("order", "GET order (`?expand=`)"),
  speed("orders", "page of 50 orders of a date window, 64 connections", "vitrine 64", { limit: over("pgbench", 0.5, 0.65) }),
  speed("once", "PUT stock with a fresh key, beside without", "PUT stock, fresh keys", { peer: beside("PUT stock", 0.6, 0.75) }),
  speed("once", "POST order with a fresh key, beside without", "POST order, fresh keys", { peer: beside("POST order", 0.6, 0.75) }),
  speed("once", "a recorded answer, beside PUT stock", "PUT stock, known keys", { peer: beside("PUT stock", 0.8, 1) }),
  factRow("zip", "invoices archived, one connection", "/s", "documentsPerSecond", atLeast(10_000, 30_000)),
  factRow("zip", "memory of the server at most, archives of 10,000", "MiB", "peakMb", atMost(250, 180)),
  ...[64, 256].map((connections) =>
    speed("quota", `GET product with a quota, ${connections} connections, beside without`, `plan of 250 ${connections}`, {
      peer: beside(`unmetered ${connections}`, 0.95, 1),
    }),
  ),
  ...["GET product", "PUT stock"].map((call) =>
    speed("request-log", `${call} with the log of calls, 64 connections, beside without`, `${call}, logged`, {
      peer: beside(`${call}, not logged`, 0.9, 0.95),
    }),
  ),
  factRow("validation", "products validated, without images", "/s", "productsPerSecond", atLeast(5_000, 15_000)),
  ...(["pages", "claims", "decisions"] as const).map((call): TargetRow => ({
    figure: "review",
    what: `review: ${call} of one reviewer, 10^6 waiting beside 10^3`,
    unit: "/s",
    ours: fact(`${call}PerSecond1000000`),
    peer: { of: fact(`${call}PerSecond1000`), must: 0.7, goal: 0.95 },
  })),
  {
    figure: "review",
    what: "review: claims of 20 whole products, beside pages of 20, 10^6 waiting",
    unit: "/s",
    ours: fact("claimsPerSecond1000000"),
    peer: { of: fact("pagesPerSecond1000000"), must: 1 / 3, goal: 0.5 },
  },
  {
    figure: "review",
    what: "review: decisions, beside PUT status, 10^6 waiting",
    unit: "/s",
    ours: fact("decisionsPerSecond1000000"),
    peer: { of: fact("statusesPerSecond1000000"), must: 0.7, goal: 1 },
  },
  factRow("review", "review: 100 decisions in 100 calls, 10^6 waiting, p95", "ms", "decisionP95Ms1000000", atMost(100, 20)),
  ...["PUT stock", "PUT price"].map((call) =>
    speed("changes", `${call} of products with open change requests, beside others`, `${call}, with open requests`, {
      peer: beside(`${call}, without open requests`, 0.98, 1),
    }),
  ),
  speed("changes", "POST change, beside PUT product", "POST change", { peer: beside("PUT product", 0.8, 1) }),
  speed("changes", "page of 50 open change requests, as many as products, beside 10^3", "list, many", {
    peer: beside("list, few", 0.83, 1),
  }),
  ...(
    [
      ["Lists", "all"],
      ["ListsOfField", "those of a field"],
    ] as const
  ).map(([list, which]): TargetRow => ({
    figure: "changes",
    what: `changes: pages of one operator (${which}), as many as products, beside 10^3`,
    unit: "/s",
    ours: fact(`many${list}PerSecond`),
    peer: { of: fact(`few${list}PerSecond`), must: 0.7, goal: 0.95 },
  })),
  factRow("changes", "changes: 100 decisions in 100 calls, p95", "ms", "decisionP95Ms", atMost(100, 20)),
  speed("change-warnings", "PUT stock beside the count of a change's products", "PUT stock, beside a count", {
    peer: beside("PUT stock", 0.95, 1),
  }),
  factRow("change-warnings", "products of a change counted, 10^6 beside load", "s", "countSeconds", atMost(60, 30)),
  ...["PUT stock", "GET product"].map((call) =>
    speed("growth", `${call}, 10^6 skus beside 10^4`, `${call} 1000000`, { peer: beside(`${call} 10000`, 0.85, 0.95) }),
  ),
  speed("growth", "page 40,000 beside page 0, 10^6 skus", "deep page 1000000", { peer: beside("page 0 1000000", 0.83, 1) }),
  {
    figure: "growth",
    what: "critiques counted by code, 10^6 products, median",
    unit: "ms",
    ours: field("critiques summary 1000000", "p50Ms"),
    bound: atMost(200, 20),
  },
  {
    figure: "growth",
    what: "numbers of a seller's home screen, 10^6 products, median",
    unit: "ms",
    ours: field("overview 1000000", "p50Ms"),
    bound: atMost(50, 10),
  },
  ...["GET order", "list", "POST order"].map((call) =>
    speed("order-growth", `${call === "list" ? "page of orders" : call}, 10^6 orders beside 10^4`, `${call} 1000000`, {
      peer: beside(`${call} 10000`, 0.77, 0.95),
    }),
  ),
  speed("events", "feed, pages of 100 events, 64 connections", "vitrine 64", { bound: atLeast(500, 1_500) }),
  speed("events", "POST product while its events are followed, beside without", "POST product, followed", {
    peer: beside("POST product, nobody follows", 0.87, 0.95),
  }),
  factRow("events", "a waiting reader hears of an event, same process, p99", "ms", "wakeInProcessP99Ms", atMost(50, 10)),
  factRow("events", "the same, another process, p99", "ms", "wakeAcrossP99Ms", atMost(400, 150)),
  ...[1, 50].flatMap((endpoints): readonly TargetRow[] => [
    factRow("deliveries", `notifications delivered, endpoints: ${endpoints}`, "/s", `perSecondOf${endpoints}`, atLeast(1_000, 3_000)),
    factRow("deliveries", `first attempt at half load, endpoints: ${endpoints}, p99`, "ms", `p99MsOf${endpoints}`, atMost(1_000, 200)),
  ]),
  factRow("start", "first answer after a cold start", "s", "coldSeconds", atMost(10, 4)),
  factRow("start", "first answer after a warm start", "s", "warmSeconds", atMost(3, 1.5)),
];
