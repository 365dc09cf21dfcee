import type { Database } from "../../platform/database/index.ts";
import { findCallsNear } from "./queries.ts";

/** Why somebody asked for something, as the audit log has it. */
export interface AuditedReason {
  readonly actor: string;
  /** The address that was called. */
  readonly target: string;
  readonly requestId: string;
  readonly reason: string;
}

/** How far the log's instant of a call may be from that of its effect. */
const NEAR_MS = 5_000;
const MAX_CALLS = 200;

/** The reasons given with calls of some addresses, near the instants (epoch ms) of their effects. The oldest comes first. */
export async function findAuditedReasons(
  db: Database,
  instants: readonly number[],
  targets: readonly string[],
): Promise<readonly AuditedReason[]> {
  if (instants.length === 0) return [];
  const rows = await db.run([], findCallsNear, [[...new Set(instants)], NEAR_MS, targets, MAX_CALLS]);
  return rows.flatMap(({ actor, target, request_id: requestId, change }) => {
    const { reason } = JSON.parse(change) as { readonly reason?: unknown };
    return typeof reason === "string" ? [{ actor, target, requestId, reason }] : [];
  });
}
