import { isoDateTime } from "../../../src/platform/basics/clock.ts";
import type { Client, Marketplace, Reply, Seller } from "../../harness.ts";
import { pathOf, type Ware } from "../../wares.ts";

/** What a seller's integration may do on its own, chosen by whoever plays it. */
export interface Integration {
  readonly market: Marketplace;
  readonly seller: Client;
  /** What can be mended by sending it again. */
  readonly wares: readonly Ware[];
  /** In [0, 1), another one each time. */
  readonly draw: () => number;
}

interface Shown {
  readonly orderNumber: string;
  readonly shippings: readonly { readonly shippingCode: number; readonly status: string; readonly platformId: string }[];
}

const one = <Thing>(things: readonly Thing[], draw: () => number): Thing | undefined => things[Math.floor(draw() * things.length)];

/** A shipping of some order in a status, with the order's address. */
async function someShipping({ seller, draw }: Integration, status: string) {
  const reply = await seller.get(`/api/v1/orders?orderStatus=${encodeURIComponent(status)}&expand=shippings&size=50`);
  const order = one((reply.json as { readonly items?: readonly Shown[] } | undefined)?.items ?? [], draw);
  const shipping = order && one(order.shippings, draw);
  return shipping && { ...shipping, path: `/api/v1/orders/${order.orderNumber}/shippings/${shipping.shippingCode}/status` };
}

const nothing = async (): Promise<undefined> => undefined;
const today = ({ market }: Integration) => isoDateTime(market.clock.now());

/** The acts of an integration; each looks before it leaps, as far as the marketplace lets it see. */
export const ACTS: Readonly<Record<string, (integration: Integration) => Promise<Reply | undefined>>> = {
  async invoice(own) {
    const found = await someShipping(own, "approved");
    return found ? own.seller.put(`${found.path}/invoiced`, { issueDate: today(own) }) : nothing();
  },
  async ship(own) {
    const found = await someShipping(own, "Invoiced");
    return found ? own.seller.put(`${found.path}/shipped`, { carrier: "Correios", trackingNumber: "AA123456785BR" }) : nothing();
  },
  async deliver(own) {
    const found = await someShipping(own, "shipped");
    return found ? own.seller.put(`${found.path}/delivered`, {}) : nothing();
  },
  async cancel(own) {
    const found = await someShipping(own, "approved");
    return found && own.draw() < 0.3 ? own.seller.put(`${found.path}/canceled`, { reasonCancellationCode: 1 }) : nothing();
  },
  order: (own) => own.seller.post("/api/v1/orders", { items: [{ sku: one(own.wares, own.draw)!.sku, quantity: 1 }] }),
  stock: (own) => own.seller.put(pathOf(one(own.wares, own.draw)!.sku, "stocks"), { available: Math.floor(own.draw() * 30) }),
  price: (own) =>
    own.seller.put(pathOf(one(own.wares, own.draw)!.sku, "prices"), { listPrice: 200, salePrice: 100 + Math.floor(own.draw() * 90) }),
  mend: (own) => {
    const { sku, ...ware } = one(own.wares, own.draw)!;
    return own.seller.put(pathOf(sku), { ...ware, sku });
  },
};

/** How often an integration does what: an order that comes in is three calls. */
export const OFTEN = "invoice invoice invoice ship ship ship deliver deliver deliver cancel order order stock price mend mend".split(" ");

/** Calls that a fault cuts off are no answer. */
export const patient = (seller: Seller): Client => {
  const request: Client["request"] = async (...call) => {
    try {
      return await seller.request(...call);
    } catch {
      return { status: 0, headers: new Headers({ "vitrine-fault": "cut" }), text: "", json: undefined };
    }
  };
  return {
    headers: seller.headers,
    request,
    get: (path, options) => request("GET", path, options),
    post: (path, json, options) => request("POST", path, { ...options, json }),
    put: (path, json, options) => request("PUT", path, { ...options, json }),
  };
};
