import { isoDateTime } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import * as queries from "./queries.ts";

/** How far notifications are behind, for the health page of operators. */
export async function healthOf(db: Database): Promise<object> {
  const [[endpoints], [rows]] = await Promise.all([
    db.wide.run("every seller", queries.backlog, []),
    db.wide.run("every seller", queries.undelivered, []),
  ]);
  return {
    endpoints: endpoints!.endpoints,
    behind: endpoints!.behind,
    failing: endpoints!.failing,
    circuitsOpen: endpoints!.circuits_open,
    disabled: endpoints!.disabled,
    pending: rows!.pending,
    dead: rows!.dead,
    ...(rows!.oldest === null ? {} : { oldestPending: isoDateTime(rows!.oldest) }),
  };
}
