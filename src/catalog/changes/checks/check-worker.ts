import type { Clock } from "../../../platform/basics/index.ts";
import { type Database, DatabaseConflict, type Transaction } from "../../../platform/database/index.ts";
import { newEventsSignalOf } from "../../../platform/jobs/index.ts";
import type { Log } from "../../../platform/observability/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import { toStoredProduct } from "../../product-view.ts";
import { publicationState } from "../../publication.ts";
import { changeProducts } from "../../queries.ts";
import { type ReviewTimes, reviewTimes } from "../../review/deadlines.ts";
import { lockCounters, requestImages } from "../../validation/queries.ts";
import { applyChanges, FAMILY_FIELDS, isCurrent } from "../product-fields.ts";
import { MAX_CHECKS } from "../queries.ts";
import { type ChangeRule, mayApproveItself } from "../rules/rules.ts";
import { imageGroupOf, loadChange, loadRules, loadSubject, type LoadedChange, type LoadedSubject, openFields } from "./load.ts";
import { type CheckContext, imagesToCheck, outcomeOf, planCheck, VALIDATION } from "./plan.ts";
import { claimChanges, type ClaimedChange, nextSellerWithDueChanges, productOfChange, releaseChange, setChangeAside } from "./queries.ts";
import { writeSettlement } from "./write-outcomes.ts";

export interface CheckWorkerContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  /** Within how many hours a person decides, unless a rule of the reference data says otherwise. */
  readonly reviewSlaHours: number;
  /** Called when images were requested. */
  readonly onImagesWanted: () => void;
  /** Called when a product was sent again and is due for validation. */
  readonly onSubmitted: () => void;
  /** A random number in [0, 1). */
  readonly chance: () => number;
}

const LEASE_SECONDS = 30;
const CHANGES_PER_CLAIM = 32;
const SELLERS_PER_ROUND = 16;
/** The share of automatic approvals that a person looks at later. */
const SAMPLE_SHARE = 0.02;

/**
 * The check of change requests. A request's row is the queue: due requests are leased per seller, in turn, checked in memory and written
 * unless something changed in the meantime. When a worker dies, its requests become due again at the end of their lease. Each call of the
 * returned function runs one round and returns the number of requests.
 */
export function createChangeChecker(context: CheckWorkerContext): () => Promise<number> {
  const { db, clock } = context;
  let lastSeller = 0;
  return async () => {
    let checked = 0;
    for (let turn = 0; turn < SELLERS_PER_ROUND; turn += 1) {
      const next = (await nextSeller(context, lastSeller)) ?? (lastSeller === 0 ? undefined : await nextSeller(context, 0));
      lastSeller = next ?? 0;
      if (next === undefined) break;
      const claimed = await db.run([lastSeller], claimChanges, [lastSeller, clock.now(), CHANGES_PER_CLAIM, LEASE_SECONDS]);
      for (const claim of claimed) await checkIndividually(context, lastSeller, claim);
      checked += claimed.length;
    }
    return checked;
  };
}

/** The next seller after another one, by number, that has due requests. */
const nextSeller = async ({ db, clock }: CheckWorkerContext, after: number): Promise<number | undefined> =>
  (await db.wide.run("every seller", nextSellerWithDueChanges, [clock.now(), after]))[0]?.seller_id;

async function checkIndividually(context: CheckWorkerContext, sellerId: number, claim: ClaimedChange): Promise<void> {
  const { db, log } = context;
  try {
    await checkChange(context, sellerId, claim);
  } catch (error) {
    log.error(
      { worker: "changes", sellerId, name: claim.change_id, count: claim.attempts, error },
      "a change request could not be checked",
    );
    // Until something happens to it, or somebody of the marketplace asks for another check.
    if (claim.attempts >= MAX_CHECKS) await db.run([sellerId], setChangeAside, [sellerId, claim.change_id, claim.fence, claim.generation]);
  }
}

/** What was done with a request: other workers may have something to do now. */
type Done = "settled" | "waits for images" | "merged" | "nothing";

