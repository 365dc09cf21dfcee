import { seededBoolean, seededRandom } from "../../platform/basics/index.ts";
import type { DeliveryFaults, DeliveryTarget, InjectedFault } from "../../notifications/index.ts";
import { DEFAULT_SHUFFLE_MS, type EventRule, type FaultConfig } from "./kinds.ts";

const PURPOSE = "event";
const FIRST_DELAY = "held";
const DUPLICATE_DELAY = "held again";

/**
 * The function that draws the faults of notifications; undefined when there are no rules. The draw depends only on the seed, the rule's
 * position and the event's seq. So it is the same for every seller, every endpoint and at any time.
 */
export function createDeliveryFaults({ seed, rules }: FaultConfig<EventRule>): DeliveryFaults["faultFor"] {
  if (rules.length === 0) return undefined;
  return (target) => {
    const hits = rules.flatMap((rule, index) =>
      concerns(rule, target) && seededBoolean(rule.share ?? 1, seed, PURPOSE, index, target.seq) ? [{ rule, index }] : [],
    );
    return hits.length === 0 ? undefined : combinedFault(hits, seed, target);
  };
}

const concerns = ({ sellerId, endpointId }: EventRule, target: DeliveryTarget): boolean =>
  (sellerId === undefined || sellerId === target.sellerId) && (endpointId === undefined || endpointId === target.endpointId);

/** A rule that applies to an event, and the rule's position in the list of rules. */
interface RuleHit {
  readonly rule: EventRule;
  readonly index: number;
}

function combinedFault(hits: readonly RuleHit[], seed: number, { seq }: DeliveryTarget): InjectedFault {
  const ofKind = (kind: EventRule["kind"]) => hits.filter(({ rule }) => rule.kind === kind);
  const delayMs = sum(ofKind("delay").map(({ rule }) => rule.delayMs!));
  const shuffles = ofKind("shuffle");
  const shuffleMs = (purpose: string) =>
    sum(shuffles.map(({ rule, index }) => seededRandom(seed, purpose, index, seq) * (rule.withinMs ?? DEFAULT_SHUFFLE_MS)));
  return {
    label: [...new Set(hits.map(({ rule }) => rule.kind))].join(", "),
    isDropped: ofKind("drop").length > 0,
    isDuplicated: ofKind("duplicate").length > 0,
    delayMs: delayMs + Math.round(shuffleMs(FIRST_DELAY)),
    duplicateDelayMs: Math.round(shuffleMs(DUPLICATE_DELAY)),
    keepsOrder: shuffles.length === 0,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
