import { type Answer, type Failure, Refusal } from "../../platform/contract/index.ts";
import { type Database, DatabaseConflict, type Transaction } from "../../platform/database/index.ts";
import { changeIdempotently, type IdempotencyKey } from "../../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { loadChange, loadSubject, type LoadedChange, openFields } from "./checks/load.ts";
import { type FieldDecision, planDecision } from "./checks/plan-decision.ts";
import { outcomeOf } from "./checks/plan.ts";
import { recordLooks } from "./checks/queries.ts";
import { writeSettlement } from "./checks/write-outcomes.ts";
import { holderOfChange } from "../review/changes/queries.ts";
import { refuseHeld } from "../review/held.ts";
import { publicationState } from "../publication.ts";
import { lockCounters } from "../validation/queries.ts";
import { changeErrors } from "./errors.ts";
import { changeUnknown, sellerOfChange } from "./change-id.ts";
import { fieldStateOf } from "./change-view.ts";
import { FAMILY_FIELDS } from "./product-fields.ts";
import { isOpenField } from "./states.ts";

export interface DecideContext {
  readonly db: Database;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
}

/** A decision as it was sent: what to do with a field, and why. */
export interface SentDecision {
  readonly pointer: string;
  readonly decision: "approve" | "refuse";
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** A person's decisions on one request. `at` is epoch ms; `place` is where the request is named in the call, `pointer` where its fields are. */
export interface ChangeDecision {
  readonly changeId: string;
  readonly fields: readonly SentDecision[];
  readonly place: string;
  readonly pointer: string;
  /** The claim under which the reviewer holds the request. Without one, it may be decided if nobody else holds it. */
  readonly claimToken?: string | undefined;
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}

/** The answer to an executed decision. It is recorded under the Idempotency-Key of the call, if the call has one. */
export interface DecisionAnswer {
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly answer: (change: LoadedChange, transaction: Transaction) => Answer | Promise<Answer>;
}

/**
 * Executes a person's decisions on fields of a request, in one transaction with their effects and events. Of two people who decide the same
 * field, one is refused with the other's decision. A decision on a field that a rule approved and that waits for a later look is recorded as
 * that look, and the product stays as it is.
 */
export async function decideChange(
  { db, latestReference }: DecideContext,
  decision: ChangeDecision,
  { idempotencyKey, answer }: DecisionAnswer,
): Promise<Answer | Refusal> {
  const { changeId, place, at, actor, requestId, claimToken } = decision;
  const sellerId = sellerOfChange(changeId);
  if (sellerId === undefined) return changeUnknown(changeId, place);
  const reference = await latestReference();
  const outcome = await changeIdempotently(db, [sellerId], idempotencyKey, async (transaction) => {
    const change = await loadChange(transaction, sellerId, changeId);
    if (change === undefined) return changeUnknown(changeId, place);
    const sorted = sortDecisions(change, decision);
    if (sorted instanceof Refusal) return sorted;
    const [holder] = await transaction.run(holderOfChange, [sellerId, change.row.sku, changeId, claimToken ?? null, actor]);
    if (holder !== undefined) {
      const { reviewer, holder_name: name, lease_until: until } = holder;
      return refuseHeld(change.row.sku, { pointer: place, received: changeId }, { reviewer, name, until });
    }
    await saveLooks(transaction, decision, sellerId, sorted.looks);
    if (sorted.decisions.length > 0) {
      if (sorted.decisions.some(concernsFamily)) await transaction.run(lockCounters, [sellerId]);
      const { subject, product } = await loadSubject(transaction, change, { reference, now: at });
      // What is asked for is about to go into a product that can be edited again, as with a PUT.
      if (publicationState(product.status).editable) return stillChecking(sorted.decisions[0]!.field, `${decision.pointer}/0/pointer`);
      const plan = planDecision(subject, sorted.decisions, actor);
      if (plan instanceof Refusal) return atPlace(plan, decision.pointer);
      const live = plan.live && { ...plan.live, version: product.version, replaces: subject.live };
      await writeSettlement(transaction, { change, outcomes: plan.outcomes, live, cause: "decide", actor, claimToken, requestId, at });
    }
    return answer((await loadChange(transaction, sellerId, changeId))!, transaction);
  });
  if (!(outcome instanceof Refusal)) newEventsSignalOf(db).notify([sellerId]);
  return outcome;
}

/** Whether a decision may break the family. */
const concernsFamily = ({ decision, field }: FieldDecision): boolean => decision === "approve" && FAMILY_FIELDS.has(field.field);

const stillChecking = ({ pointer: received, state }: FieldDecision["field"], pointer: string): Refusal =>
  changeErrors.refuse("change_still_checking", { pointer, received, params: { field: received, state } });

/** Decisions on fields that wait, and looks at fields that a rule approved. */
interface Sorted {
  readonly decisions: readonly FieldDecision[];
  readonly looks: readonly FieldDecision[];
}

/** Finds the field of each decision. Refuses all of them when one cannot be made; the conflicts come first, because they are the news. */
function sortDecisions({ fields }: LoadedChange, { fields: sent, pointer: at }: ChangeDecision): Sorted | Refusal {
  const byPointer = new Map(fields.map((field) => [field.pointer, field]));
  const failures: Failure[] = [];
  const found = sent.flatMap((one, index) => {
    const pointer = `${at}/${index}`;
    const field = byPointer.get(one.pointer);
    failures.push(...wrongly(one, field, pointer, sent.slice(0, index), [...byPointer.keys()]));
    return field === undefined ? [] : [{ ...one, field }];
  });
  const conflicts = failures.filter(({ row }) => row.status === 409);
  if (failures.length > 0) return new Refusal(conflicts.length > 0 ? conflicts : failures);
  const looks = found.filter(({ field }) => field.row.sample === "waiting");
  return { looks, decisions: found.filter((one) => !looks.includes(one)) };
}

/** Why a decision cannot be made. */
function wrongly(
  { pointer: received, decision, code, message }: SentDecision,
  field: FieldDecision["field"] | undefined,
  pointer: string,
  before: readonly SentDecision[],
  allowed: readonly string[],
): readonly Failure[] {
  if (field === undefined) return [changeErrors.failure("change_field_not_asked", { pointer: `${pointer}/pointer`, received, allowed })];
  const facts = { pointer: `${pointer}/pointer`, received };
  if (before.some((one) => one.pointer === received)) return [changeErrors.failure("change_decided_twice", facts)];
  const params = { field: received, state: field.state };
  if (field.state === "checking") return [changeErrors.failure("change_still_checking", { ...facts, params })];
  if (!isOpenField(field) && field.row.sample !== "waiting")
    return [changeErrors.failure("change_already_decided", { ...facts, params, current: fieldStateOf(field.row) })];
  if (decision === "refuse" && code === undefined && message === undefined)
    return [changeErrors.failure("change_refusal_unexplained", { pointer, received })];
  return [];
}

/** Records looks. Throws `DatabaseConflict` when somebody else has looked in the meantime: the transaction then runs again, and is refused. */
async function saveLooks(
  transaction: Transaction,
  { changeId, actor, at }: ChangeDecision,
  sellerId: number,
  looks: readonly FieldDecision[],
): Promise<void> {
  if (looks.length === 0) return;
  const recorded = await transaction.run(recordLooks, [sellerId, changeId, actor, at, ...lookColumns(looks)]);
  if (recorded.length < looks.length) throw new DatabaseConflict(`somebody else looked at change ${changeId}`);
}

const lookColumns = (looks: readonly FieldDecision[]): readonly (readonly unknown[])[] => [
  looks.map(({ field }) => field.pointer),
  looks.map(({ decision }) => (decision === "approve" ? "confirmed" : "contested")),
  looks.map(({ code }) => code ?? null),
  looks.map(({ message }) => message ?? null),
];

const atPlace = (refusal: Refusal, pointer: string): Refusal => new Refusal(refusal.failures.map((failure) => ({ ...failure, pointer })));

/** A seller's request to take back a change. */
export interface Withdrawal {
  readonly sellerId: number;
  readonly sku: string;
  readonly changeId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}

/**
 * Takes back what still waits of a request. A request that was taken back before stays as it is; one that is decided is refused. Fields that
 * were approved by then stay approved.
 */
export async function withdrawChange(db: Database, withdrawal: Withdrawal): Promise<LoadedChange | Refusal> {
  const { sellerId, sku, changeId, actor, requestId, at } = withdrawal;
  const outcome = await db.transaction([sellerId], async (transaction) => {
    const change = await loadChange(transaction, sellerId, changeId);
    if (change?.row.sku !== sku) return changeUnknown(changeId, "path.changeRequestId");
    if (change.row.state === "decided")
      return changeErrors.refuse("change_closed", { pointer: "path.changeRequestId", received: changeId });
    if (change.row.state === "withdrawn") return change;
    const outcomes = openFields(change).map((field) => outcomeOf(field, "withdraw", { decidedBy: actor }));
    await writeSettlement(transaction, { change, outcomes, state: "withdrawn", cause: "withdraw", actor, requestId, at });
    return (await loadChange(transaction, sellerId, changeId))!;
  });
  if (!(outcome instanceof Refusal)) newEventsSignalOf(db).notify([sellerId]);
  return outcome;
}
