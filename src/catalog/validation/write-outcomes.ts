import { type Database, RowNotWritten, type Transaction } from "../../platform/database/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import { critiqueColumns } from "../review/decide.ts";
import { insertCritiques } from "../queries.ts";
import type { ReviewTimes } from "../review/deadlines.ts";
import { identitiesOf } from "../review/identities.ts";
import * as queries from "./queries.ts";
import type { FamilyOutcome } from "./validate-family.ts";

export interface WriteOutcomesContext {
  readonly db: Database;
  /** Called when images were requested. */
  readonly onImagesWanted: () => void;
}

/** A leased family, its rows as they were read, and the outcome of its validation. */
export interface ValidatedFamily {
  readonly family: queries.ClaimedFamily;
  readonly rows: readonly queries.MemberRow[];
  readonly outcome: FamilyOutcome;
}

/** Writes the outcomes of a seller's families in one transaction and ends their leases. `now` is epoch ms of the marketplace's clock. */
export async function writeOutcomes(
  { db, onImagesWanted }: WriteOutcomesContext,
  sellerId: number,
  validated: readonly ValidatedFamily[],
  { now, referenceVersion, deadlines }: { readonly now: number; readonly referenceVersion: number; readonly deadlines: ReviewTimes },
): Promise<void> {
  const changes = validated.flatMap(changesOf);
  const wanted = validated.flatMap(({ family, outcome }) => outcome.imagesWanted.map((url) => ({ group: family.product_group, url })));
  const unused = validated.flatMap(({ family, outcome }) => outcome.imagesUnused.map((url) => ({ group: family.product_group, url })));
  const triggers = validated.flatMap(stockTriggersOf);
  await db.transaction([sellerId], async (transaction) => {
    if (changes.length > 0) await writeChanges(transaction, sellerId, changes, { now, deadlines });
    // Images are written before families, so that locks are taken in the same order as in the image worker.
    await Promise.all([
      wanted.length > 0 && transaction.run(queries.requestImages, [sellerId, wanted.map((w) => w.group), wanted.map((w) => w.url), now]),
      unused.length > 0 && transaction.run(queries.deleteUnusedImages, [sellerId, unused.map((u) => u.group), unused.map((u) => u.url)]),
      triggers.length > 0 &&
        transaction.run(queries.markStocksTriggeringValidation, [
          sellerId,
          triggers.map((t) => t.sku),
          triggers.map((t) => t.triggers),
          triggers.map((t) => t.physical),
          triggers.map((t) => t.group),
          now,
        ]),
      transaction.run(queries.finishFamilies, [
        sellerId,
        validated.map(({ family }) => family.product_group),
        validated.map(({ family }) => family.generation),
        validated.map(({ family }) => family.fence),
        validated.map(({ outcome }) => outcome.nextDueAt ?? null),
        referenceVersion,
        validated.map(({ outcome }) => outcome.open),
        validated.map(({ outcome }) => outcome.stockSufficed),
      ]),
    ]);
  });
  if (changes.length > 0) newEventsSignalOf(db).notify([sellerId]);
  if (wanted.length > 0) onImagesWanted();
}

type ProductChange = ReturnType<typeof changesOf>[number];

async function writeChanges(
  transaction: Transaction,
  sellerId: number,
  changes: readonly ProductChange[],
  { now, deadlines }: { readonly now: number; readonly deadlines: ReviewTimes },
): Promise<void> {
  const identities = changes.flatMap(({ sku, product, entersReview }) =>
    entersReview ? identitiesOf(product).map((identity) => ({ sku, identity })) : [],
  );
  const [counters, moved] = await Promise.all([
    transaction.run(queries.lockCounters, [sellerId]),
    transaction.run(queries.writeVerdicts, [
      sellerId,
      changes.map((change) => change.sku),
      changes.map((change) => change.version),
      changes.map((change) => change.status),
      changes.map((change) => change.reviewsText),
      changes.map((change) => change.pendingText),
      changes.map((change) => change.eventPayload),
      now,
      changes.map(({ entersReview, product }) => (entersReview ? deadlines.dueAt(product.department, now) : null)),
      changes.map(({ product }) => product.department),
      changes.map(({ product }) => product.brand),
      deadlines.name,
      identities.map(({ sku }) => sku),
      identities.map(({ identity }) => identity),
    ]),
  ]);
  if (counters.length === 0) throw new RowNotWritten(`verdicts of seller ${sellerId}`);
  const written = new Set(moved.map((row) => row.sku));
  const criticized = changes.filter((change) => written.has(change.sku) && change.reviews.length > 0);
  if (criticized.length === 0) return;
  await transaction.run(insertCritiques, critiqueColumns(criticized.map(({ sku, reviews }) => ({ sellerId, sku, reviews }))));
}

/** The members with a new status, new findings or new pending reasons. If only the pending reasons are new, there is no event. */
function changesOf({ rows, outcome }: ValidatedFamily) {
  const rowOf = new Map(rows.map((row) => [row.sku, row]));
  return outcome.verdicts.flatMap(({ member, verdict }) => {
    const row = rowOf.get(member.sku)!;
    const reviewsText = JSON.stringify(verdict.reviews);
    const pendingText = JSON.stringify(verdict.pending);
    const makesEvent = verdict.status !== row.status || reviewsText !== row.reviews;
    if (!makesEvent && pendingText === row.pending) return [];
    const eventPayload = makesEvent
      ? JSON.stringify({
          from: row.status,
          ...(verdict.moves.length > 1 ? { via: "RECEIVED" } : {}),
          to: verdict.status,
          critiques: verdict.reviews.length,
        })
      : null;
    const entersReview = verdict.status === "CATALOGING" && row.status !== "CATALOGING";
    const { sku, product } = member;
    const { status, reviews } = verdict;
    return [{ sku, product, version: row.version, status, reviews, reviewsText, pendingText, eventPayload, entersReview }];
  });
}

/**
 * Stocks that must start or stop triggering a validation when they change. They trigger one while their family is criticized for its stock
 * or waits for stock.
 */
function stockTriggersOf({ rows, outcome }: ValidatedFamily) {
  const isShort = outcome.verdicts.some(
    ({ verdict: { reviews, pending } }) =>
      reviews.some(({ code }) => code === "family_stock_below_minimum") || pending.some(({ code }) => code === "family_stock_awaited"),
  );
  return rows
    .filter((row) => row.wakes_family !== null && row.wakes_family !== isShort)
    .map((row) => ({ sku: row.sku, triggers: isShort, physical: row.physical, group: row.product_group }));
}
