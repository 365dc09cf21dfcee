/**
 * Splits whole cents into parts by weight. The parts add up exactly, and no part is more than one cent off. If all weights are 0, they
 * count as equal.
 */
export function splitCents(cents: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const effective = total > 0 ? weights : weights.map(() => 1);
  const denominator = BigInt(total > 0 ? total : weights.length);
  let weightSoFar = 0n;
  let centsSoFar = 0;
  return effective.map((weight) => {
    weightSoFar += BigInt(weight);
    const upToHere = Number((BigInt(cents) * weightSoFar) / denominator);
    const part = upToHere - centsSoFar;
    centsSoFar = upToHere;
    return part;
  });
}

/** Computes a percentage of whole cents, rounded half up; `percent` has at most 2 decimals. */
export function percentOf(cents: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(cents) * hundredths + 5_000n) / 10_000n);
}
