import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { getStatuses } from "../src/catalog/queries.ts";
import { type StoredStatus, statusText } from "../src/catalog/status-view.ts";
import { glanceOf } from "../src/orders/stored-summaries.ts";
import { glanceText } from "../src/orders/order-view.ts";
import { glanceAtOrders, type GlanceRow } from "../src/orders/queries.ts";
import { designGet, designPut, designPutChanges } from "./queries.ts";

/**
 * The design alone: Node's own server, a map of credentials, and batches. It knows no quota, log, figures, schema, header of its own,
 * row-level security or second version of anything: what a machine lets it do is about what the real server can come to there.
 * States of products and orders it reads and shows as the real server does.
 */

/** Where the database is, and which token is which seller's. */
export interface DesignPlan {
  readonly connectionString: string;
  readonly sellers: readonly (readonly [token: string, sellerId: number])[];
  /** Stocks are looked at first, as the real server does, and written where they change. */
  readonly looksFirst: boolean;
}

type Row = [ord: number, ...values: unknown[]];
interface Waiting {
  readonly sku: string;
  readonly values: readonly unknown[];
  readonly done: (row: Row | undefined, columns: readonly string[]) => void;
}

const LONGEST_BATCH = 256;
/** As many wait before another statement starts beside those in flight. */
const THRESHOLD = 8;
const ORDERS = "/api/v1/orders/";
const STATUS = "/status";
const SKU = { from: "/api/v2/products/".length, to: "/api/v2/products/10000000".length };
const LARGEST = 2 ** 31 - 1;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const { connectionString, sellers, looksFirst } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as DesignPlan;
const sellerOf = new Map(sellers);
const get = await batches("get", designGet, 2, false);
const put = await batches("put", looksFirst ? designPutChanges : designPut, 3, true);
const getStatus = await batches("status", getStatuses.text, 2, false);
const getOrder = await batches("order", glanceAtOrders.text, 2, false);
const SHOWING = { lang: "pt-BR", environment: "sandbox" } as const;

/** Statements over `lanes` connections, each for all that wait; no sku twice at a time where something is written. */
async function batches(name: string, text: string, lanes: number, isWrite: boolean): Promise<(call: Waiting) => void> {
  const clients = Array.from({ length: lanes }, () => {
    const options = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off";
    return new pg.Client({ connectionString, options });
  });
  await Promise.all(clients.map((client) => client.connect()));
  const free = [...clients];
  const inFlight = new Set<string>();
  let queue: Waiting[] = [];

  const take = (): readonly Waiting[] => {
    if (!isWrite) return queue.splice(0, LONGEST_BATCH);
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const call of queue) {
      const goes = taken.length < LONGEST_BATCH && !inFlight.has(call.sku);
      if (goes) inFlight.add(call.sku);
      (goes ? taken : left).push(call);
    }
    queue = left;
    return taken.sort((a, b) => (a.sku < b.sku ? -1 : 1));
  };
  const run = async (client: pg.Client, batch: readonly Waiting[]): Promise<void> => {
    const values = batch[0]!.values.map((_, column) => batch.map((call) => call.values[column]));
    const result = await client.query<Row>({ name, text, values, rowMode: "array" });
    const rows: Row[] = [];
    for (const row of result.rows) rows[row[0] - 1] = row;
    const columns = result.fields.map((field) => field.name);
    for (const { sku } of batch) inFlight.delete(sku);
    batch.forEach(({ done }, i) => done(rows[i], columns));
    free.push(client);
    flush();
  };
  const flush = (): void => {
    while (queue.length > 0 && free.length > 0 && (free.length === lanes || queue.length >= THRESHOLD)) {
      const batch = take();
      if (batch.length === 0) return;
      void run(free.pop()!, batch);
    }
  };
  return (call) => {
    if (queue.push(call) === 1) setImmediate(flush);
  };
}

function named(row: Row, columns: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [nth, column] of columns.entries()) values[column] = row[nth];
  return values;
}

function orderText(orderNumber: string, row: Row, columns: readonly string[]): string {
  const order = named(row, columns);
  return glanceText(glanceOf(orderNumber, order as unknown as GlanceRow)!, SHOWING);
}

function send(response: ServerResponse, status: number, text: string, encoding: "utf8" | "latin1" = "utf8"): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text, encoding) });
  response.end(text, encoding);
}

const server = createServer((request, response) => {
  const seller = sellerOf.get(request.headers["access_token"] as string);
  if (seller === undefined) return send(response, 401, "{}");
  if (request.url!.startsWith(ORDERS)) {
    const orderNumber = request.url!.slice(ORDERS.length);
    const done: Waiting["done"] = (row, columns) =>
      send(response, row ? 200 : 404, row ? orderText(orderNumber, row, columns) : "{}", "latin1");
    return getOrder({ sku: orderNumber, values: [seller, orderNumber], done });
  }
  const sku = request.url!.slice(SKU.from, SKU.to);
  if (request.url!.endsWith(STATUS)) {
    const text = (row: Row, columns: readonly string[]) => statusText(sku, named(row, columns) as unknown as StoredStatus, SHOWING.lang);
    const done: Waiting["done"] = (row, columns) => send(response, row ? 200 : 404, row ? text(row, columns) : "{}", "latin1");
    return getStatus({ sku, values: [seller, sku], done });
  }
  if (request.method === "GET") {
    return get({ sku, values: [seller, sku], done: (row) => send(response, row ? 200 : 404, row ? (row[1] as string) : "{}") });
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { available } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly available: unknown };
    if (!Number.isInteger(available) || Number(available) < 0 || Number(available) > LARGEST) return send(response, 400, "{}");
    put({
      sku,
      values: [seller, sku, available, Date.now()],
      done: (row) => send(response, row ? 202 : 404, JSON.stringify(row && { physical: row[1], reserved: row[2], version: row[3] })),
    });
  });
});
server.listen(0, "127.0.0.1", () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
