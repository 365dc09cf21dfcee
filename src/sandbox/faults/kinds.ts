/** The fields that a rule of one kind of fault has. */
interface KindRow<Field extends string> {
  /** Required fields. */
  readonly needs: readonly Field[];
  /** Optional fields. */
  readonly takes: readonly Field[];
}

/** The kinds of fault for calls, with their fields. */
export const CALL_KINDS = {
  status: { needs: ["status"], takes: ["retryAfterSeconds", "when"] },
  latency: { needs: ["latencyMs"], takes: [] },
  cut: { needs: [], takes: ["when"] },
} as const satisfies Readonly<Record<string, KindRow<"status" | "retryAfterSeconds" | "when" | "latencyMs">>>;

/** The kinds of fault for notifications, with their fields. */
export const EVENT_KINDS = {
  drop: { needs: [], takes: [] },
  duplicate: { needs: [], takes: [] },
  shuffle: { needs: [], takes: ["withinMs"] },
  delay: { needs: ["delayMs"], takes: [] },
} as const satisfies Readonly<Record<string, KindRow<"withinMs" | "delayMs">>>;

/** Time of a fault: before the call is carried out, or after it. A fault after the call loses only the answer. */
export const FAULT_TIMINGS = ["before", "after"] as const;

/** Maximum latency of a call. It is limited because a delayed call counts as a call in progress. Clients usually give up earlier. */
export const MAX_LATENCY_MS = 30_000;
/** Maximum delay of a notification. It is limited because a delayed notification keeps its endpoint's runner alive. */
export const MAX_DELAY_MS = 600_000;
/** Default maximum delay of a notification that is delayed at random to change the order. */
export const DEFAULT_SHUFFLE_MS = 3_000;
/** Default value of the `Retry-After` header of a refusal, in seconds. */
export const DEFAULT_RETRY_SECONDS = 1;

/** The fields that all fault rules have. */
interface Rule {
  /** Share of the matching calls or events that get the fault, in (0, 1]; undefined = all. */
  readonly share?: number | undefined;
  /** The seller to whom the rule applies; undefined = every seller. */
  readonly sellerId?: number | undefined;
}

/** A fault rule for calls. */
export interface CallRule extends Rule {
  readonly kind: keyof typeof CALL_KINDS;
  /** The id of the operation to which the rule applies; undefined = every operation of sellers. */
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly when?: (typeof FAULT_TIMINGS)[number] | undefined;
}

/** A fault rule for notifications. */
export interface EventRule extends Rule {
  readonly kind: keyof typeof EVENT_KINDS;
  /** The notification endpoint to which the rule applies; undefined = every endpoint. */
  readonly endpointId?: string | undefined;
  readonly withinMs?: number | undefined;
  readonly delayMs?: number | undefined;
}

/** The fault rules for calls or for notifications, as an operator set them. */
export interface FaultConfig<Of extends Rule> {
  /**
   * The seed of all random choices. With the same seed and rules, the same calls, in the same order, and the same events get the same
   * faults.
   */
  readonly seed: number;
  readonly rules: readonly Of[];
  /** Marketplace time of the last change, epoch ms; undefined = never changed. */
  readonly changedAt?: number | undefined;
}
