import type { Failure } from "../../platform/contract/errors.ts";
import { nearestWords } from "../../platform/basics/nearest-words.ts";
import { faultErrors } from "./errors.ts";
import { CALL_KINDS, EVENT_KINDS, type CallRule, type EventRule } from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

/** What rules may name. */
interface Known {
  /** Operations of sellers that the sandbox has. */
  readonly operations: readonly string[];
  /** Those of the sellers named that there are. */
  readonly sellers: ReadonlySet<number>;
  /** Whose the endpoints named are, of those there are. */
  readonly endpoints: ReadonlyMap<string, number>;
}

/** Everything that is wrong with rules for calls; none when they may be set. */
export const misfitsOfCalls = (rules: readonly CallRule[], { operations, sellers }: Omit<Known, "endpoints">): readonly Failure[] =>
  rules.flatMap((rule, place) => [
    ...misplaced(rule, CALL_KINDS, place),
    ...unknownSeller(rule, sellers, place),
    ...unknownOperation(rule, operations, place),
    ...unlikelyStatus(rule, place),
  ]);

/** Everything that is wrong with rules for notifications. */
export const misfitsOfEvents = (rules: readonly EventRule[], { sellers, endpoints }: Omit<Known, "operations">): readonly Failure[] =>
  rules.flatMap((rule, place) => [
    ...misplaced(rule, EVENT_KINDS, place),
    ...unknownSeller(rule, sellers, place),
    ...unknownEndpoint(rule, endpoints, place),
  ]);

const at = (place: number, field: string) => `/rules/${place}/${field}`;

type Kinds = Readonly<Record<string, { readonly needs: readonly string[]; readonly takes: readonly string[] }>>;

/** Fields that the rule's kind needs and that are not there, and fields that only other kinds take. */
function misplaced(rule: CallRule | EventRule, kinds: Kinds, place: number): readonly Failure[] {
  const { kind } = rule;
  const { needs, takes } = kinds[kind]!;
  const given: Readonly<Record<string, unknown>> = { ...rule };
  const isGiven = (field: string) => given[field] !== undefined;
  const fields = new Set(Object.values(kinds).flatMap((row) => [...row.needs, ...row.takes]));
  const failure = (code: "fault_field_missing" | "fault_field_misplaced", field: string) =>
    faultErrors.failure(code, { pointer: at(place, field), params: { kind } });
  return [
    ...needs.filter((field) => !isGiven(field)).map((field) => failure("fault_field_missing", field)),
    ...[...fields]
      .filter((field) => isGiven(field) && !needs.includes(field) && !takes.includes(field))
      .map((field) => failure("fault_field_misplaced", field)),
  ];
}

const unknownSeller = ({ sellerId }: CallRule | EventRule, sellers: ReadonlySet<number>, place: number): readonly Failure[] =>
  sellerId === undefined || sellers.has(sellerId)
    ? []
    : [faultErrors.failure("fault_seller_unknown", { pointer: at(place, "sellerId"), received: sellerId })];

function unknownEndpoint({ endpointId, sellerId }: EventRule, endpoints: ReadonlyMap<string, number>, place: number): readonly Failure[] {
  if (endpointId === undefined) return [];
  const owner = endpoints.get(endpointId);
  if (owner !== undefined && (sellerId ?? owner) === owner) return [];
  return [faultErrors.failure("fault_endpoint_unknown", { pointer: at(place, "endpointId"), received: endpointId })];
}

function unknownOperation({ operation }: CallRule, operations: readonly string[], place: number): readonly Failure[] {
  if (operation === undefined || operations.includes(operation)) return [];
  const suggestions = nearestWords(operation, operations);
  return [faultErrors.failure("fault_operation_unknown", { pointer: at(place, "operation"), received: operation, suggestions })];
}

function unlikelyStatus({ status, when }: CallRule, place: number): readonly Failure[] {
  if (status === undefined) return [];
  const row = STATUSES.get(status);
  if (row === undefined)
    return [faultErrors.failure("fault_status_unknown", { pointer: at(place, "status"), received: status, allowed: [...STATUSES.keys()] })];
  if (when !== "after" || row.mayBeAfter) return [];
  const allowed = [...STATUSES].flatMap(([code, { mayBeAfter }]) => (mayBeAfter ? [code] : []));
  return [
    faultErrors.failure("fault_status_tells_nothing_done", { pointer: at(place, "when"), received: when, allowed, params: { status } }),
  ];
}
