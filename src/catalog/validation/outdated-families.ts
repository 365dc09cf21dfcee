import * as queries from "./queries.ts";
import type { ValidatorContext } from "./worker.ts";

const OUTDATED_PER_ROUND = 1_000;

/**
 * Whether any open family was validated against reference data older than the latest and is not due yet. A family is open while it has a
 * product in Recebido or Criticado.
 */
export async function hasOutdatedFamilies({ db, clock, latestReference }: ValidatorContext): Promise<boolean> {
  const { version } = await latestReference();
  return (await db.wide.run("every seller", queries.outdatedSellers, [version, clock.now(), 1])).length > 0;
}

/**
 * Finds open families that were validated against older reference data and are not due yet, and makes them due: at most OUTDATED_PER_ROUND of
 * each seller. Returns the number of these families.
 */
export async function requeueOutdatedFamilies({ db, clock, latestReference }: ValidatorContext): Promise<number> {
  const { version } = await latestReference();
  const sellers = await db.wide.run("every seller", queries.outdatedSellers, [version, clock.now(), OUTDATED_PER_ROUND]);
  let requeued = 0;
  for (const { seller_id } of sellers) {
    requeued += (await db.run([seller_id], queries.requeueOutdated, [seller_id, version, clock.now(), OUTDATED_PER_ROUND])).length;
  }
  return requeued;
}
