/** The fields that one kind of fault has. */
interface KindRow<Field extends string> {
  /** Fields without which the rule is incomplete. */
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

/** Before the call is carried out, or after it, when only the answer is lost. */
export const FAULT_TIMINGS = ["before", "after"] as const;

/** Longer than clients wait. A delayed call still counts as one in progress. */
export const MAX_LATENCY_MS = 30_000;
/** Bounded because a delayed notification keeps its endpoint's runner alive. */
export const MAX_DELAY_MS = 600_000;
/** The longest delay of a shuffled notification, by default. */
export const DEFAULT_SHUFFLE_MS = 3_000;
/** The `Retry-After` of a refusal, by default. */
export const DEFAULT_RETRY_SECONDS = 1;

/** What every rule has: how often it applies, and to whom. */
interface Rule {
  /** The share of the calls or events it concerns, in (0, 1]; undefined = all. */
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
  /** Marketplace time, epoch ms; undefined = never. */
  readonly changedAt?: number | undefined;
}
