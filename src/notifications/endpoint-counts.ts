import type { Database } from "../platform/database/index.ts";
import { countDisabled, countFailing, type EndpointRow, listEndpoints } from "./queries.ts";

/** What a list of endpoints can be narrowed to. */
export type EndpointHealthFilter = "failing" | "disabled";

/** Whether a list that is narrowed to `health` shows an endpoint. */
export const isInHealth = (
  { status, failing_since }: Pick<EndpointRow, "status" | "failing_since">,
  health: EndpointHealthFilter,
): boolean => (health === "disabled" ? status === "disabled" : status === "enabled" && failing_since !== null);

/** How many endpoints fail and are disabled, and since when the first one fails: epoch ms of the marketplace's clock. */
export interface EndpointCounts {
  readonly failing: number;
  readonly failingSince: number | undefined;
  readonly disabled: number;
}

/** Counts the endpoints of a seller, which are few. */
export async function countEndpointsOf(db: Database, sellerId: number): Promise<EndpointCounts> {
  const rows = await db.run([sellerId], listEndpoints, [sellerId]);
  const failing = rows.filter((row) => isInHealth(row, "failing"));
  return {
    failing: failing.length,
    failingSince: failing.length === 0 ? undefined : Math.min(...failing.map((row) => row.failing_since!)),
    disabled: rows.filter((row) => isInHealth(row, "disabled")).length,
  };
}

/** Counts the endpoints of all sellers. */
export async function countEveryEndpoint(db: Database): Promise<EndpointCounts> {
  const [[failing], [disabled]] = await Promise.all([db.run("every seller", countFailing, []), db.run("every seller", countDisabled, [])]);
  return { failing: failing!.endpoints, failingSince: failing!.first ?? undefined, disabled: disabled!.endpoints };
}
