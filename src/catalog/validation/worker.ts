import type { Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { RowNotWritten } from "../../platform/database/row-not-written.ts";
import { newEventsSignalOf } from "../../platform/jobs/new-events-signal.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { critiqueColumns } from "../review-decision.ts";
import { insertCritiques } from "../queries.ts";
import { validateFamily, type FamilyOutcome } from "./validate-family.ts";
import { knownImage, loaded } from "./load.ts";
import * as queries from "./queries.ts";

export interface ValidationContext {
  readonly db: Database;
  readonly clock: Clock;
  /** The reference data in effect now, whichever process changed it last. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly familySettleSeconds: number;
  readonly imageRecheckSeconds: number;
  readonly log: Log;
  /** Images were asked for. */
  readonly onImagesWanted: () => void;
  /** Products were judged. */
  readonly onValidated: (products: number) => void;
}

const LEASE_SECONDS = 30;
const FAMILIES_PER_CLAIM = 64;
const READY_SCAN = 2_000;
const SELLERS_IN_TURN = 16;
const SELLERS_AT_ONCE = 4;
/** Of one seller, before it is the next one's turn. */
const CLAIMS_IN_TURN = 2;
const OUTDATED_PER_ROUND = 1_000;
/** Tries after which a family whose validation fails is set aside for a person to look at. */
export const MAX_ATTEMPTS = 5;

/**
 * The automatic validation (seed 3.1). The family row is the queue: due families are leased per seller, judged in memory
 * against one reference snapshot, and written where nothing changed meanwhile. A worker that dies leaves its lease to run
 * out; one that was overtaken leaves the family due. Each call is a round: it answers how many families it judged.
 */
export function createValidator(context: ValidationContext): () => Promise<number> {
  const { db, clock } = context;
  /** The seller whose turn was last. */
  let last = 0;

  /** Sellers with due families in the order of their numbers, some at a time. */
  async function sellersInTurn(): Promise<readonly number[]> {
    const sellers: number[] = [];
    while (sellers.length < SELLERS_IN_TURN) {
      const [next] = await db.wide.run("every seller", queries.nextReadySeller, [clock.now(), last]);
      last = next?.seller_id ?? 0;
      if (next === undefined) break;
      sellers.push(last);
    }
    return sellers;
  }

  /** The sellers who waited longest; behind very many families of few sellers also those whose turn it is. */
  async function readySellers(): Promise<readonly number[]> {
    const longest = await db.wide.run("every seller", queries.readySellers, [clock.now(), READY_SCAN]);
    const ready = longest.map(({ seller_id }) => seller_id);
    if (longest.reduce((sum, { families }) => sum + families, 0) < READY_SCAN) return ready;
    return [...new Set([...ready, ...(await sellersInTurn())])];
  }

  return async () => {
    // All of them go on with the same list: nobody waits for who takes longest.
    const turns = (await readySellers()).values();
    const goOn = async () => {
      let families = 0;
      for (const sellerId of turns) families += await validateSeller(context, sellerId);
      return families;
    };
    // The round has ended when all of them have: who stops or repeats it counts on that.
    const judged = await Promise.allSettled(Array.from({ length: SELLERS_AT_ONCE }, goOn));
    return judged.reduce((sum, one) => {
      if (one.status === "rejected") throw one.reason;
      return sum + one.value;
    }, 0);
  };
}

/** What is due of a seller, a claim or two of it: while one is written, the next one is read and judged. They are written in their order. */
async function validateSeller(context: ValidationContext, sellerId: number): Promise<number> {
  const { db, clock } = context;
  const written: Promise<void>[] = [];
  let families = 0;
  try {
    for (let nth = 0; nth < CLAIMS_IN_TURN && families === nth * FAMILIES_PER_CLAIM; nth += 1) {
      const claimed = await db.run([sellerId], queries.claimFamilies, [sellerId, clock.now(), FAMILIES_PER_CLAIM, LEASE_SECONDS]);
      families += claimed.length;
      if (claimed.length === 0) break;
      written.push(validateTogether(context, sellerId, claimed, written.at(-1)));
    }
  } finally {
    await Promise.allSettled(written);
  }
  await Promise.all(written);
  return families;
}

async function validateTogether(
  context: ValidationContext,
  sellerId: number,
  claimed: readonly queries.ClaimedFamily[],
  before: Promise<void> | undefined,
): Promise<void> {
  try {
    await validateClaimed(context, sellerId, claimed, before);
  } catch (error) {
    context.log.error({ worker: "validation", sellerId, count: claimed.length, error }, "families could not be validated together");
    // One poisonous family must not hold up its neighbours: each is tried on its own.
    for (const family of claimed) await validateAlone(context, sellerId, family);
  }
}

async function validateAlone(context: ValidationContext, sellerId: number, family: queries.ClaimedFamily): Promise<void> {
  try {
    await validateClaimed(context, sellerId, [family]);
  } catch (error) {
    context.log.error(
      { worker: "validation", sellerId, name: family.product_group, count: family.attempts, error },
      "a family could not be validated",
    );
    if (family.attempts >= MAX_ATTEMPTS)
      await context.db.run([sellerId], queries.setFamilyAside, [sellerId, family.product_group, family.fence, family.generation]);
  }
}

/** Judges families, and writes what was found once those `before` them are written. */
async function validateClaimed(
  context: ValidationContext,
  sellerId: number,
  claimed: readonly queries.ClaimedFamily[],
  before?: Promise<void>,
): Promise<void> {
  const { db, clock } = context;
  const groups = claimed.map((family) => family.product_group);
  // Looked at after the claim: what was sent after a change of reference data is never judged by what was before it.
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
    const known = new Map((imagesByGroup.get(family.product_group) ?? []).map((row) => [row.url, knownImage(row)]));
    const circumstances = { reference, now, settleMs, imageRecheckMs, stockSufficed: family.stock_sufficed };
    const outcome = validateFamily(rows.map(loaded), known, circumstances);
    return { family, rows, outcome };
  });
  // Whatever became of those, it is not these that it concerns.
  await before?.catch(() => undefined);
  await write(context, sellerId, outcomes, { now, referenceVersion: reference.version });
  context.onValidated(members.length);
}

