import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";

/** The code of the only warning that a stock change can cause. */
export const POSSIBLE_DOUBLE_COUNT = "possible_double_count";

/** The physical quantity that was sent, and the balance that it replaced. */
export interface StockReplacement {
  readonly sent: number;
  /** Previous physical quantity; null = there was no stock. */
  readonly was: number | null;
  readonly reserved: number;
}

/**
 * Whether the sender may have subtracted the reservations, although the marketplace subtracts them too. This is likely when there are open
 * reservations and the quantity sent equals the quantity that was available for sale.
 */
export const isPossibleDoubleCount = ({ sent, was, reserved }: StockReplacement): boolean =>
  reserved > 0 && was !== null && sent === was - reserved;

/** The warning on the wire; `orders` are the numbers of the orders that hold the reservations. */
export const doubleCountWarning = (replacement: StockReplacement, orders: readonly string[], lang: Lang) => ({
  code: POSSIBLE_DOUBLE_COUNT,
  message: formatMessage(TEXT[lang], { ...replacement }),
  orders,
});

const TEXT: LocalizedText = {
  "pt-BR":
    "Recebido {sent}, que é o físico anterior ({was}) menos o reservado ({reserved}). O marketplace já desconta as reservas: envie o que há na prateleira, com o reservado incluído. Se {sent} é mesmo a contagem, não há nada a fazer.",
  en: "Received {sent}, which is the former physical quantity ({was}) minus the reserved one ({reserved}). The marketplace subtracts reservations itself: send what is on the shelf, reserved units included. If {sent} is the count, there is nothing to do.",
};
