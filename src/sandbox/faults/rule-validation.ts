import type { Failure } from "../../platform/contract/index.ts";
import { nearestWords } from "../../platform/basics/index.ts";
import { faultErrors } from "./errors.ts";
import { CALL_KINDS, EVENT_KINDS, type CallRule, type EventRule } from "./kinds.ts";
import { STATUSES } from "./statuses.ts";

/** The operations, sellers and endpoints that exist, so rules may name them. */
interface ExistingNames {
  /** The ids of operations that sellers may call. */
  readonly operations: readonly string[];
  /** The sellers that the rules name and that exist. */
  readonly sellers: ReadonlySet<number>;
  /** The endpoints that the rules name and that exist, each with its seller. */
  readonly endpoints: ReadonlyMap<string, number>;
}

/** All failures of rules for calls; empty when the rules are valid. */
export const callRuleFailures = (
  rules: readonly CallRule[],
  { operations, sellers }: Omit<ExistingNames, "endpoints">,
): readonly Failure[] =>
  rules.flatMap((rule, index) => [
    ...fieldFailures(rule, CALL_KINDS, index),
    ...sellerFailures(rule, sellers, index),
    ...operationFailures(rule, operations, index),
    ...statusFailures(rule, index),
  ]);

/** All failures of rules for notifications; empty when the rules are valid. */
export const eventRuleFailures = (
  rules: readonly EventRule[],
  { sellers, endpoints }: Omit<ExistingNames, "operations">,
): readonly Failure[] =>
  rules.flatMap((rule, index) => [
    ...fieldFailures(rule, EVENT_KINDS, index),
    ...sellerFailures(rule, sellers, index),
    ...endpointFailures(rule, endpoints, index),
  ]);

const pointerTo = (index: number, field: string) => `/rules/${index}/${field}`;

type Kinds = Readonly<Record<string, { readonly needs: readonly string[]; readonly takes: readonly string[] }>>;

/** The failures of a rule's fields: required fields that are missing, and fields that only other kinds of fault have. */
function fieldFailures(rule: CallRule | EventRule, kinds: Kinds, index: number): readonly Failure[] {
  const { kind } = rule;
  const { needs, takes } = kinds[kind]!;
  const given: Readonly<Record<string, unknown>> = { ...rule };
  const isGiven = (field: string) => given[field] !== undefined;
  const fields = new Set(Object.values(kinds).flatMap((row) => [...row.needs, ...row.takes]));
  const failure = (code: "fault_field_missing" | "fault_field_misplaced", field: string) =>
    faultErrors.failure(code, { pointer: pointerTo(index, field), params: { kind } });
  return [
    ...needs.filter((field) => !isGiven(field)).map((field) => failure("fault_field_missing", field)),
    ...[...fields]
      .filter((field) => isGiven(field) && !needs.includes(field) && !takes.includes(field))
      .map((field) => failure("fault_field_misplaced", field)),
  ];
}

const sellerFailures = ({ sellerId }: CallRule | EventRule, sellers: ReadonlySet<number>, index: number): readonly Failure[] =>
  sellerId === undefined || sellers.has(sellerId)
    ? []
    : [faultErrors.failure("fault_seller_unknown", { pointer: pointerTo(index, "sellerId"), received: sellerId })];

function endpointFailures({ endpointId, sellerId }: EventRule, endpoints: ReadonlyMap<string, number>, index: number): readonly Failure[] {
  if (endpointId === undefined) return [];
  const owner = endpoints.get(endpointId);
  if (owner !== undefined && (sellerId ?? owner) === owner) return [];
  return [faultErrors.failure("fault_endpoint_unknown", { pointer: pointerTo(index, "endpointId"), received: endpointId })];
}

function operationFailures({ operation }: CallRule, operations: readonly string[], index: number): readonly Failure[] {
  if (operation === undefined || operations.includes(operation)) return [];
  const suggestions = nearestWords(operation, operations);
  return [faultErrors.failure("fault_operation_unknown", { pointer: pointerTo(index, "operation"), received: operation, suggestions })];
}

function statusFailures({ status, when }: CallRule, index: number): readonly Failure[] {
  if (status === undefined) return [];
  const row = STATUSES.get(status);
  if (row === undefined)
    return [
      faultErrors.failure("fault_status_unknown", { pointer: pointerTo(index, "status"), received: status, allowed: [...STATUSES.keys()] }),
    ];
  if (when !== "after" || row.mayBeAfter) return [];
  const allowed = [...STATUSES].flatMap(([code, { mayBeAfter }]) => (mayBeAfter ? [code] : []));
  return [
    faultErrors.failure("fault_status_tells_nothing_done", {
      pointer: pointerTo(index, "when"),
      received: when,
      allowed,
      params: { status },
    }),
  ];
}
