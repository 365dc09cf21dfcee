import { api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";
import type { OrderKey } from "../../ui/order/order-types.ts";

/** Moves of the marketplace's people: on whole orders, and on shippings that the marketplace delivers. */
export type MoveName = schemas["operator"]["OperatorMove"] | schemas["operator"]["OperatorShippingMove"];
/** A move as the server offers it: open, or with what stands in its way. */
export interface OfferedMove {
  readonly rel: MoveName;
  readonly shippingCode?: number;
  readonly blockedBy?: { readonly code: string; readonly message: string };
}
type FieldName = "reason" | "trackingNumber" | "trackingLink";
type Values = Readonly<Record<string, string>>;

interface MoveRow {
  /** The roles that may ask for it. */
  readonly roles: readonly string[];
  readonly fields: readonly FieldName[];
  readonly isDangerous?: boolean;
  /** It is decided at the risk desk, where two people may be needed. */
  readonly isAtRiskDesk?: boolean;
}

const BY_ORDERS = ["orders"];
const BY_RISK = ["risk"];
const BY_FULFILLMENT = ["fulfillment"];

/** Who may ask for each move, and what it asks for. */
export const MOVES: Readonly<Record<MoveName, MoveRow>> = {
  "approve-payment": { roles: BY_ORDERS, fields: [] },
  cancel: { roles: BY_ORDERS, fields: ["reason"], isDangerous: true },
  "check-in": { roles: BY_ORDERS, fields: [] },
  freeze: { roles: BY_RISK, fields: ["reason"] },
  release: { roles: BY_RISK, fields: [], isAtRiskDesk: true },
  refuse: { roles: BY_RISK, fields: [], isAtRiskDesk: true },
  invoice: { roles: BY_FULFILLMENT, fields: [] },
  ship: { roles: BY_FULFILLMENT, fields: ["trackingNumber", "trackingLink"] },
  deliver: { roles: BY_FULFILLMENT, fields: [] },
};

const ORDER = "/operator/v1/sellers/{sellerId}/orders/{orderNumber}";
const SHIPPING = `${ORDER}/shippings/{shippingCode}` as const;

/** The call of a move. */
export function callMove(move: MoveName, key: OrderKey, shippingCode: number | undefined, values: Values) {
  const path = { ...key };
  const ofShipping = { ...key, shippingCode: shippingCode ?? 0 };
  // The server refuses a reason that is missing, in its own words.
  const reason = values as { reason: string };
  const calls = {
    "approve-payment": () => api.POST(`${ORDER}/approve-payment`, { params: { path } }),
    cancel: () => api.POST(`${ORDER}/cancel`, { params: { path }, body: values }),
    "check-in": () => api.POST(`${ORDER}/check-in`, { params: { path } }),
    freeze: () => api.POST(`${ORDER}/freeze`, { params: { path }, body: reason }),
    release: () => api.POST(`${ORDER}/release`, { params: { path }, body: reason }),
    refuse: () => api.POST(`${ORDER}/refuse`, { params: { path }, body: reason }),
    invoice: () => api.POST(`${SHIPPING}/invoice`, { params: { path: ofShipping }, body: {} }),
    ship: () => api.POST(`${SHIPPING}/ship`, { params: { path: ofShipping }, body: values }),
    deliver: () => api.POST(`${SHIPPING}/deliver`, { params: { path: ofShipping }, body: {} }),
  };
  return calls[move]();
}
