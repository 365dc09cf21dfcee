import type { DeliveryError } from "../../orders/index.ts";

/** The effect of a fault rule on a notification. Only a sandbox has fault rules. */
export interface InjectedFault {
  /** The value of the notification's fault header. */
  readonly label: string;
  /** Whether the notification is dropped: never sent and never retried. */
  readonly isDropped: boolean;
  /** Whether the notification is sent twice. */
  readonly isDuplicated: boolean;
  /** Real time to wait before the notification is sent, and before its duplicate is sent. */
  readonly delayMs: number;
  readonly duplicateDelayMs: number;
  /** Whether later events of the same resource wait for the notification; otherwise they may overtake it. */
  readonly keepsOrder: boolean;
}

/** An event, and the endpoint that it is sent to. */
export interface DeliveryTarget {
  readonly sellerId: number;
  readonly endpointId: string;
  readonly seq: number;
}

/** The faults in force for notifications. A process has one such object, which changes when the fault rules change. */
export interface DeliveryFaults {
  /** Returns the fault of a delivery, the same on every call; undefined = no fault. While there are no fault rules, there is no function. */
  readonly faultFor: ((target: DeliveryTarget) => InjectedFault | undefined) | undefined;
}

/** The reason that the log gives for a notification that a fault dropped. */
export const LOST_BY_FAULT: DeliveryError = "lost by a fault";
