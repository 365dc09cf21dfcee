import { seededRandom, seededBoolean } from "../../platform/basics/seeded-chance.ts";
import type { DeliveryFaults, Fate, Heard } from "../../notifications/index.ts";
import { USUAL_SHUFFLE_MS, type EventRule, type Plan } from "./kinds.ts";

const PURPOSE = "event";
const HELD = "held";
const HELD_AGAIN = "held again";

/**
 * What befalls events by a plan; undefined when it has no rules. By the event's number alone, so that a plan's seed means the same for
 * every seller and endpoint, whenever it is asked.
 */
export function fatesOf({ seed, rules }: Plan<EventRule>): DeliveryFaults["fateOf"] {
  if (rules.length === 0) return undefined;
  return (heard) => {
    const struck = rules.flatMap((rule, place) =>
      concerns(rule, heard) && seededBoolean(rule.share ?? 1, seed, PURPOSE, place, heard.seq) ? [{ rule, place }] : [],
    );
    return struck.length === 0 ? undefined : fateOf(struck, seed, heard);
  };
}

const concerns = ({ sellerId, endpointId }: EventRule, heard: Heard): boolean =>
  (sellerId === undefined || sellerId === heard.sellerId) && (endpointId === undefined || endpointId === heard.endpointId);

interface Struck {
  readonly rule: EventRule;
  readonly place: number;
}

function fateOf(struck: readonly Struck[], seed: number, { seq }: Heard): Fate {
  const are = (kind: EventRule["kind"]) => struck.filter(({ rule }) => rule.kind === kind);
  const delayMs = sum(are("delay").map(({ rule }) => rule.delayMs!));
  const shuffles = are("shuffle");
  const shuffled = (purpose: string) =>
    sum(shuffles.map(({ rule, place }) => seededRandom(seed, purpose, place, seq) * (rule.withinMs ?? USUAL_SHUFFLE_MS)));
  return {
    mark: [...new Set(struck.map(({ rule }) => rule.kind))].join(", "),
    isLost: are("drop").length > 0,
    isDoubled: are("duplicate").length > 0,
    heldMs: delayMs + Math.round(shuffled(HELD)),
    heldAgainMs: Math.round(shuffled(HELD_AGAIN)),
    keepsPlace: shuffles.length === 0,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
