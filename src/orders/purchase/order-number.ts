/** Time from which order numbers count seconds: the beginning of 2020, UTC. */
const EPOCH_MS = 1_577_836_800_000;
const SECOND_MS = 1_000;
const SECOND_DIGITS = 9;
const RANDOM_DIGITS = 6;

/** A new order number: 9 digits that grow with time (`at`, epoch ms) and 6 random ones. If the number is already taken, call again. */
export const orderNumberAt = (at: number, digits: (count: number) => string): string =>
  String(Math.max(0, Math.floor((at - EPOCH_MS) / SECOND_MS))).padStart(SECOND_DIGITS, "0") + digits(RANDOM_DIGITS);
