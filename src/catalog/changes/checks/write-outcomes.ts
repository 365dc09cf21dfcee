import { kindOfActor } from "../../../platform/basics/index.ts";
import { DatabaseConflict, type Transaction } from "../../../platform/database/index.ts";
import type { ProductDocument } from "../../product.ts";
import { toStoredProduct } from "../../product-view.ts";
import { insertCritiques } from "../../queries.ts";
import { enterQueue, followProduct, leaveQueue } from "../../review/changes/write-outcomes.ts";
import type { ReviewTimes } from "../../review/deadlines.ts";
import { critiqueColumns } from "../../review/decide.ts";
import { type ChangeState, changeStateOf, type FieldState } from "../states.ts";
import type { LoadedChange } from "./load.ts";
import type { FieldOutcome, LiveChange } from "./plan.ts";
import { settleChange } from "./queries.ts";

/** What is written for a request. */
export interface Settlement {
  readonly change: LoadedChange;
  readonly outcomes: readonly FieldOutcome[];
  /** What goes live, and the version of the product that it replaces. */
  readonly live?: (LiveChange & { readonly version: number; readonly replaces: ProductDocument }) | undefined;
  /** What the queue needs when fields begin to wait for a person: the product as it is then, and when decisions are due. */
  readonly queue?: { readonly product: ProductDocument; readonly times: ReviewTimes };
  /** The state of the request; undefined = as its fields say. */
  readonly state?: ChangeState;
  /** What led to the outcomes; it names the event. */
  readonly cause: "check" | "decide" | "withdraw" | "merge";
  readonly actor: string;
  /** The claim under which a person decides. */
  readonly claimToken?: string | undefined;
  readonly requestId?: string | undefined;
  /** The lease under which the request was checked. */
  readonly fence?: number;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/**
 * Writes the outcomes of a request, its event and, when values go live, the product with an event of its own. Throws `DatabaseConflict` when
 * the request or the product has changed since it was read: the transaction then runs again.
 */
export async function writeSettlement(transaction: Transaction, settlement: Settlement): Promise<void> {
  const { change, outcomes, live, cause, actor, fence, at } = settlement;
  const fields = after(change, outcomes);
  const { seller_id, change_id, sku, version } = change.row;
  const stored = live && toStoredProduct(live.product);
  const written = await transaction.run(settleChange, [
    seller_id,
    change_id,
    version,
    live?.version ?? null,
    fence ?? null,
    at,
    actor,
    cause,
    eventPayload(settlement, outcomes),
    eventPayload(
      settlement,
      outcomes.filter(({ state }) => LIVE.has(state)),
    ),
    stored?.core ?? null,
    stored?.images ?? null,
    stored?.attributes ?? null,
    live?.product.images.map(({ url }) => url) ?? [],
    settlement.state ?? changeStateOf(fields),
    ...outcomeColumns(outcomes),
    live === undefined ? null : JSON.stringify(live.warnings),
  ]);
  if (written.length === 0) throw new DatabaseConflict(`change ${change_id} was overtaken`);
  if (live !== undefined && live.warnings.length > 0)
    await transaction.run(insertCritiques, critiqueColumns([{ sellerId: seller_id, sku, reviews: live.warnings }]));
  if (live !== undefined) await followProduct(transaction, { sellerId: seller_id, sku }, live.replaces, live.product);
  await followInQueue(transaction, settlement, fields);
}

/** Queues the request when fields begin to wait for a person, and takes it off the queue when none does any more. */
async function followInQueue(
  transaction: Transaction,
  { change, outcomes, queue, cause, actor, claimToken, at }: Settlement,
  fields: readonly { readonly state: FieldState }[],
): Promise<void> {
  const { seller_id: sellerId, sku, change_id: changeId } = change.row;
  const item = { sellerId, sku, changeId, at };
  if (fields.some(isWaiting)) {
    if (queue !== undefined && outcomes.some(isWaiting)) await enterQueue(transaction, item, queue.product, queue.times);
  } else if (change.fields.some(isWaiting)) {
    const refused = outcomes.filter(({ state }) => state === "refused");
    const codes = refused.flatMap(({ code }) => (code === undefined ? [] : [code]));
    const decision = { reviewer: actor, claimToken, isRefusal: refused.length > 0, codes };
    await leaveQueue(transaction, item, cause === "decide" ? decision : undefined);
  }
}

const isWaiting = ({ state }: { readonly state: FieldState }) => state === "waiting";

const LIVE: ReadonlySet<string> = new Set(["approved", "auto_approved"]);

/** The states of a request's fields after the outcomes. */
function after({ fields }: LoadedChange, outcomes: readonly FieldOutcome[]) {
  const states = new Map(outcomes.map(({ pointer, state }) => [pointer, state]));
  return fields.map(({ pointer, state }) => ({ state: states.get(pointer) ?? state }));
}

const eventPayload = ({ change, requestId }: Settlement, outcomes: readonly FieldOutcome[]): string =>
  JSON.stringify({
    changeRequestId: change.row.change_id,
    fields: outcomes.map(({ pointer, state, decidedBy, rule }) => ({
      pointer,
      state,
      ...(decidedBy === undefined ? {} : { decidedBy: kindOfActor(decidedBy) }),
      ...(decidedBy === undefined || kindOfActor(decidedBy) !== "rule" ? {} : { rule }),
    })),
    ...(requestId === undefined ? {} : { requestId }),
  });

const outcomeColumns = (outcomes: readonly FieldOutcome[]): readonly (readonly unknown[])[] => [
  outcomes.map(({ pointer }) => pointer),
  outcomes.map(({ state }) => state),
  outcomes.map(({ rule }) => rule ?? null),
  outcomes.map(({ decidedBy }) => decidedBy ?? null),
  outcomes.map(({ code }) => code ?? null),
  outcomes.map(({ message }) => message ?? null),
  outcomes.map(({ reviews }) => JSON.stringify(reviews ?? [])),
  outcomes.map(({ isSampled }) => (isSampled === true ? "waiting" : null)),
];
