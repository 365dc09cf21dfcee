import type { Lang } from "../../platform/contract/errors.ts";
import type { CallRule, EventRule } from "../../sandbox/index.ts";
import type { Arguments } from "../arguments.ts";
import { LARGEST_WHOLE, wholeOption } from "../usage.ts";
import { millisecondsOf, shareOf, timeAndShare } from "./amounts.ts";

/** Whom rules concern: two of one scope replace each other. */
export type Scope = Pick<CallRule, "operation" | "sellerId"> & Pick<EventRule, "endpointId">;

const SECOND_MS = 1_000;

/** The scope a line names: one operation, seller or endpoint, or all of them. */
export function scopeOf(args: Arguments, lang: Lang): Scope {
  const { operation, endpoint: endpointId } = args.options;
  const sellerId = wholeOption(args, "seller", { least: 1, most: LARGEST_WHOLE, otherwise: undefined }, lang);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(sellerId === undefined ? {} : { sellerId }),
    ...(endpointId === undefined ? {} : { endpointId }),
  };
}

/** Whether two scopes are the same. */
export const isSameScope = (one: Scope, other: Scope): boolean =>
  one.operation === other.operation && one.sellerId === other.sellerId && one.endpointId === other.endpointId;

/** Rules for calls out of `--429 5% --latency 2s --cut 1%`; `statuses` are those that have an option. What comes late comes first. */
export function callRules({ options, switches }: Arguments, statuses: readonly StatusChoice[], lang: Lang): readonly CallRule[] {
  const when = switches.has("after") ? ({ when: "after" } as const) : {};
  const retryAfter = options["retry-after"];
  const retryAfterSeconds =
    retryAfter === undefined ? {} : { retryAfterSeconds: Math.ceil(millisecondsOf("retry-after", retryAfter, lang) / SECOND_MS) };
  const latency = options["latency"];
  const cut = options["cut"];
  return [
    ...(latency === undefined ? [] : [latencyRule(latency, lang)]),
    ...statuses.flatMap(({ status, mayBeAfter, tellsWhen }): readonly CallRule[] => {
      const share = options[String(status)];
      if (share === undefined) return [];
      const facts = { ...(mayBeAfter ? when : {}), ...(tellsWhen ? retryAfterSeconds : {}) };
      return [{ kind: "status", status, share: shareOf(String(status), share, lang), ...facts }];
    }),
    ...(cut === undefined ? [] : [{ kind: "cut" as const, share: shareOf("cut", cut, lang), ...when }]),
  ];
}

/** A status that has an option: whether it may come after the work, and whether it tells when to come back. */
export interface StatusChoice {
  readonly status: number;
  readonly mayBeAfter: boolean;
  readonly tellsWhen: boolean;
}

function latencyRule(received: string, lang: Lang): CallRule {
  const { ms: latencyMs, share } = timeAndShare("latency", received, lang);
  return { kind: "latency", latencyMs, share };
}

/** Rules for notifications out of `--drop 30% --dup 10% --shuffle --delay 2s`. */
export function eventRules({ options, switches }: Arguments, lang: Lang): readonly EventRule[] {
  const share = (name: string) => (options[name] === undefined ? undefined : shareOf(name, options[name], lang));
  const [drop, duplicate] = [share("drop"), share("dup")];
  const { within, delay } = options;
  const late = delay === undefined ? undefined : timeAndShare("delay", delay, lang);
  return [
    ...(drop === undefined ? [] : [{ kind: "drop" as const, share: drop }]),
    ...(duplicate === undefined ? [] : [{ kind: "duplicate" as const, share: duplicate }]),
    ...(switches.has("shuffle") || within !== undefined
      ? [{ kind: "shuffle" as const, ...(within === undefined ? {} : { withinMs: millisecondsOf("within", within, lang) }) }]
      : []),
    ...(late === undefined ? [] : [{ kind: "delay" as const, delayMs: late.ms, share: late.share }]),
  ];
}
