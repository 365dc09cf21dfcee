/** The first second that order numbers count from: 2020 began, in UTC. */
const EPOCH_MS = 1_577_836_800_000;
const SECOND_MS = 1_000;
const SECOND_DIGITS = 9;
const CHANCE_DIGITS = 6;

/** A new order's number: 9 digits that grow with time and 6 of chance. Whoever meets a number that is taken asks again. */
export const orderNumberAt = (at: number, digits: (count: number) => string): string =>
  String(Math.max(0, Math.floor((at - EPOCH_MS) / SECOND_MS))).padStart(SECOND_DIGITS, "0") + digits(CHANCE_DIGITS);
