import { kindOfActor, realNow } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { SellerIdentity } from "../caller-identity.ts";
import { LANES } from "./headers.ts";
import type { QuotaMeter } from "./meter.ts";
import { meterKeys } from "./meter-key.ts";
import { type ApplicationRow, listApplicationsOf } from "./queries.ts";

export interface ApplicationQuotasContext {
  readonly db: Database;
  readonly meter: QuotaMeter;
  readonly settings: { readonly quotaPerMinute: number };
}

/** More applications than this are not shown. */
const MAX_APPLICATIONS = 20;

/**
 * The quotas of the applications that call for a seller, as they are now. Applications see their own. People, who have a lane of their own, see those of
 * all the seller's applications.
 */
export async function readApplicationQuotas(
  { db, meter, settings }: ApplicationQuotasContext,
  who: SellerIdentity,
): Promise<readonly object[]> {
  const rows = await db.run([], listApplicationsOf, [who.sellerId, realNow(), MAX_APPLICATIONS]);
  const shown = kindOfActor(who.actor) === "person" ? rows : rows.filter(({ client_id }) => client_id === who.clientId);
  return Promise.all(shown.map((row) => quotaView(meter, row, { ...who, quotaPerMinute: row.per_minute ?? settings.quotaPerMinute })));
}

async function quotaView(meter: QuotaMeter, { client_id, name, ceiling }: ApplicationRow, who: SellerIdentity): Promise<object> {
  const keys = meterKeys({ ...who, clientId: client_id, ceilingPerMinute: ceiling ?? undefined });
  const lanes = await Promise.all(
    LANES.map(async (lane) => {
      const { lane: view } = await meter.view(keys[lane]);
      return { lane, ...view, used: view.burst - view.remaining };
    }),
  );
  return { clientId: client_id, name, lanes };
}
