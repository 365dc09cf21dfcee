import type { Cancellation, ShippingRecord } from "./order.ts";
import type { OrderMoveName } from "./status.ts";

type Patch = (shipping: ShippingRecord, at: number, remark?: string) => Partial<ShippingRecord>;

const canceled =
  (happened: Exclude<Cancellation["cause"], { readonly reason: number }>["happened"]): Patch =>
  (_shipping, at, remark) => ({
    cancellation: { cause: { happened }, canBePenalty: false, ...(remark === undefined ? {} : { remark }), at },
  });

/** Changes that operators' and timers' moves make to a shipping besides its status. None of these moves counts against the seller. */
const MOVE_PATCHES: Partial<Record<OrderMoveName, Patch>> = {
  cancel: canceled("customer"),
  expire: canceled("expired"),
  refuse: canceled("refused"),
  ship: ({ transport, invoice }, at) => ({
    transport: { ...transport, shipDate: at },
    invoice: invoice && { ...invoice, shipDate: at },
  }),
  deliver: ({ transport }, at) => ({ transport: { ...transport, deliveryDate: at } }),
};

/** The patch that a move by an operator or a timer applies to a shipping. `at` is epoch ms; the seller sees `remark`. */
export const marketplaceMovePatch =
  (move: OrderMoveName, at: number, remark?: string) =>
  (shipping: ShippingRecord): Partial<ShippingRecord> =>
    MOVE_PATCHES[move]?.(shipping, at, remark) ?? {};
