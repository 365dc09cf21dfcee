import type { Lang } from "../../platform/contract/index.ts";
import type { CallRule, EventRule } from "../../sandbox/index.ts";
import type { ParsedArguments } from "../../command-line/parsed-arguments.ts";
import { MAX_INT32, integerOption } from "../../command-line/option-values.ts";
import { parseDuration, parseDurationAndShare, parseShare } from "./shares-and-durations.ts";

/** The calls or notifications that a rule applies to. New rules replace the rules of the same scope. */
export type Scope = Pick<CallRule, "operation" | "sellerId"> & Pick<EventRule, "endpointId">;

const SECOND_MS = 1_000;

/** The scope from the options: an operation, seller or endpoint. Without these options, the scope is everything. */
export function scopeFromOptions(args: ParsedArguments, lang: Lang): Scope {
  const { operation, endpoint: endpointId } = args.options;
  const sellerId = integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(sellerId === undefined ? {} : { sellerId }),
    ...(endpointId === undefined ? {} : { endpointId }),
  };
}

/** Whether two rules have the same scope. */
export const hasSameScope = (one: Scope, other: Scope): boolean =>
  one.operation === other.operation && one.sellerId === other.sellerId && one.endpointId === other.endpointId;

/** Call rules from options such as `--429 5% --latency 2s --cut 1%`. The latency rule comes first. Each of `statuses` has an option. */
export function callRulesFromOptions(
  { options, flags }: ParsedArguments,
  statuses: readonly StatusChoice[],
  lang: Lang,
): readonly CallRule[] {
  const when = flags.has("after") ? ({ when: "after" } as const) : {};
  const retryAfter = options["retry-after"];
  const retryAfterSeconds =
    retryAfter === undefined ? {} : { retryAfterSeconds: Math.ceil(parseDuration("retry-after", retryAfter, lang) / SECOND_MS) };
  const latency = options["latency"];
  const cut = options["cut"];
  return [
    ...(latency === undefined ? [] : [latencyRule(latency, lang)]),
    ...statuses.flatMap(({ status, mayBeAfter, tellsWhen }): readonly CallRule[] => {
      const share = options[String(status)];
      if (share === undefined) return [];
      const details = { ...(mayBeAfter ? when : {}), ...(tellsWhen ? retryAfterSeconds : {}) };
      return [{ kind: "status", status, share: parseShare(String(status), share, lang), ...details }];
    }),
    ...(cut === undefined ? [] : [{ kind: "cut" as const, share: parseShare("cut", cut, lang), ...when }]),
  ];
}

/** A status that has an option. `mayBeAfter`: the call may be carried out before this answer. `tellsWhen`: the answer has a `Retry-After`. */
export interface StatusChoice {
  readonly status: number;
  readonly mayBeAfter: boolean;
  readonly tellsWhen: boolean;
}

function latencyRule(received: string, lang: Lang): CallRule {
  const { ms: latencyMs, share } = parseDurationAndShare("latency", received, lang);
  return { kind: "latency", latencyMs, share };
}

/** Notification rules from options such as `--drop 30% --dup 10% --shuffle --delay 2s`. */
export function eventRulesFromOptions({ options, flags }: ParsedArguments, lang: Lang): readonly EventRule[] {
  const share = (name: string) => (options[name] === undefined ? undefined : parseShare(name, options[name], lang));
  const [drop, duplicate] = [share("drop"), share("dup")];
  const { within, delay } = options;
  const late = delay === undefined ? undefined : parseDurationAndShare("delay", delay, lang);
  return [
    ...(drop === undefined ? [] : [{ kind: "drop" as const, share: drop }]),
    ...(duplicate === undefined ? [] : [{ kind: "duplicate" as const, share: duplicate }]),
    ...(flags.has("shuffle") || within !== undefined
      ? [{ kind: "shuffle" as const, ...(within === undefined ? {} : { withinMs: parseDuration("within", within, lang) }) }]
      : []),
    ...(late === undefined ? [] : [{ kind: "delay" as const, delayMs: late.ms, share: late.share }]),
  ];
}
