import type { DeliveryError } from "../../orders/index.ts";

/** The effect of a fault rule on a notification. Only a sandbox has fault rules. */
export interface InjectedFault {
  /** The value of the notification's fault header. */
  readonly label: string;
  /** Whether the notification is dropped: never sent and never retried. */
  readonly isDropped: boolean;
  /** Whether the notification is sent twice. */
  readonly isDuplicated: boolean;
  /** Delays before the notification and before its duplicate are sent, in real time. */
  readonly delayMs: number;
  readonly duplicateDelayMs: number;
  /** Whether later events of the same resource wait for the notification; otherwise they may overtake it. */
  readonly keepsOrder: boolean;
}

/** One event on its way to one endpoint. */
export interface DeliveryTarget {
  readonly sellerId: number;
  readonly endpointId: string;
  readonly seq: number;
}

/** The faults in force for notifications. One per process, changed while it runs. */
export interface DeliveryFaults {
  /** The fault of an event, the same on every call; undefined = none. Absent while there are no fault rules. */
  readonly faultFor: ((target: DeliveryTarget) => InjectedFault | undefined) | undefined;
}

/** The log's reason for a notification that a fault dropped. */
export const LOST_BY_FAULT: DeliveryError = "lost by a fault";
