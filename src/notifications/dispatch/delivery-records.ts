import type { DeliveryError } from "../../orders/index.ts";

/** An attempt as the delivery log keeps it. */
export interface AttemptLogRow {
  /** Real time, epoch ms. */
  readonly at: number;
  readonly deliveryId: string;
  readonly seq: number | null;
  readonly attempt: number;
  readonly outcome: "delivered" | "failed" | "dead" | "disabled";
  readonly status: number | null;
  readonly elapsedMs: number;
  readonly trouble: DeliveryError | null;
  readonly request: string;
  readonly response: string | null;
}

/** A delivery that is stored to be retried, or because it was given up (dead). Times are epoch ms of the marketplace's clock. */
export interface StoredRetry {
  readonly deliveryId: string;
  readonly resource: string;
  readonly seq: number | null;
  readonly prevSeq: number | null;
  readonly body: string;
  readonly origin: string;
  readonly attempts: number;
  readonly firstAt: number;
  /** Null = the delivery waits for an earlier delivery of its resource, or is dead. */
  readonly dueAt: number | null;
  readonly deadAt: number | null;
}

/** A notification to send. `attempts` is the number of attempts made before. */
export type Delivery = Omit<StoredRetry, "dueAt" | "deadAt">;

/** Results that are still to be written. */
export interface PendingWrites {
  readonly attempts: readonly AttemptLogRow[];
  readonly retries: readonly StoredRetry[];
  /** Ids of deliveries whose stored retry is to be removed. */
  readonly completed: readonly string[];
  /** Resources whose next stored retry may be sent now, because the delivery before it is complete or dead. */
  readonly freed: readonly string[];
  /** Whether the endpoint answers again, which makes every scheduled retry due now. */
  readonly hasRecovered: boolean;
}
