import type { Clock } from "../../platform/basics/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { reviewTimes } from "../review/deadlines.ts";
import { validateFamily } from "./validate-family.ts";
import { toKnownImage, toLoadedMember } from "./load.ts";
import * as queries from "./queries.ts";
import { writeOutcomes, type WriteOutcomesContext } from "./write-outcomes.ts";

export interface ValidatorContext extends WriteOutcomesContext {
  readonly clock: Clock;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly familySettleSeconds: number;
  readonly imageRecheckSeconds: number;
  /** Hours until a review is due, where the rules do not say. */
  readonly reviewSlaHours: number;
  readonly log: Log;
  /** Called with the number of validated products. */
  readonly onValidated: (products: number) => void;
}

const LEASE_SECONDS = 30;
const FAMILIES_PER_CLAIM = 64;
/** Maximum number of due families that are read to find the sellers that have waited longest. */
const DUE_FAMILIES_READ = 2_000;
const SELLERS_PER_TURN = 16;
const CONCURRENT_SELLERS = 4;
/** Maximum number of claims of one seller before the next seller is served. */
const CLAIMS_PER_SELLER = 2;
/** Number of failed attempts after which a family is quarantined: it is validated again only after a change. */
export const MAX_ATTEMPTS = 5;

/**
 * The automatic validation (seed 3.1). The families table is the queue. Due families are leased per seller, validated in memory against one
 * reference snapshot, and written unless something changed in the meantime. When a worker dies, its families become due again at the end of
 * their lease. A family that changes during its validation stays due. Each call of the returned function runs one round and returns the
 * number of validated families.
 */
export function createValidator(context: ValidatorContext): () => Promise<number> {
  const turns = createSellerTurns(context);
  return async () => {
    const sellers = (await turns.next()).values();
    // Every lane takes sellers from the same iterator, so no seller waits for a slow one.
    const validateSellers = async () => {
      let families = 0;
      for (const sellerId of sellers) families += await validateSeller(context, sellerId);
      return families;
    };
    // A round ends only when all its lanes have ended. The caller relies on this when it stops the worker or starts the next round.
    const lanes = await Promise.allSettled(Array.from({ length: CONCURRENT_SELLERS }, validateSellers));
    return lanes.reduce((sum, lane) => {
      if (lane.status === "rejected") throw lane.reason;
      return sum + lane.value;
    }, 0);
  };
}

/** Chooses the sellers of each round. */
function createSellerTurns({ db, clock }: ValidatorContext) {
  let lastSeller = 0;

  /** The next sellers that have due families, in the order of their numbers. */
  async function nextInOrder(): Promise<readonly number[]> {
    const sellers: number[] = [];
    while (sellers.length < SELLERS_PER_TURN) {
      const [next] = await db.wide.run("every seller", queries.nextSellerWithDueFamilies, [clock.now(), lastSeller]);
      lastSeller = next?.seller_id ?? 0;
      if (next === undefined) break;
      sellers.push(lastSeller);
    }
    return sellers;
  }

  return {
    /** The sellers that have waited longest. When more families are due than are read, the next sellers by number are added. */
    async next(): Promise<readonly number[]> {
      const rows = await db.wide.run("every seller", queries.sellersWithDueFamilies, [clock.now(), DUE_FAMILIES_READ]);
      const longestWaiting = rows.map(({ seller_id }) => seller_id);
      if (rows.reduce((sum, { families }) => sum + families, 0) < DUE_FAMILIES_READ) return longestWaiting;
      return [...new Set([...longestWaiting, ...(await nextInOrder())])];
    },
  };
}

/**
 * Validates a seller's due families in at most two claims. While the first claim is written, the second is read and validated. The claims
 * are written in their order.
 */
async function validateSeller(context: ValidatorContext, sellerId: number): Promise<number> {
  const { db, clock } = context;
  const writes: Promise<void>[] = [];
  let families = 0;
  try {
    for (let nth = 0; nth < CLAIMS_PER_SELLER && families === nth * FAMILIES_PER_CLAIM; nth += 1) {
      const claimed = await db.run([sellerId], queries.claimFamilies, [sellerId, clock.now(), FAMILIES_PER_CLAIM, LEASE_SECONDS]);
      families += claimed.length;
      if (claimed.length === 0) break;
      writes.push(validateTogether(context, sellerId, claimed, writes.at(-1)));
    }
  } finally {
    await Promise.allSettled(writes);
  }
  await Promise.all(writes);
  return families;
}

async function validateTogether(
  context: ValidatorContext,
  sellerId: number,
  claimed: readonly queries.ClaimedFamily[],
  previousWrite: Promise<void> | undefined,
): Promise<void> {
  try {
    await validateClaimed(context, sellerId, claimed, previousWrite);
  } catch (error) {
    context.log.error({ worker: "validation", sellerId, count: claimed.length, error }, "families could not be validated together");
    // One failing family must not block the others, so each is retried individually.
    for (const family of claimed) await validateIndividually(context, sellerId, family);
  }
}

async function validateIndividually(context: ValidatorContext, sellerId: number, family: queries.ClaimedFamily): Promise<void> {
  try {
    await validateClaimed(context, sellerId, [family]);
  } catch (error) {
    context.log.error(
      { worker: "validation", sellerId, name: family.product_group, count: family.attempts, error },
      "a family could not be validated",
    );
    if (family.attempts >= MAX_ATTEMPTS)
      await context.db.run([sellerId], queries.quarantineFamily, [sellerId, family.product_group, family.fence, family.generation]);
  }
}

/** Validates claimed families. Writes the outcomes when the write of the previous claim has ended. */
async function validateClaimed(
  context: ValidatorContext,
  sellerId: number,
  claimed: readonly queries.ClaimedFamily[],
  previousWrite?: Promise<void>,
): Promise<void> {
  const { db, clock } = context;
  const groups = claimed.map((family) => family.product_group);
  // The reference data is read after the claim, so it is at least as new as the reference data at the time when each product was sent.
  const [members, images, reference] = await Promise.all([
    db.run([sellerId], queries.familyMembers, [sellerId, groups]),
    db.run([sellerId], queries.familyImages, [sellerId, groups]),
    context.latestReference(),
  ]);
  const now = clock.now();
  const { rules } = reference.data;
  const settleMs = (rules.familySettleSeconds ?? context.familySettleSeconds) * 1_000;
  const rowsByGroup = Map.groupBy(members, (row) => row.product_group);
  const imagesByGroup = Map.groupBy(images, (row) => row.product_group);
  const imageRecheckMs = context.imageRecheckSeconds * 1_000;
  const outcomes = claimed.map((family) => {
    const rows = rowsByGroup.get(family.product_group) ?? [];
    const known = new Map((imagesByGroup.get(family.product_group) ?? []).map((row) => [row.url, toKnownImage(row)]));
    const familyContext = { reference, now, settleMs, imageRecheckMs, stockSufficed: family.stock_sufficed };
    const outcome = validateFamily(rows.map(toLoadedMember), known, familyContext);
    return { family, rows, outcome };
  });
  // A failure of the previous write does not affect this write.
  await previousWrite?.catch(() => undefined);
  const deadlines = reviewTimes(reference.data, context.reviewSlaHours);
  await writeOutcomes(context, sellerId, outcomes, { now, referenceVersion: reference.version, deadlines });
  context.onValidated(members.length);
}
