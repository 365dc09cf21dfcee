/** The fields that one kind of fault has. */
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

/** The time of a fault: before the call is carried out, or after it. After it, only the answer is lost. */
export const FAULT_TIMINGS = ["before", "after"] as const;

/** Maximum latency. Clients stop waiting before that. A delayed call still counts as a call in progress. */
export const MAX_LATENCY_MS = 30_000;
/** Maximum delay of a notification. It is limited because a delayed notification keeps its endpoint's runner alive. */
export const MAX_DELAY_MS = 600_000;
/** Default maximum delay of a shuffled notification. */
export const DEFAULT_SHUFFLE_MS = 3_000;
/** Default `Retry-After` of a refusal. */
export const DEFAULT_RETRY_SECONDS = 1;

/** The fields of every rule: its share and its seller. */
interface Rule {
  /** Share of the matching calls or events that get the fault, in (0, 1]; undefined = all. */
  readonly share?: number | undefined;
  /** Undefined = every seller. */
  readonly sellerId?: number | undefined;
}

/** A fault rule for calls. */
export interface CallRule extends Rule {
  readonly kind: keyof typeof CALL_KINDS;
  /** Undefined = every seller operation. */
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly when?: (typeof FAULT_TIMINGS)[number] | undefined;
}

/** A fault rule for notifications. */
export interface EventRule extends Rule {
  readonly kind: keyof typeof EVENT_KINDS;
  /** Undefined = every endpoint. */
  readonly endpointId?: string | undefined;
  readonly withinMs?: number | undefined;
  readonly delayMs?: number | undefined;
}

/** Fault rules as they were set. */
export interface FaultConfig<Of extends Rule> {
  /** The same seed makes the same calls and events fail. */
  readonly seed: number;
  readonly rules: readonly Of[];
  /** Marketplace time of the last change, epoch ms; undefined = never changed. */
  readonly changedAt?: number | undefined;
}
