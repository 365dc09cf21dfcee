import { createSignal, useSignal } from "../api/signal.ts";

const TICK_MS = 15_000;
const ticking = createSignal(Date.now());
setInterval(() => ticking.set(Date.now()), TICK_MS);

/** The time, in epoch ms, as of the last quarter of a minute. What shows it is drawn again by itself. */
export const useNow = (): number => useSignal(ticking);
