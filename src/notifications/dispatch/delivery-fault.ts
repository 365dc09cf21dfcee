import type { DeliveryError } from "../../orders/index.ts";

/** What befalls an event on its way to an endpoint, on purpose; only a sandbox has any (platform/faults.ts). */
export interface Fate {
  /** What the header of the notification tells of it. */
  readonly mark: string;
  /** It is never sent, and nobody tries again. */
  readonly isLost: boolean;
  /** It is sent once more after it was sent. */
  readonly isDoubled: boolean;
  /** Milliseconds of real time it waits before it is sent, and before it is sent once more. */
  readonly heldMs: number;
  readonly heldAgainMs: number;
  /** Whether what comes behind it of its resource waits too; otherwise it is overtaken. */
  readonly keepsPlace: boolean;
}

/** An event as an endpoint is to hear of it. */
export interface Heard {
  readonly sellerId: number;
  readonly endpointId: string;
  readonly seq: number;
}

/** What befalls events; one per process, changed while it runs. */
export interface DeliveryFaults {
  /** The fate of an event, the same whenever it is asked for; undefined = none. Absent while nothing is to go wrong. */
  readonly fateOf: ((heard: Heard) => Fate | undefined) | undefined;
}

/** How the log calls what a fault lost. */
export const LOST: DeliveryError = "lost by a fault";
