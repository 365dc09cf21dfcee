import { createLog } from "../../src/platform/observability/log.ts";
import { buildSnapshot, openReferenceStore, type ReferenceData, type ReferenceStore } from "../../src/reference/index.ts";
import { NOON, startMarketplace, testDatabase, type Client, type Marketplace, type Seller, type TestDatabase } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { wares, type Wares } from "../wares.ts";
import { crashProxy, type CrashProxy } from "./crash-proxy.ts";
import { handWorkers } from "./hand-workers.ts";

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

const OF_REVIEW = ["review_claims", "product_identities", "review_decisions", "product_changes", "product_change_fields"];
const OF_OFFERS = ["prices", "price_history", "stocks", "stock_ledger"];
const OF_PRODUCTS = ["products", "families", "critiques", "image_checks", ...OF_REVIEW, ...OF_OFFERS, "events"];
const OF_ORDERS = ["orders", "shippings", "invoice_keys", "invoice_documents"];
/** Empties every table of products and orders, and their counters. */
export const CLEAR = [
  ...[...OF_PRODUCTS, ...OF_ORDERS].map((table) => `delete from ${table}`),
  `update seller_counters
      set products = 0, events = 0, orders = 0, shippings = 0, order_items = 0, reviews = 0, reviews_by_people = 0, approvals_by_people = 0
    where events > 0`,
].join("; ");
/** Differs from seller to seller, or from try to try: what is sealed never looks the same twice. */
const APART =
  "{seller_id,actor,request_id,token_hash,credential_id,client_id,fence,attempts,lease_until,reference_version,customer,document}";
/** Events of orders say by which request they came, in a JSON text within this JSON. */
const REQUEST = /\\"requestId\\":\\"[^"\\]*\\"/g;
const STATE = `select ${[...OF_PRODUCTS, ...OF_ORDERS, "seller_counters", "credentials", "sellers"]
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
  const { app } = marketplace;
  let reference = buildSnapshot(data, 1);
  const workers = handWorkers(marketplace, () => reference);
  return {
    marketplace,
    database,
    proxy,
    shop: await wares(`${marketplace.baseUrl}/images`),
    admin: await marketplace.operator("admin"),
    validate: workers.validate,
    fetchImages: workers.fetchImages,
    wakeOutdated: workers.wakeOutdated,
    renewReference() {
      reference = buildSnapshot(data, reference.version + 1);
    },
    tomorrow: await openReferenceStore({ db: app.db, clock: movableClock(NOON + DAY_MS), shipped: data, log: createLog("silent") }),
    async newSeller(options = {}) {
      await database.query(CLEAR);
      const seller = await marketplace.seller(options);
      await seller.get("/api/v2/products");
      return seller;
    },
    async stateOf(sellerId) {
      const [state] = await database.query(STATE, [sellerId]);
      return JSON.parse(JSON.stringify(state).replace(REQUEST, String.raw`\"requestId\":null`)) as unknown;
    },
    async [Symbol.asyncDispose]() {
      await workers[Symbol.asyncDispose]();
      await marketplace.stop();
      await proxy[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}
