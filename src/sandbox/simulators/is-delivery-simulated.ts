import type { Database } from "../../platform/database/index.ts";
import type { IsSimulated } from "../../orders/index.ts";
import * as queries from "./queries.ts";
import type { SimulatorName } from "./definitions.ts";

/** The sellers and delivery parties whose deliveries are simulated, as this process last read them from the database. */
export interface SimulatedDeliveries {
  readonly isSimulated: IsSimulated;
  refresh(): Promise<void>;
}

/** The simulator that ships and delivers, by the party that delivers the shipping. */
const SIMULATOR_OF_DELIVERY: Readonly<Record<string, SimulatorName>> = { fulfillment: "fulfillment", marketplace: "carriers" };
const DELIVERY_SIMULATORS = Object.values(SIMULATOR_OF_DELIVERY);

/** Before the first refresh, no delivery counts as simulated. */
export function createSimulatedDeliveries(db: Database): SimulatedDeliveries {
  let automatic: ReadonlySet<string> = new Set();
  return {
    isSimulated: (sellerId, delivery) => automatic.size > 0 && automatic.has(`${sellerId} ${SIMULATOR_OF_DELIVERY[delivery]}`),
    async refresh() {
      const rows = await db.wide.run("every seller", queries.listAutomatic, [DELIVERY_SIMULATORS]);
      automatic = new Set(rows.map(({ seller_id, name }) => `${seller_id} ${name}`));
    },
  };
}
