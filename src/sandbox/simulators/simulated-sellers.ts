import type { Database } from "../../platform/database/database.ts";
import type { IsSimulated } from "../../orders/index.ts";
import * as queries from "./queries.ts";
import type { SimulatorName } from "./roster.ts";

/** Who delivers by themselves for whom, as this process last saw it. */
export interface SimulatedDeliveries {
  readonly isSimulated: IsSimulated;
  refresh(): Promise<void>;
}

/** Which simulator says when shippings go on, by who delivers them. */
const DELIVERERS: Readonly<Record<string, SimulatorName>> = { fulfillment: "fulfillment", marketplace: "carriers" };
const WATCHED = Object.values(DELIVERERS);

/** Nobody is seen to deliver before the first refresh. */
export function createSimulatedDeliveries(db: Database): SimulatedDeliveries {
  let automatic: ReadonlySet<string> = new Set();
  return {
    isSimulated: (sellerId, delivery) => automatic.size > 0 && automatic.has(`${sellerId} ${DELIVERERS[delivery]}`),
    async refresh() {
      const rows = await db.wide.run("every seller", queries.listAutomatic, [WATCHED]);
      automatic = new Set(rows.map(({ seller_id, name }) => `${seller_id} ${name}`));
    },
  };
}
