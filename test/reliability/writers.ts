import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "../harness.ts";
import type { Ware } from "../wares.ts";
import { writeOrders, type AcknowledgedOrder } from "./order-writers.ts";

/** What was acknowledged of one product, in order. */
interface Acknowledged {
  readonly sellerId: number;
  readonly sku: string;
  readonly stocks: number[];
  /** List and sale price in cents. */
  readonly prices: (readonly [number, number])[];
  name: string;
  /** PUTs of the product that were acknowledged. */
  edits: number;
}

type Status = number | "none" | "refused";

/** Sellers' integrations at work: each call is repeated until it is acknowledged, and what was acknowledged is written down. */
export interface Writers {
  /** Calls acknowledged so far. */
  acknowledged(): number;
  /** How often each status was answered; `none` = it was sent and no answer came, `refused` = nobody listened. */
  readonly answers: ReadonlyMap<Status, number>;
  /** Answers that no client should have to expect; a writer ends at its first. */
  readonly surprises: readonly string[];
  /** Moments of acknowledgements, as `performance.now()` tells them. */
  readonly lastAcknowledgedMs: () => number;
  /** Finishes the calls in progress. */
  stop(): Promise<void>;
  /** Repeats nothing any more: the server is gone for good. */
  abandon(): void;
  readonly products: readonly Acknowledged[];
  readonly orders: readonly AcknowledgedOrder[];
}

export interface WritersPlan {
  readonly baseUrl: string;
  /** Each writer speaks for one of them. */
  readonly sellers: readonly { readonly sellerId: number; readonly headers: Readonly<Record<string, string>> }[];
  readonly count: number;
  /** The number of the first, where others write too; 0 unless said. */
  readonly nthFrom?: number;
  /** A product that stays editable whatever the validation says. */
  readonly ware: (sku: string, changes: Readonly<Record<string, unknown>>) => Ware;
  /** A sku that every seller has on sale: every fourth writer then buys it, and invoices, ships and cancels. */
  readonly onSale?: string;
}

/** Among so many writers one is at orders. */
const WRITERS_PER_BUYER = 4;

const PATIENCE_MS = 20;
/** Changes of a product before the next one is made. */
const CHANGES_PER_PRODUCT = 9;
const ACCEPTED: ReadonlySet<Status> = new Set([200, 201, 202]);
/** Beyond every limit of the server's: an answer that takes longer does not come. */
const HANG_MS = 20_000;

