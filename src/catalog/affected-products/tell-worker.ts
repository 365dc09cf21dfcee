import { isoDateTime } from "../../platform/basics/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import type { AppendEvents, FeedEvent } from "../../sellers/index.ts";
import { LEASE_SECONDS, LeaseLost, type LeasedWarning } from "./leased-warning.ts";
import { WITHDRAWN, type Phase } from "./phases.ts";
import * as queries from "./queries.ts";

/** The dependencies of telling. */
export interface TellContext {
  readonly db: Database;
  readonly appendEvents: AppendEvents;
}

/** Number of sellers that are told in one statement. */
const SELLERS_PER_STATEMENT = 100;

/** Tells the affected sellers that a change has reached a phase. Whoever was told already is not told again. */
export async function tellPhase({ db, appendEvents }: TellContext, warning: LeasedWarning, phase: Phase, now: number): Promise<void> {
  await forEachPage(db, warning, async (sellers, transaction) => {
    const affected = sellers.filter(({ skus, told }) => skus > 0 && told < phase.version);
    await appendEvents(
      db,
      affected.map((seller) => eventOf(warning, seller, phase, now)),
    );
    await transaction.run(queries.recordTold, [affected.map(({ seller_id }) => seller_id), warning.changeId, phase.version]);
  });
}

/** Tells the sellers who were told of a change that it was withdrawn, and forgets what it would have affected. */
export async function tellWithdrawal({ db, appendEvents }: TellContext, warning: LeasedWarning, now: number): Promise<void> {
  await forEachPage(db, warning, async (sellers) => {
    const informed = sellers.filter(({ told }) => told > 0);
    await appendEvents(
      db,
      informed.map((seller) => eventOf(warning, seller, WITHDRAWN, now)),
    );
  });
  await forgetAffected(db, warning);
}

/** Deletes a warning and everything that was counted for it. */
export async function forgetAffected(db: Database, warning: LeasedWarning): Promise<void> {
  const { changeId, fence } = warning;
  await forEachPage(db, warning, async (sellers, transaction) => {
    await transaction.run(queries.forgetAffected, [sellers.map(({ seller_id }) => seller_id), changeId]);
  });
  await db.run([], queries.deleteWarning, [changeId, fence]);
}

/** Works on the sellers of a warning, a page at a time. The change cannot be withdrawn while a page is worked on, because its row is locked. */
async function forEachPage(
  db: Database,
  { changeId, fence }: LeasedWarning,
  work: (sellers: readonly queries.CountedSellerRow[], transaction: Transaction) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const sellers = await db.wide.run("every seller", queries.listCountedSellers, [changeId, after, SELLERS_PER_STATEMENT]);
    if (sellers.length === 0) return;
    const ids = sellers.map(({ seller_id }) => seller_id);
    await db.wide.transaction(ids, async (transaction) => {
      const renewed = await transaction.run(queries.renewLease, [changeId, fence, LEASE_SECONDS]);
      if (renewed.length === 0) throw new LeaseLost();
      await work(sellers, transaction);
    });
    after = sellers.at(-1)!.seller_id;
  }
}

const eventOf = (
  { changeId, list, code, effectiveAt }: LeasedWarning,
  { seller_id: sellerId, skus, families }: queries.CountedSellerRow,
  { cause, version }: Pick<FeedEvent, "cause" | "version">,
  at: number,
): FeedEvent => ({
  sellerId,
  name: "reference.change",
  resource: `reference/${changeId}`,
  version,
  actor: "timer",
  cause,
  payload: JSON.stringify({ list, code, effectiveAt: isoDateTime(effectiveAt), skus, families }),
  at,
});
