import { seededBoolean } from "../../platform/basics/index.ts";
import type { Operation } from "../../platform/contract/index.ts";
import type { CallFault, CallFaultSource, FaultOutcome } from "../../platform/http/index.ts";
import type { SellerIdentity } from "../../sellers/index.ts";
import { DEFAULT_RETRY_SECONDS, type CallRule, type FaultConfig } from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

const PURPOSE = "call";

/**
 * The function that draws the faults of calls; undefined when there are no rules. Each rule numbers the calls in this process that match
 * it, and the draw depends on that number. So the same calls in the same order get the same faults. The latencies of several rules add up.
 * If several rules would end a call, only the first of them applies.
 */
export function createCallFaultDraw({ seed, rules }: FaultConfig<CallRule>): CallFaultSource["draw"] {
  if (rules.length === 0) return undefined;
  const callsConcerned = rules.map(() => 0);
  return (operation, who) => {
    const caller = who as SellerIdentity;
    const headerParts: string[] = [];
    let latencyMs = 0;
    let outcome: FaultOutcome | undefined;
    for (const [index, rule] of rules.entries()) {
      if (!concerns(rule, operation, caller)) continue;
      const nth = callsConcerned[index]!;
      callsConcerned[index] = nth + 1;
      if (!seededBoolean(rule.share ?? 1, seed, PURPOSE, index, nth)) continue;
      if (rule.kind === "latency") latencyMs += rule.latencyMs!;
      else if (outcome === undefined) outcome = outcomeOf(rule, operation, caller);
      else continue;
      headerParts.push(headerPartOf(rule));
    }
    return headerParts.length === 0 ? undefined : callFault(headerParts, latencyMs, outcome);
  };
}

const concerns = ({ operation, sellerId }: CallRule, { id }: Operation, who: SellerIdentity): boolean =>
  (operation === undefined || operation === id) && (sellerId === undefined || sellerId === who.sellerId);

function outcomeOf(rule: CallRule, operation: Operation, who: SellerIdentity): FaultOutcome {
  const { status, when, retryAfterSeconds: seconds = DEFAULT_RETRY_SECONDS } = rule;
  const afterHandler = when === "after";
  if (status === undefined) return { afterHandler };
  const { refuse, headers } = STATUSES.get(status)!;
  const call = { who, operation, seconds };
  return { afterHandler, refusal: refuse(call), ...(headers && { headers: headers(call) }) };
}

/** A rule's name in the fault header, for example `latency=2000`. */
const headerPartOf = ({ kind, latencyMs, status, when }: CallRule): string =>
  [kind, latencyMs ?? status, when].filter((part) => part !== undefined).join("=");

const callFault = (headerParts: readonly string[], latencyMs: number, outcome: FaultOutcome | undefined): CallFault => ({
  headerValue: headerParts.join(", "),
  latencyMs,
  ...(outcome && { outcome }),
});
