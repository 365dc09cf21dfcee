import { createImageWorker } from "../../src/catalog/validation/image-worker.ts";
import { validateDueFamilies, wakeOutdatedFamilies } from "../../src/catalog/validation/worker.ts";
import { movableClock } from "../../src/platform/clock.ts";
import { createLog } from "../../src/platform/log.ts";
import { createOutbound } from "../../src/platform/outbound.ts";
import { buildSnapshot, openReferenceStore, type ReferenceData, type ReferenceStore } from "../../src/reference/index.ts";
import { NOON, startMarketplace, testDatabase, type Client, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { crashProxy, type CrashProxy } from "./crash-proxy.ts";

/** A marketplace that can be made to die at any of its calls of the database; its workers' jobs are the test's to run. */
export interface World extends AsyncDisposable {
  readonly marketplace: Marketplace;
  readonly database: TestDatabase;
  readonly proxy: CrashProxy;
  readonly shop: Wares;
  readonly admin: Client;
  readonly validate: () => Promise<unknown>;
  readonly fetchImages: () => Promise<unknown>;
  readonly wakeOutdated: () => Promise<unknown>;
  /** From now on every family was validated against an older version. */
  readonly renewReference: () => void;
  /** The reference data as a process sees it whose clock is a day ahead. */
  readonly tomorrow: ReferenceStore;
  /** A seller, the only one with products; the process knows its credential. */
  newSeller(options?: { readonly separatePriceAndStock?: boolean }): Promise<Seller>;
  /** A seller's rows, the same for every seller at the same point of the story. */
  stateOf(sellerId: number): Promise<unknown>;
}

const DAY_MS = 24 * 3_600_000;

const OF_PRODUCTS = ["products", "families", "critiques", "image_checks", "prices", "price_history", "stocks", "stock_ledger", "events"];
const CLEAR = [
  ...OF_PRODUCTS.map((table) => `delete from ${table}`),
  "update seller_counters set products = 0, events = 0 where events > 0",
].join("; ");
/** Differs from seller to seller, or from try to try. */
const APART = "{seller_id,actor,request_id,token_hash,credential_id,client_id,fence,attempts,lease_until,reference_version}";
const STATE = `select ${[...OF_PRODUCTS, "seller_counters", "credentials", "sellers"]
  .map(
    (table) => `(select coalesce(jsonb_agg(row order by row::text), '[]')
                   from (select to_jsonb(t) - '${APART}'::text[] as row from ${table} t where seller_id = $1) r) as ${table}`,
  )
  .join(", ")}`;

export async function crashWorld(data: ReferenceData): Promise<World> {
  const database = await testDatabase();
  const proxy = await crashProxy(database);
  const marketplace = await startMarketplace({
    database: { ...database, socket: proxy.socket },
    settings: { ROLE: "api", LOG_LEVEL: "silent" },
    reference: data,
  });
  const { app, clock } = marketplace;
  const log = createLog("silent");
  const timeouts = { connectTimeoutMs: 1_000, headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000, totalTimeoutMs: 2_000 };
  const outbound = createOutbound({
    ...timeouts,
    allowedHosts: [new URL(marketplace.baseUrl).host],
    maxConcurrent: 8,
    maxConcurrentPerHost: 8,
  });
  let reference = buildSnapshot(data, 1);
  const jobs = { db: app.db, clock, log, outbound, reference: () => reference };
  const nothing = () => undefined;
  const validation = { ...jobs, familySettleSeconds: 600, imageRecheckSeconds: 3_600, onImagesWanted: nothing, onValidated: nothing };
  return {
    marketplace,
    database,
    proxy,
    shop: await wares(`${marketplace.baseUrl}/images`),
    admin: await marketplace.operator("admin"),
    validate: () => validateDueFamilies(validation),
    async fetchImages() {
      const images = createImageWorker({ ...jobs, imageConcurrency: 8, imageRetrySeconds: [0], onVerdicts: nothing, onFetched: nothing });
      while ((await images.work()) > 0) await images.settle();
    },
    wakeOutdated: () => wakeOutdatedFamilies(validation),
    renewReference() {
      reference = buildSnapshot(data, reference.version + 1);
    },
    tomorrow: await openReferenceStore({ db: app.db, clock: movableClock(NOON + DAY_MS), shipped: data, log }),
    async newSeller(options = {}) {
      await database.query(CLEAR);
      const seller = await marketplace.seller(options);
      await seller.get("/api/v2/products");
      return seller;
    },
    stateOf: async (sellerId) => (await database.query(STATE, [sellerId]))[0],
    async [Symbol.asyncDispose]() {
      await outbound.close();
      await marketplace.stop();
      await proxy[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}
