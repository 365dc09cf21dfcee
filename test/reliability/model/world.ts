import { openInvoiceIssuer } from "../../../src/fulfillment/index.ts";
import { readSettings } from "../../../src/config.ts";
import { openKeyRing } from "../../../src/platform/crypto/open-key-ring.ts";
import { createLog } from "../../../src/platform/observability/log.ts";
import { createOrderStore } from "../../../src/orders/change.ts";
import { createMoveSchedule } from "../../../src/orders/due/schedule.ts";
import { runDueMoves } from "../../../src/orders/due/worker.ts";
import { buildSnapshot } from "../../../src/reference/index.ts";
import { ENCRYPTION_KEYS, NOON, shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../../harness.ts";
import { pathOf, publish, wares, type Wares } from "../../wares.ts";
import { CLEAR } from "../crash-world.ts";
import { handWorkers } from "../hand-workers.ts";
import { EXPIRY_MS, STEP_MS, type Model } from "./model.ts";

/** The real thing: a marketplace spoken to over HTTP by one seller and one operator. Its workers work when time passes. */
export interface Real {
  readonly marketplace: Marketplace;
  readonly seller: Seller;
  readonly desk: Client;
  /** Publishes a product; an approved one is for sale. */
  publish(sku: string, available: number, approved: boolean): Promise<void>;
  passTime(ms: number): Promise<void>;
}

/** Where sequences are played, one after another. */
export interface Stage extends AsyncDisposable {
  readonly marketplace: Marketplace;
  /** A new seller, the only one with anything; the clock back at noon. */
  begin(): Promise<{ readonly model: Model; readonly real: Real }>;
}

const SECONDS = 1_000;
const TIMES = {
  ENVIRONMENT: "sandbox",
  PAYMENT_EXPIRY_SECONDS: String(EXPIRY_MS / SECONDS),
  FULFILLMENT_INVOICING_SECONDS: String(STEP_MS / SECONDS),
  FULFILLMENT_SHIPMENT_SECONDS: String(STEP_MS / SECONDS),
  FULFILLMENT_DELIVERY_SECONDS: String(STEP_MS / SECONDS),
  MARKETPLACE_SHIPMENT_SECONDS: String(STEP_MS / SECONDS),
  MARKETPLACE_DELIVERY_SECONDS: String(STEP_MS / SECONDS),
};

export async function openStage(): Promise<Stage> {
  const marketplace = await startMarketplace({ settings: { ...TIMES, ROLE: "api", LOG_LEVEL: "silent" } });
  const { app, clock } = marketplace;
  const reference = buildSnapshot(await shipped(), 1);
  const workers = handWorkers(marketplace, () => reference);
  const settings = readSettings({}, { ...TIMES, ENCRYPTION_KEYS });
  const due = {
    db: app.db,
    orders: createOrderStore(app.db),
    clock,
    log: createLog("silent"),
    environment: settings.environment,
    schedule: createMoveSchedule(settings),
    issueInvoice: openInvoiceIssuer({ ...settings, keys: openKeyRing(settings) }),
  };
  const shop: Wares = await wares(`${marketplace.baseUrl}/images`);
  const desk = await marketplace.operator("admin");
  return {
    marketplace,
    async begin() {
      await marketplace.database.query(CLEAR);
      clock.set(NOON);
      const seller = await marketplace.seller();
      const real: Real = {
        marketplace,
        seller,
        desk,
        async publish(sku, available, approved) {
          await publish(seller, shop.visor(sku, { stock: { available } }));
          if (!approved) return;
          for (const step of [workers.validate, workers.fetchImages, workers.validate]) await step();
          const { status, text } = await seller.put(pathOf(sku, "status"), { status: "APPROVED" });
          if (status !== 200) throw new Error(`${sku} was not approved: ${text}`);
        },
        async passTime(ms) {
          clock.move(ms);
          for (let rounds = 0; (await runDueMoves(due)) > 0; rounds += 1)
            if (rounds > MOST_ROUNDS) throw new Error("what is due does not come to an end");
        },
      };
      return { model: { products: new Map(), orders: [], now: NOON }, real };
    },
    async [Symbol.asyncDispose]() {
      await workers[Symbol.asyncDispose]();
      await marketplace.stop();
    },
  };
}

const MOST_ROUNDS = 100;