export function startWriters({ baseUrl, sellers, count, nthFrom = 0, ware, onSale }: WritersPlan): Writers {
  const products: Acknowledged[] = [];
  const orders: AcknowledgedOrder[] = [];
  const answers = new Map<Status, number>();
  const surprises: string[] = [];
  const stopping = new AbortController();
  const abandoned = new AbortController();
  let acknowledged = 0;
  let lastAcknowledgedMs = 0;

  /**
   * One call, repeated under its key until it is acknowledged, as it would have been the first time; answers the last answer. Throws at
   * an answer that repeating does not mend.
   */
  const call = async (headers: Readonly<Record<string, string>>, method: string, path: string, body: object) => {
    const keyed = { ...headers, "idempotency-key": randomUUID() };
    for (;;) {
      const answer = await send(baseUrl + path, { method, headers: keyed, body });
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      if (ACCEPTED.has(answer.status)) {
        acknowledged += 1;
        lastAcknowledgedMs = performance.now();
        return answer.text;
      }
      const repeatable = typeof answer.status === "string" || (answer.status === 503 && /^[1-9]\d*$/.test(answer.retryAfter ?? ""));
      if (!repeatable) throw new Error(`${method} ${path}: ${answer.status} ${answer.retryAfter} ${answer.text.slice(0, 300)}`);
      await sleep(PATIENCE_MS);
      abandoned.signal.throwIfAborted();
    }
  };

  const write = async (nth: number) => {
    const { sellerId, headers } = sellers[nth % sellers.length]!;
    for (let made = 0; !stopping.signal.aborted; made += 1) {
      const sku = `W${nth}-${made}`;
      const path = `/api/v2/products/${sku}`;
      const name = (change: number) => `Viseira de teste ${change}`;
      const price = (change: number) => ({ listPrice: 100 + change, salePrice: 90 + change / 100 });
      await call(headers, "POST", "/api/v2/products", ware(sku, { name: name(0), price: price(0), stock: { available: 0 } }));
      const product: Acknowledged = { sellerId, sku, stocks: [0], prices: [[100_00, 90_00]], name: name(0), edits: 0 };
      products.push(product);
      for (let change = 1; change <= CHANGES_PER_PRODUCT && !stopping.signal.aborted; change += 1) {
        if (change % 3 === 0) {
          await call(headers, "PUT", path, {
            ...ware(sku, { name: name(change) }),
            price: undefined,
            stock: undefined,
          });
          product.edits += 1;
          product.name = name(change);
        } else if (change % 3 === 1) {
          await call(headers, "PUT", `${path}/stocks`, { available: change });
          product.stocks.push(change);
        } else {
          await call(headers, change === 2 ? "POST" : "PUT", `${path}/prices`, price(change));
          product.prices.push([100_00 + change * 100, 90_00 + change]);
        }
      }
    }
  };
  const buy = (nth: number, sku: string) => {
    const { sellerId, headers } = sellers[nth % sellers.length]!;
    const acknowledge = (method: string, path: string, body: object) => call(headers, method, path, body);
    return writeOrders({ sellerId, sku, nth }, orders, acknowledge, () => stopping.signal.aborted);
  };
  const writing = Array.from({ length: count }, (_, i) => nthFrom + i).map((nth) =>
    (onSale !== undefined && nth % WRITERS_PER_BUYER === 0 ? buy(nth, onSale) : write(nth)).catch(
      (error: Error) => void surprises.push(error.message),
    ),
  );
  return {
    acknowledged: () => acknowledged,
    answers,
    surprises,
    lastAcknowledgedMs: () => lastAcknowledgedMs,
    async stop() {
      stopping.abort();
      await Promise.all(writing);
    },
    abandon: () => abandoned.abort(),
    products,
    orders,
  };
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

async function send(url: string, { method, headers, body }: Sent) {
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(HANG_MS),
    });
    return { status: reply.status, text: await reply.text(), retryAfter: reply.headers.get("retry-after") };
  } catch (error) {
    const hung = error instanceof DOMException && error.name === "TimeoutError";
    const refused = (error as { cause?: { code?: string } }).cause?.code === "ECONNREFUSED";
    return {
      status: hung ? 0 : refused ? ("refused" as const) : ("none" as const),
      text: hung ? "no answer in time" : "",
      retryAfter: null,
    };
  }
}

interface Found {
  readonly seller_id: number;
  readonly sku: string;
  readonly name: string;
  readonly edits: number;
  readonly stocks: readonly number[];
  readonly prices: readonly (readonly [number, number])[];
}

/**
 * Compares what was acknowledged with what the database holds: every acknowledged write is there, in order, once.
 * Answers a sentence per difference. The writers have stopped.
 */
export async function lostOrDuplicated(ask: TestDatabase["query"], products: readonly Acknowledged[]): Promise<readonly string[]> {
  const rows = await ask<Found>(
    `select p.seller_id::integer as seller_id, p.sku, p.core::jsonb ->> 'name' as name,
            (select count(*)::integer from events e where e.seller_id = p.seller_id and e.resource = 'product/' || p.sku and e.cause = 'edit') as edits,
            (select jsonb_agg(physical order by version) from stock_ledger l where l.seller_id = p.seller_id and l.sku = p.sku) as stocks,
            (select jsonb_agg(jsonb_build_array(list_cents, sale_cents) order by version) from price_history h where h.seller_id = p.seller_id and h.sku = p.sku) as prices
       from products p where p.sku like 'W%'`,
  );
  const found = new Map(rows.map((row) => [`${row.seller_id} ${row.sku}`, row]));
  const differences = products.flatMap((product) => {
    const key = `${product.sellerId} ${product.sku}`;
    const row = found.get(key);
    found.delete(key);
    if (!row) return [`product ${key} is lost`];
    const same = (what: string, kept: unknown, acknowledged: unknown) =>
      JSON.stringify(kept) === JSON.stringify(acknowledged)
        ? []
        : [`${what} of ${key}: acknowledged ${JSON.stringify(acknowledged)}, kept ${JSON.stringify(kept)}`];
    return [
      ...same("name", row.name, product.name),
      ...same("stocks", row.stocks, product.stocks),
      ...same("prices", row.prices, product.prices),
      // One whose answer was lost is not carried out again.
      ...same("edits", row.edits, product.edits),
    ];
  });
  return [...differences, ...[...found.keys()].map((key) => `product ${key} was never acknowledged`)];
}
