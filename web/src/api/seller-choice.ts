import { createSignal } from "./signal.ts";

const KEY = "vitrine.seller";

/** Remembered for the tab first, so that two tabs can show two sellers. */
const remembered = Number(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? Number.NaN);

/** The seller whose products and orders are shown; undefined until one is chosen. */
export const chosenSeller = createSignal<number | undefined>(Number.isInteger(remembered) ? remembered : undefined);

/** Chooses a seller for this tab, and for tabs that are opened later. */
export function chooseSeller(sellerId: number): void {
  sessionStorage.setItem(KEY, String(sellerId));
  localStorage.setItem(KEY, String(sellerId));
  chosenSeller.set(sellerId);
}
