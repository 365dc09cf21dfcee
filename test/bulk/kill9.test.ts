import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, testDatabase, type Client, type Seller, type TestDatabase } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { noStatements, onDatabase, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { wares } from "../wares.ts";
import { allResults, BULK, carryOut, ended, linesOf, type Row } from "./job.ts";

const KILLS = budget(3, 50);
const ROWS = budget(12_000, 100_000);
const SKUS = 500;
const LIMIT_MS = budget(240_000, 2 * 3_600_000);
/** How long a server lives, at least and at most. */
const LIFE_MS = [300, 1_500] as const;

let database: TestDatabase;
let seller: Seller;
beforeAll(async () => {
  database = await testDatabase();
  const market = await startMarketplace({ database });
  const shop = await wares(`${market.baseUrl}/images`);
  seller = await market.seller();
  const products = Array.from({ length: SKUS }, (_, i) => ({ op: "product", ...shop.visor(`K-${i}`) }));
  await carryOut(seller, products);
  await market.stop();
});
afterAll(() => database.drop());

/** Rows whose values are all different, so that each leaves one entry in the ledger, or one version of a price. */
const rows: readonly Row[] = Array.from({ length: ROWS }, (_, i): Row => {
  const sku = `K-${i % SKUS}`;
  return i % 5 === 4 ? { op: "price", sku, listPrice: 1_000 + i, salePrice: 900 + i / 2 } : { op: "stock", sku, available: 100 + i };
});

/** Whether the server at an address answers; a dead one does not. */
const offsetOf = async (caller: Client, id: string): Promise<number | undefined> => {
  try {
    return Number((await caller.request("HEAD", `${BULK}/${id}/content`)).headers.get("upload-offset"));
  } catch {
    return undefined;
  }
};

/** Sends what is left of the content in parts, until a kill breaks the connection. Whether everything is sent. */
async function upload(caller: Client, id: string, body: Buffer<ArrayBuffer>): Promise<boolean> {
  const PART = 200_000;
  for (;;) {
    const offset = await offsetOf(caller, id);
    if (offset === undefined) return false;
    const end = Math.min(body.length, offset + PART);
    try {
      const reply = await caller.request("PATCH", `${BULK}/${id}/content`, {
        body: body.subarray(offset, end),
        headers: {
          "content-type": "application/partial-upload",
          "upload-offset": String(offset),
          ...(end === body.length ? { "upload-complete": "?1" } : {}),
        },
      });
      if (reply.status === 422 || (reply.status === 200 && end === body.length)) return true;
    } catch {
      return false;
    }
  }
}

/** Entries of the ledger that rows of a job made, and how many rows that were. */
async function ledgerOf(id: string): Promise<{ readonly n: number; readonly requests: number }> {
  const [row] = await database.query<{ n: number; requests: number }>(
    "select count(*)::integer as n, count(distinct request_id)::integer as requests from stock_ledger where seller_id = $1 and request_id like $2",
    [seller.sellerId, `${id}.%`],
  );
  return row!;
}

describe(`a job of ${ROWS} rows while its process is killed with kill -9`, () => {
  it(
    `takes effect once per row over ${KILLS} kills`,
    async () => {
      const variables = onDatabase(database);
      const body = Buffer.from(linesOf(rows));
      let server: ServerProcess = await startServer({ variables });
      const caller = () => client(server.baseUrl, seller.headers);
      const { id } = (await caller().post(BULK, { rows: ROWS })).json;
      let kills = 0;
      let isSent: boolean = false;
      try {
        for (; kills < KILLS; kills += 1) {
          const sending: Promise<boolean> = isSent ? Promise.resolve(true) : upload(caller(), id, body);
          await sleep(LIFE_MS[0] + Math.random() * (LIFE_MS[1] - LIFE_MS[0]));
          await server.end("SIGKILL");
          isSent = await sending;
          await noStatements(database);
          // Nobody waits for the end of its lease, so that the next process has work when it is killed.
          await database.query("update bulk_jobs set lease_until = now() where lease_until is not null");
          server = await startServer({ variables });
        }
        if (!isSent) await upload(caller(), id, body);
        const startedMs = performance.now();
        for (;;) {
          const { json } = await caller().get(`${BULK}/${id}`);
          if (json.state === "finished") break;
          expect(performance.now() - startedMs).toBeLessThan(120_000);
          await sleep(200);
        }
        const results = await allResults(caller(), id, { limit: 10_000 });
        const stocks = rows.filter(({ op }) => op === "stock").length;
        const ledger = await ledgerOf(id);
        const [prices] = await database.query<{ n: number }>(
          "select count(*)::integer as n from price_history where seller_id = $1 and version > 1",
          [seller.sellerId],
        );
        figures({ kills, rows: ROWS, "stock rows": ledger.n, "rows done twice": ledger.n - ledger.requests });
        expect(results.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
        expect(results.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
        expect([ledger.n, ledger.requests]).toEqual([stocks, stocks]);
        expect(prices!.n).toBe(ROWS - stocks);
        expect(await brokenInvariants(database.query)).toEqual([]);
      } finally {
        await server.end("SIGKILL");
      }
    },
    LIMIT_MS,
  );

  it(
    "sees a chunk whose outcomes were stored apart from its effects (planted)",
    async () => {
      const server = await startServer({ variables: onDatabase(database) });
      const caller = client(server.baseUrl, seller.headers);
      try {
        const { job } = await carryOut(caller, rows.slice(0, 1_000));
        const ledger = await ledgerOf(job.id);
        expect(ledger.n).toBe(ledger.requests);
        // As a process leaves it that died between the two.
        await database.query("update bulk_chunks set state = 'waiting', outcomes = '' where job_id = $1 and nth = 0", [job.id]);
        await database.query("update bulk_jobs set state = 'running', finished_at = null where job_id = $1", [job.id]);
        await ended(caller, job.id);
        const again = await ledgerOf(job.id);
        expect(again.n).toBeGreaterThan(again.requests);
      } finally {
        await server.end("SIGKILL");
      }
    },
    LIMIT_MS,
  );
});
