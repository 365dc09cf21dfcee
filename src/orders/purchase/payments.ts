import { toCents } from "../../platform/basics/decimal.ts";
import type { Payment } from "../order.ts";
import { withCnpjDigits } from "../tax-ids.ts";
import { splitCents } from "./cents.ts";

/** Who registers payments: one institution for cards, one for every other means (seed 2.4). Nobody's real CNPJ. */
export const PAYMENT_INSTITUTIONS = { card: withCnpjDigits("900010010001"), other: withCnpjDigits("900020020001") } as const;

interface PaymentSent {
  readonly paymentGatewayRegistrationNumber: string;
  readonly totalValue: number;
}

/**
 * How an order was paid: together always what it costs. Without anything sent a card paid all of it; what sent amounts leave
 * open, or have too much, is the first one's.
 */
export function paymentsOf(sent: readonly PaymentSent[] | undefined, netCents: number): readonly Payment[] {
  if (sent === undefined) return [{ registrationNumber: PAYMENT_INSTITUTIONS.card, cents: netCents }];
  const second = sent[1] ? Math.min(netCents, toCents(sent[1].totalValue)) : 0;
  return sent.map(({ paymentGatewayRegistrationNumber }, i) => ({
    // A CNPJ has capital letters, whoever typed it.
    registrationNumber: paymentGatewayRegistrationNumber.toUpperCase(),
    cents: i === 0 ? netCents - second : second,
  }));
}

/** So many cents, paid through the means of another order, each in its share: what replaces a part of it was paid with it. */
export function splitPaymentsLike(payments: readonly Payment[], netCents: number): readonly Payment[] {
  const shares = splitCents(
    netCents,
    payments.map(({ cents }) => cents),
  );
  return payments.map(({ registrationNumber }, i) => ({ registrationNumber, cents: shares[i]! }));
}
