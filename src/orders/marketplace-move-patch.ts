import type { Cancellation, ShippingRecord } from "./order.ts";
import type { OrderMoveName } from "./status.ts";

type Outcome = (shipping: ShippingRecord, at: number, remark?: string) => Partial<ShippingRecord>;

const canceled =
  (happened: Exclude<Cancellation["cause"], { readonly reason: number }>["happened"]): Outcome =>
  (_shipping, at, remark) => ({
    cancellation: { cause: { happened }, canBePenalty: false, ...(remark === undefined ? {} : { remark }), at },
  });

/** What moves of the marketplace, and those of time, leave in a shipping beside its status. A seller is never to blame for them. */
const OUTCOMES: Partial<Record<OrderMoveName, Outcome>> = {
  cancel: canceled("customer"),
  expire: canceled("expired"),
  refuse: canceled("refused"),
  ship: ({ transport, invoice }, at) => ({
    transport: { ...transport, shipDate: at },
    invoice: invoice && { ...invoice, shipDate: at },
  }),
  deliver: ({ transport }, at) => ({ transport: { ...transport, deliveryDate: at } }),
};

/** What else a move by the marketplace or by time changes of a shipping, at this time; `remark` is shown to its seller. */
export const outcomeOf =
  (move: OrderMoveName, at: number, remark?: string) =>
  (shipping: ShippingRecord): Partial<ShippingRecord> =>
    OUTCOMES[move]?.(shipping, at, remark) ?? {};
