import { setTimeout as sleep } from "node:timers/promises";
import { BODY_PIECES, type BenchSeller } from "./catalogue.ts";
import type { Figure, FigureContext } from "./figure.ts";
import { openMarket, openStand, type Stand } from "./market.ts";
import { cores } from "./machine.ts";
import { type Contender, interleaved, type Load, measured } from "./measure.ts";
import { memoryMb } from "./processes.ts";
import type { BenchPostgres } from "./postgres.ts";

/** Rows of bulk jobs beside single calls, and what single calls feel of a job. */

const CONNECTIONS = 64;
const STOCK_ROWS = 100_000;
const PRODUCT_ROWS = 10_000;
const LARGE_ROWS = 500_000;
const FIRST_SKU = 10_000_000;
/** Each answer sums the chunks of its job: a caller that asked more often would be measured itself. */
const POLL_MS = 50;
const MEMORY_POLL_MS = 50;
/** Callers of single calls, each with a pause behind every call: the machine is not full of them. */
const CALLERS = 4;
const PAUSE_MS = 10;

type Line = (nth: number) => string;

/** A new value for a sku of the first seller, in each run another. */
const stockLine =
  (skus: number, run: number): Line =>
  (nth) =>
    `{"op":"stock","sku":"${FIRST_SKU + (nth % skus)}","available":${100_000 + ((nth * 7 + run * 13) % 399_999)}}\n`;
const priceLine =
  (skus: number, run: number): Line =>
  (nth) =>
    `{"op":"price","sku":"${FIRST_SKU + (nth % skus)}","listPrice":${200_000 + ((nth + run) % 9_999)},"salePrice":${100_000 + ((nth * 3 + run) % 9_999)}}\n`;
const SIZES = ["P", "M", "G", "GG"];
const productLine =
  (run: number): Line =>
  (nth) => {
    const group = `BK${run}-F${Math.floor(nth / SIZES.length)}`;
    const [a, b, c, d, e] = BODY_PIECES as [string, string, string, string, string];
    return `{"op":"product",${a.slice(1)}BK${run}-${nth}${b}${group}${c}${SIZES[nth % SIZES.length]}${d}Preto${e}\n`;
  };

/** A file of rows. It is written before anything is timed: its seller has it, on a machine of their own. */
const fileOf = (rows: number, line: Line): Buffer<ArrayBuffer> => Buffer.from(Array.from({ length: rows }, (_, nth) => line(nth)).join(""));

/** Sends a file. Resolves to the job's id. */
async function send({ baseUrl }: Stand["server"], seller: BenchSeller, file: Buffer<ArrayBuffer>): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/v2/bulk`, {
    method: "POST",
    headers: { ...credentials(seller), "content-type": "application/x-ndjson" },
    body: file,
  });
  const text = await reply.text();
  if (reply.status !== 202) throw new Error(`the job was not taken: ${reply.status} ${text}`);
  return (JSON.parse(text) as { readonly id: string }).id;
}

const credentials = ({ clientId, accessToken }: BenchSeller) => ({ client_id: clientId, access_token: accessToken });

/** Waits for the end of a job. Resolves to the number of rows that failed. */
async function ended({ baseUrl }: Stand["server"], seller: BenchSeller, id: string): Promise<number> {
  for (;;) {
    const reply = await fetch(`${baseUrl}/api/v2/bulk/${id}`, { headers: credentials(seller) });
    const job = (await reply.json()) as { readonly state: string; readonly failed: number; readonly unchanged: number };
    if (job.state === "finished") return job.failed + job.unchanged;
    await sleep(POLL_MS);
  }
}

/** A job as a contender: rows per second from its first byte to its last row. */
const job = (
  name: string,
  { server, seller, postgres }: { readonly server: Stand["server"]; readonly seller: BenchSeller; readonly postgres: BenchPostgres },
  rows: number,
  lineOf: (run: number) => Line,
): Contender => ({
  name,
  measure(_seconds, run) {
    const file = fileOf(rows, lineOf(run));
    return measured({ serverPid: server.pid, postgres }, cores, async (stopwatch): Promise<Load> => {
      const startedMs = performance.now();
      stopwatch.start();
      const failed = await ended(server, seller, await send(server, seller, file));
      stopwatch.stop();
      return { operations: rows, seconds: (performance.now() - startedMs) / 1_000, failed };
    });
  },
});

/** The 99th percentile of PUT stock by a few unhurried callers while `work` runs, in milliseconds. */
async function p99While({ baseUrl }: Stand["server"], seller: BenchSeller, sku: string, work: () => Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const times: number[] = [];
  const caller = async (nth: number) => {
    while (!state.isOver) {
      const startedMs = performance.now();
      const reply = await fetch(`${baseUrl}/api/v2/products/${sku}/stocks`, {
        method: "PUT",
        headers: { ...credentials(seller), "content-type": "application/json" },
        body: JSON.stringify({ available: nth * 100_000 + times.length }),
      });
      await reply.arrayBuffer();
      if (reply.status !== 202) throw new Error(`PUT stock answered ${reply.status}`);
      times.push(performance.now() - startedMs);
      await sleep(PAUSE_MS);
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i + 1)));
  await work();
  state.isOver = true;
  await calling;
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)]!;
}

/** The most memory of the server while `work` runs beyond what it has before, in MiB. */
async function memoryWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryMb(pid).now;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, memoryMb(pid).now)), MEMORY_POLL_MS);
  await work();
  clearInterval(timer);
  return peak - before;
}

export const bulk: Figure = {
  name: "bulk",
  title: "Bulk jobs beside single calls",
  async measure({ workshop, rounds, skus }: FigureContext) {
    const market = await openMarket(workshop, { name: "bench_bulk", skus, state: "published" });
    const stand = await openStand(workshop, market, "bench_bulk", { ROLE: "api,worker" });
    const { server } = stand;
    const [seller, other] = market.sellers as [BenchSeller, BenchSeller];
    const jobs = { server, seller, postgres: workshop.postgres };
    const half = skus / 2;
    try {
      const samples = await interleaved(
        [
          stand.http("PUT stock 64", { scenario: "put-stock", takes: [0], connections: CONNECTIONS }),
          job("bulk stock", jobs, STOCK_ROWS, (run) => stockLine(half, run)),
          stand.http("PUT price 64", { scenario: "put-price", connections: CONNECTIONS }),
          job("bulk price", jobs, STOCK_ROWS, (run) => priceLine(half, run)),
          stand.http("POST product 64", { scenario: "post-product", connections: CONNECTIONS }),
          job("bulk product", jobs, PRODUCT_ROWS, productLine),
        ],
        rounds,
      );
      const file = fileOf(LARGE_ROWS, stockLine(half, 999));
      const large = async () => void (await ended(server, seller, await send(server, seller, file)));
      const sku = String(FIRST_SKU + half);
      const aloneMs = await p99While(server, other, sku, () => sleep(rounds.seconds * 1_000));
      let besideMs = 0;
      const peakMb = await memoryWhile(server.pid, async () => (besideMs = await p99While(server, other, sku, large)));
      return { samples, facts: { skus, aloneP99Ms: aloneMs, besideP99Ms: besideMs, timesSlower: besideMs / aloneMs, peakMb } };
    } finally {
      await stand.stop();
    }
  },
};