interface Judged {
  readonly family: queries.ClaimedFamily;
  readonly rows: readonly queries.MemberRow[];
  readonly outcome: FamilyOutcome;
}

/** Writes a seller's outcomes in one transaction, all statements on the wire at once. */
async function write(
  { db, onImagesWanted }: ValidationContext,
  sellerId: number,
  judged: readonly Judged[],
  { now, referenceVersion }: { readonly now: number; readonly referenceVersion: number },
): Promise<void> {
  const changes = judged.flatMap(changesOf);
  const wanted = judged.flatMap(({ family, outcome }) => outcome.imagesWanted.map((url) => ({ group: family.product_group, url })));
  const unused = judged.flatMap(({ family, outcome }) => outcome.imagesUnused.map((url) => ({ group: family.product_group, url })));
  const waking = judged.flatMap(wakingOf);
  await db.transaction([sellerId], async (transaction) => {
    if (changes.length > 0) {
      const [counters, moved] = await Promise.all([
        transaction.run(queries.lockCounters, [sellerId]),
        transaction.run(queries.writeVerdicts, [
          sellerId,
          changes.map((change) => change.sku),
          changes.map((change) => change.version),
          changes.map((change) => change.status),
          changes.map((change) => change.reviewsText),
          changes.map((change) => change.pendingText),
          changes.map((change) => change.told),
          now,
        ]),
      ]);
      if (counters.length === 0) throw new RowNotWritten(`verdicts of seller ${sellerId}`);
      const written = new Set(moved.map((row) => row.sku));
      const criticized = changes.filter((change) => written.has(change.sku) && change.reviews.length > 0);
      if (criticized.length > 0) {
        await transaction.run(insertCritiques, critiqueColumns(criticized.map(({ sku, reviews }) => ({ sellerId, sku, reviews }))));
      }
    }
    // Images before families, as whoever records what was fetched does.
    await Promise.all([
      wanted.length > 0 && transaction.run(queries.requestImages, [sellerId, wanted.map((w) => w.group), wanted.map((w) => w.url), now]),
      unused.length > 0 && transaction.run(queries.forgetImages, [sellerId, unused.map((u) => u.group), unused.map((u) => u.url)]),
      waking.length > 0 &&
        transaction.run(queries.markWaking, [
          sellerId,
          waking.map((w) => w.sku),
          waking.map((w) => w.wakes),
          waking.map((w) => w.physical),
          waking.map((w) => w.group),
          now,
        ]),
      transaction.run(queries.finishFamilies, [
        sellerId,
        judged.map(({ family }) => family.product_group),
        judged.map(({ family }) => family.generation),
        judged.map(({ family }) => family.fence),
        judged.map(({ outcome }) => outcome.nextDueAt ?? null),
        referenceVersion,
        judged.map(({ outcome }) => outcome.open),
        judged.map(({ outcome }) => outcome.stockSufficed),
      ]),
    ]);
  });
  if (changes.length > 0) newEventsSignalOf(db).notify([sellerId]);
  if (wanted.length > 0) onImagesWanted();
}

