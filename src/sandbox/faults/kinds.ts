/** Fields that some kinds of fault take and others do not. */
interface KindRow<Field extends string> {
  /** What says nothing without it. */
  readonly needs: readonly Field[];
  readonly takes: readonly Field[];
}

/** What may go wrong with a call, and what each kind says of it. */
export const CALL_KINDS = {
  status: { needs: ["status"], takes: ["retryAfterSeconds", "when"] },
  latency: { needs: ["latencyMs"], takes: [] },
  cut: { needs: [], takes: ["when"] },
} as const satisfies Readonly<Record<string, KindRow<"status" | "retryAfterSeconds" | "when" | "latencyMs">>>;

/** What may go wrong with a notification. */
export const EVENT_KINDS = {
  drop: { needs: [], takes: [] },
  duplicate: { needs: [], takes: [] },
  shuffle: { needs: [], takes: ["withinMs"] },
  delay: { needs: ["delayMs"], takes: [] },
} as const satisfies Readonly<Record<string, KindRow<"withinMs" | "delayMs">>>;

/** Before the call is carried out, or after, when only its answer is lost. */
export const MOMENTS = ["before", "after"] as const;

/** Longer than clients wait; whoever waits keeps its place among the calls. */
export const LONGEST_LATENCY_MS = 30_000;
/** A notification that is held keeps its endpoint under work. */
export const LONGEST_DELAY_MS = 600_000;
/** How long a shuffled notification is held at most, where nobody says. */
export const USUAL_SHUFFLE_MS = 3_000;
/** Seconds to wait that a refusal tells, where nobody says. */
export const USUAL_RETRY_SECONDS = 1;

/** Whom a rule concerns, and how often it strikes. */
interface Rule {
  /** Of the calls or events it concerns, in (0, 1]. */
  readonly share?: number | undefined;
  /** Undefined = every seller's. */
  readonly sellerId?: number | undefined;
}

/** A rule of what goes wrong with calls. */
export interface CallRule extends Rule {
  readonly kind: keyof typeof CALL_KINDS;
  /** Undefined = every operation of sellers. */
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly when?: (typeof MOMENTS)[number] | undefined;
}

/** A rule of what goes wrong with notifications. */
export interface EventRule extends Rule {
  readonly kind: keyof typeof EVENT_KINDS;
  /** Undefined = every endpoint. */
  readonly endpointId?: string | undefined;
  readonly withinMs?: number | undefined;
  readonly delayMs?: number | undefined;
}

/** What is to go wrong, as it was set. */
export interface Plan<Of extends Rule> {
  /** The same seed lets the same calls and events go wrong. */
  readonly seed: number;
  readonly rules: readonly Of[];
  /** Marketplace time, epoch ms; undefined = never. */
  readonly changedAt?: number | undefined;
}
