/** Splits whole cents over parts by their weights: exactly, in order, no part more than a cent off. Weights of 0 all weigh the same. */
export function splitCents(cents: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const effective = total > 0 ? weights : weights.map(() => 1);
  const whole = BigInt(total > 0 ? total : weights.length);
  let weighed = 0n;
  let given = 0;
  return effective.map((weight) => {
    weighed += BigInt(weight);
    const upToHere = Number((BigInt(cents) * weighed) / whole);
    const part = upToHere - given;
    given = upToHere;
    return part;
  });
}

/** A share of whole cents in percent of at most 2 decimals, half a cent upward. */
export function percentOf(cents: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(cents) * hundredths + 5_000n) / 10_000n);
}
