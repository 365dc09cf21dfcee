import { toCents } from "../../platform/basics/index.ts";
import type { Payment } from "../order.ts";
import { withCnpjDigits } from "../tax-ids.ts";
import { splitCents } from "./cents.ts";

/** The payment institutions: one for cards, one for all other means (seed 2.4). Their CNPJs are made up. */
export const PAYMENT_INSTITUTIONS = { card: withCnpjDigits("900010010001"), other: withCnpjDigits("900020020001") } as const;

interface PaymentSent {
  readonly paymentGatewayRegistrationNumber: string;
  readonly totalValue: number;
}

/**
 * Returns the payments of an order, which always add up to its price. If none were sent, one card payment covers the whole price. If the
 * sent amounts add up to more or less, the first one is corrected. A second amount above the price counts as the price.
 */
export function paymentsOf(sent: readonly PaymentSent[] | undefined, netCents: number): readonly Payment[] {
  if (sent === undefined) return [{ registrationNumber: PAYMENT_INSTITUTIONS.card, cents: netCents }];
  const second = sent[1] ? Math.min(netCents, toCents(sent[1].totalValue)) : 0;
  return sent.map(({ paymentGatewayRegistrationNumber }, i) => ({
    // A CNPJ is always stored in capital letters.
    registrationNumber: paymentGatewayRegistrationNumber.toUpperCase(),
    cents: i === 0 ? netCents - second : second,
  }));
}

/**
 * Splits an amount in proportion to the payments of another order. An exchange order counts as paid in the same way as its original order.
 */
export function splitPaymentsLike(payments: readonly Payment[], netCents: number): readonly Payment[] {
  const shares = splitCents(
    netCents,
    payments.map(({ cents }) => cents),
  );
  return payments.map(({ registrationNumber }, i) => ({ registrationNumber, cents: shares[i]! }));
}
