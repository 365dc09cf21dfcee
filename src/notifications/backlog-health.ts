import { isoDateTime } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import * as queries from "./queries.ts";

/** The backlog of notifications, for the operators' health page. */
export async function backlogHealth(db: Database): Promise<object> {
  const [[endpoints], [retries]] = await Promise.all([
    db.wide.run("every seller", queries.countBacklog, []),
    db.wide.run("every seller", queries.countUndelivered, []),
  ]);
  return {
    endpoints: endpoints!.endpoints,
    behind: endpoints!.behind,
    failing: endpoints!.failing,
    circuitsOpen: endpoints!.circuits_open,
    disabled: endpoints!.disabled,
    pending: retries!.pending,
    dead: retries!.dead,
    ...(retries!.oldest === null ? {} : { oldestPending: isoDateTime(retries!.oldest) }),
  };
}
