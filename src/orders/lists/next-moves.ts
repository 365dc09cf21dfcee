import type { LocalizedText } from "../../platform/contract/index.ts";
import { CHECK_IN, SELLER_MOVES } from "../actions.ts";
import type { OrderStatus } from "../status.ts";

/** A move that the marketplace waits for a seller to make, and the shippings that wait for it. */
interface NextMove {
  /** The word of the move in `actions`. */
  readonly rel: string;
  readonly meaning: LocalizedText;
  /** The status of the shippings that wait. */
  readonly from: OrderStatus;
  /** Whose shippings: those that the seller invoices, those that it delivers itself, or all. */
  readonly of: "invoiced by the seller" | "delivered by the seller" | "all";
}

/**
 * What sellers have to do about orders, one row per move (decisions 5). Cancelling is not among them: nobody waits for it. `ORDER_MOVES` says the
 * same of single shippings, and a test compares the two.
 */
export const NEXT_MOVES = [
  {
    rel: SELLER_MOVES.invoice,
    meaning: { "pt-BR": "Faturar: está aprovado, e não é fulfillment.", en: "Invoice: it is approved, and no fulfilment order." },
    from: "approved",
    of: "invoiced by the seller",
  },
  {
    rel: SELLER_MOVES.ship,
    meaning: { "pt-BR": "Enviar: está faturado, e o lojista entrega.", en: "Ship: it is invoiced, and the seller delivers." },
    from: "Invoiced",
    of: "delivered by the seller",
  },
  {
    rel: SELLER_MOVES.deliver,
    meaning: {
      "pt-BR": "Informar a entrega: está enviado, e o lojista entrega.",
      en: "Report delivery: it is shipped, and the seller delivers.",
    },
    from: "shipped",
    of: "delivered by the seller",
  },
  {
    rel: CHECK_IN,
    meaning: { "pt-BR": "Confirmar o recebimento do que uma troca devolve.", en: "Confirm the receipt of what an exchange returns." },
    from: "Waiting Checkin",
    of: "all",
  },
] as const satisfies readonly NextMove[];

export type NextMoveName = (typeof NEXT_MOVES)[number]["rel"];

/** The statuses in which a shipping is late once its estimate has passed: paid for, and not delivered. */
export const LATE_STATUSES = ["approved", "Invoiced", "shipped"] as const satisfies readonly OrderStatus[];