async function checkChange(context: CheckWorkerContext, sellerId: number, claim: ClaimedChange): Promise<void> {
  const { db, clock, latestReference, reviewSlaHours } = context;
  const reference = await latestReference();
  const done = await db.transaction([sellerId], async (transaction): Promise<Done> => {
    const change = await loadChange(transaction, sellerId, claim.change_id);
    if (change?.row.state !== "open") return release(transaction, sellerId, claim);
    const judging = await loadRules(transaction, change.row);
    if (mayChangeFamily(change, judging.rules)) await transaction.run(lockCounters, [sellerId]);
    const loaded = await loadSubject(transaction, change, { reference, now: clock.now() });
    const times = reviewTimes(reference.data, reviewSlaHours);
    const step = { transaction, change, judging, loaded, claim, times, at: clock.now() };
    return publicationState(loaded.product.status).editable ? merge(step, reference) : check(step, context);
  });
  if (done === "waits for images") context.onImagesWanted();
  if (done === "merged") context.onSubmitted();
  if (done === "settled" || done === "merged") newEventsSignalOf(db).notify([sellerId]);
}

/** Whether the check may approve a field that makes the family complete or not. */
const mayChangeFamily = (change: LoadedChange, rules: readonly ChangeRule[]): boolean =>
  openFields(change).some(({ state, field }) => state === "checking" && FAMILY_FIELDS.has(field) && mayApproveItself(rules, field));

interface Step {
  readonly transaction: Transaction;
  readonly change: LoadedChange;
  /** The rules that were in effect when the change was asked for, and what they ask about its seller. */
  readonly judging: Pick<CheckContext, "rules" | "seller">;
  readonly loaded: LoadedSubject;
  readonly claim: ClaimedChange;
  readonly times: ReviewTimes;
  readonly at: number;
}

async function release(transaction: Transaction, sellerId: number, { change_id, fence, generation }: ClaimedChange): Promise<Done> {
  await transaction.run(releaseChange, [sellerId, change_id, fence, generation]);
  return "nothing";
}

async function check({ transaction, change, judging, loaded, claim, times, at }: Step, { chance }: CheckWorkerContext): Promise<Done> {
  const { subject, product, requestedImages } = loaded;
  const { seller_id, change_id } = change.row;
  const fields = openFields(change);
  const unchecked = imagesToCheck(subject, fields);
  if (unchecked.length > 0) {
    const missing = unchecked.filter((url) => !requestedImages.has(url));
    const group = imageGroupOf(change_id);
    if (missing.length > 0) await transaction.run(requestImages, [seller_id, missing.map(() => group), missing, at]);
    await release(transaction, seller_id, claim);
    return "waits for images";
  }
  const plan = planCheck(subject, fields, { ...judging, isSampled: () => chance() < SAMPLE_SHARE });
  if (plan.outcomes.length === 0) return release(transaction, seller_id, claim);
  const { fence } = claim;
  const live = plan.live && { ...plan.live, version: product.version, replaces: subject.live };
  const queue = { product: plan.live?.product ?? subject.live, times };
  await writeSettlement(transaction, { change, outcomes: plan.outcomes, live, queue, cause: "check", actor: VALIDATION, fence, at });
  return "settled";
}

/**
 * The product can be edited again: what was asked for goes into it as with a PUT of the seller, and the product is validated from the start.
 * A field whose product has another value by now is stale. Throws `DatabaseConflict` when the product has changed since it was read: the
 * transaction then runs again.
 */
async function merge({ transaction, change, loaded, claim, at }: Step, reference: ReferenceSnapshot): Promise<Done> {
  const { live } = loaded.subject;
  const { seller_id, sku, actor, request_id } = change.row;
  const fields = openFields(change);
  const fresh = fields.filter((field) => isCurrent(live, field));
  if (fresh.length > 0) {
    const { core, images, attributes } = toStoredProduct(applyChanges(live, fresh));
    const { largestFamily } = reference.data.rules;
    const row = [seller_id, sku, live.productGroup, core, images, attributes, null, null, null, at, actor, request_id, largestFamily];
    const [written] = await transaction.run(
      changeProducts,
      row.map((value) => [value]),
    );
    const [after] = await transaction.run(productOfChange, [seller_id, sku]);
    if (written?.changed !== true || after!.version !== loaded.product.version + 1)
      throw new DatabaseConflict(`product ${sku} has changed since change ${change.row.change_id} was read`);
  }
  const outcomes = fields.map((field) => outcomeOf(field, fresh.includes(field) ? "merge" : "outdate", { decidedBy: VALIDATION }));
  await writeSettlement(transaction, { change, outcomes, cause: "merge", actor: VALIDATION, fence: claim.fence, at });
  return "merged";
}
