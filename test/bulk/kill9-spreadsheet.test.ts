import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, testDatabase, type Seller, type TestDatabase } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { noStatements, onDatabase, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { wares } from "../wares.ts";
import { officeFile } from "./formats/office-file.ts";
import { allResults, append, BULK, carryOut } from "./job.ts";

const KILLS = budget(3, 50);
const ROWS = budget(10_000, 200_000);
const SKUS = 200;
const LIMIT_MS = budget(240_000, 2 * 3_600_000);
const PART_BYTES = 100_000;

let database: TestDatabase;
let seller: Seller;
beforeAll(async () => {
  database = await testDatabase();
  const market = await startMarketplace({ database });
  const shop = await wares(`${market.baseUrl}/images`);
  seller = await market.seller();
  await carryOut(
    seller,
    Array.from({ length: SKUS }, (_, i) => ({ op: "product", ...shop.visor(`K-${i}`) })),
  );
  await market.stop();
});
afterAll(() => database.drop());

describe(`a spreadsheet of ${ROWS} rows while its process is killed with kill -9 as it cuts the rows`, () => {
  it(
    `loses no row that was acknowledged, and does none twice, over ${KILLS} kills`,
    async () => {
      const variables = onDatabase(database);
      const file = officeFile([["sku", "estoque"], ...Array.from({ length: ROWS }, (_, i) => [`K-${i % SKUS}`, 100 + i] as const)]);
      let server: ServerProcess = await startServer({ variables });
      const caller = () => client(server.baseUrl, seller.headers);
      let kills = 0;
      let killedWhileCutting = 0;
      try {
        const { id } = (await caller().post(BULK, { format: "xlsx" })).json;
        for (let offset = 0; offset < file.length; offset += PART_BYTES) {
          const part = new Uint8Array(file.subarray(offset, offset + PART_BYTES));
          expect((await append(caller(), id, part, { offset })).status).toBe(200);
        }
        const complete = async () => {
          const reply = await append(caller(), id, new Uint8Array(), { offset: file.length, complete: true }).catch(() => undefined);
          return reply?.status === 200;
        };
        const received = async (): Promise<number> => (await caller().get(`${BULK}/${id}`)).json.received;
        let acknowledged = 0;
        let isComplete: boolean = false;
        for (; kills < KILLS && !isComplete; kills += 1) {
          const cutting = complete();
          // Killed when it has cut some more rows.
          for (let now = acknowledged; now === acknowledged && now < ROWS; now = await received()) await sleep(3);
          await sleep(Math.random() * 40);
          acknowledged = await received();
          await server.end("SIGKILL");
          isComplete = await cutting;
          await noStatements(database);
          // Rows that are cut are carried out meanwhile: nobody waits for the end of the lease that the dead process had.
          await database.query("update bulk_jobs set lease_until = now() where lease_until is not null");
          server = await startServer({ variables });
          expect(await received()).toBeGreaterThanOrEqual(acknowledged);
          const head = await caller().request("HEAD", `${BULK}/${id}/content`);
          // It may have been done, and the answer lost.
          isComplete ||= head.headers.get("upload-complete") === "?1";
          if (!isComplete) killedWhileCutting += 1;
          expect(Number(head.headers.get("upload-offset"))).toBe(file.length);
          acknowledged = await received();
        }
        if (!isComplete) expect(await complete()).toBe(true);
        const startedMs = performance.now();
        while ((await caller().get(`${BULK}/${id}`)).json.state !== "finished") {
          expect(performance.now() - startedMs).toBeLessThan(120_000);
          await sleep(200);
        }
        const results = await allResults(caller(), id, { limit: 10_000 });
        const [ledger] = await database.query<{ n: number; requests: number; units: number }>(
          `select count(*)::integer as n, count(distinct request_id)::integer as requests, count(distinct physical)::integer as units
             from stock_ledger where seller_id = $1 and request_id like $2`,
          [seller.sellerId, `${id}.%`],
        );
        figures({ kills, "while cutting": killedWhileCutting, rows: ROWS, "rows done twice": ledger!.n - ledger!.requests });
        expect(killedWhileCutting).toBeGreaterThan(0);
        expect(results.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
        expect(results.filter(({ outcome }) => outcome !== "accepted")).toEqual([]);
        expect(ledger).toEqual({ n: ROWS, requests: ROWS, units: ROWS });
        const back = await fetch(`${server.baseUrl}${BULK}/${id}/content`, { headers: seller.headers });
        expect(Buffer.from(await back.arrayBuffer()).equals(file)).toBe(true);
        expect(await brokenInvariants(database.query)).toEqual([]);
      } finally {
        await server.end("SIGKILL");
      }
    },
    LIMIT_MS,
  );
});
