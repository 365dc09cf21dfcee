import { seededBoolean } from "../../platform/basics/seeded-chance.ts";
import type { Operation } from "../../platform/contract/operation.ts";
import type { CallFault, CallFaultSource, FaultOutcome } from "../../platform/http/fault-types.ts";
import type { SellerIdentity } from "../../sellers/index.ts";
import { USUAL_RETRY_SECONDS, type CallRule, type Plan } from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

const PURPOSE = "call";

/**
 * Draws what befalls calls by a plan; undefined when it has no rules. Each rule draws for itself, for the first, second, third call it
 * concerns: the same calls in the same order meet the same faults. Lateness adds up; of ways to end a call the first that strikes ends it.
 */
export function drawing({ seed, rules }: Plan<CallRule>): CallFaultSource["draw"] {
  if (rules.length === 0) return undefined;
  const concerned = rules.map(() => 0);
  return (operation, who) => {
    const caller = who as SellerIdentity;
    const marks: string[] = [];
    let latencyMs = 0;
    let ending: FaultOutcome | undefined;
    for (const [place, rule] of rules.entries()) {
      if (!concerns(rule, operation, caller)) continue;
      const nth = concerned[place]!;
      concerned[place] = nth + 1;
      if (!seededBoolean(rule.share ?? 1, seed, PURPOSE, place, nth)) continue;
      if (rule.kind === "latency") latencyMs += rule.latencyMs!;
      else if (ending === undefined) ending = endingOf(rule, operation, caller);
      else continue;
      marks.push(markOf(rule));
    }
    return marks.length === 0 ? undefined : faultOf(marks, latencyMs, ending);
  };
}

const concerns = ({ operation, sellerId }: CallRule, { id }: Operation, who: SellerIdentity): boolean =>
  (operation === undefined || operation === id) && (sellerId === undefined || sellerId === who.sellerId);

function endingOf(rule: CallRule, operation: Operation, who: SellerIdentity): FaultOutcome {
  const { status, when, retryAfterSeconds: seconds = USUAL_RETRY_SECONDS } = rule;
  const isAfter = when === "after";
  if (status === undefined) return { isAfter };
  const { refuse, headers } = STATUSES.get(status)!;
  const struck = { who, operation, seconds };
  return { isAfter, refusal: refuse(struck), ...(headers && { headers: headers(struck) }) };
}

const markOf = ({ kind, latencyMs, status, when }: CallRule): string =>
  [kind, latencyMs ?? status, when].filter((part) => part !== undefined).join("=");

const faultOf = (marks: readonly string[], latencyMs: number, ending: FaultOutcome | undefined): CallFault => ({
  mark: marks.join(", "),
  latencyMs,
  ...(ending && { ending }),
});