/** The members whose row must be written: another status, other reviews or other notes. Only the first two make an event. */
function changesOf({ rows, outcome }: Judged) {
  const rowOf = new Map(rows.map((row) => [row.sku, row]));
  return outcome.verdicts.flatMap(({ member, verdict }) => {
    const row = rowOf.get(member.sku)!;
    const reviewsText = JSON.stringify(verdict.reviews);
    const pendingText = JSON.stringify(verdict.pending);
    const tells = verdict.status !== row.status || reviewsText !== row.reviews;
    if (!tells && pendingText === row.pending) return [];
    const told = tells
      ? JSON.stringify({
          from: row.status,
          ...(verdict.moves.length > 1 ? { via: "RECEIVED" } : {}),
          to: verdict.status,
          critiques: verdict.reviews.length,
        })
      : null;
    return [{ sku: member.sku, version: row.version, status: verdict.status, reviews: verdict.reviews, reviewsText, pendingText, told }];
  });
}

/** Stocks that must wake their family when they change, because the family was criticized for its stock or waits for more. */
function wakingOf({ rows, outcome }: Judged) {
  const short = outcome.verdicts.some(
    ({ verdict: { reviews, pending } }) =>
      reviews.some(({ code }) => code === "family_stock_below_minimum") || pending.some(({ code }) => code === "family_stock_awaited"),
  );
  return rows
    .filter((row) => row.wakes_family !== null && row.wakes_family !== short)
    .map((row) => ({ sku: row.sku, wakes: short, physical: row.physical, group: row.product_group }));
}

/** Whether any open family was validated against older reference data and is not due. */
export async function hasOutdatedFamilies({ db, clock, latestReference }: ValidationContext): Promise<boolean> {
  const { version } = await latestReference();
  return (await db.wide.run("every seller", queries.outdatedSellers, [version, clock.now(), 1])).length > 0;
}

/** Makes open families due that were validated against older reference data. Answers how many. */
export async function wakeOutdatedFamilies({ db, clock, latestReference }: ValidationContext): Promise<number> {
  const { version } = await latestReference();
  const sellers = await db.wide.run("every seller", queries.outdatedSellers, [version, clock.now(), OUTDATED_PER_ROUND]);
  let woken = 0;
  for (const { seller_id } of sellers) {
    woken += (await db.run([seller_id], queries.wakeOutdated, [seller_id, version, clock.now(), OUTDATED_PER_ROUND])).length;
  }
  return woken;
}
