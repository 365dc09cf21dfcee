import type { Failure } from "../platform/contract/index.ts";
import { type Carrier, carrierKind } from "./carriers.ts";
import { orderErrors } from "./errors.ts";
import { PLATFORMS } from "./status.ts";

/** Fields that decide whether the invoice of a shipping states its number of packages. */
export interface VolumeShipping extends Carrier {
  readonly platformId: string;
}

/** Number of packages if the request gives none. The call still succeeds (seed 4.3 rule 4). */
const DEFAULT_VOLUME = 1;

/** Whether the invoice of a shipping states its number of packages. True if the marketplace delivers, except with the postal carrier. */
export const requiresVolume = (shipping: VolumeShipping): boolean =>
  shipping.platformId === PLATFORMS.marketplace && carrierKind(shipping) !== "postal";

/** The number of packages, or the failure. `volume` is absent when the invoice states none. */
export type ParsedVolume = { readonly volume?: number } | { readonly failure: Failure };

/** Reads the `volume` of an invoicing request (seed 4.3 rule 4). `sent` is an integer, or undefined when it was left out. */
export function readVolume(sent: number | undefined, shipping: VolumeShipping): ParsedVolume {
  const refused = (code: "volume_not_eligible" | "volume_not_positive") => ({
    failure: orderErrors.failure(code, { pointer: "/volume", received: sent }),
  });
  if (!requiresVolume(shipping)) return sent === undefined ? {} : refused("volume_not_eligible");
  const volume = sent ?? DEFAULT_VOLUME;
  return volume > 0 ? { volume } : refused("volume_not_positive");
}
