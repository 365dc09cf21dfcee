import type { Call, Endpoint, Operation } from "../platform/contract.ts";
import { Refusal, shown } from "../platform/errors.ts";
import type { Database } from "../platform/db.ts";
import type { OperatorIdentity } from "./identity.ts";
import { insertAudit } from "./queries.ts";

/** Longest change that is kept with its audit row. */
const MAX_CHANGE_CHARS = 4_000;

/** One call of an operator, as the audit log keeps it. */
export interface AuditEntry {
  readonly at: number;
  readonly who: OperatorIdentity;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly requestId: string;
  readonly body: unknown;
}

/** Writes a row of the audit log; a long change is cut at MAX_CHANGE_CHARS. */
export async function audit(db: Database, entry: AuditEntry): Promise<void> {
  const target = entry.operation.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => shown(entry.path[name] ?? placeholder));
  const change = entry.body === undefined ? null : JSON.stringify(entry.body).slice(0, MAX_CHANGE_CHARS);
  const { who, at, operation, status, requestId } = entry;
  await db.run([], insertAudit, [at, who.actor, who.role, operation.id, target, status, requestId, change]);
}

/** Every call an operator makes leaves a row in the audit log before it is answered. */
export function audited(db: Database, endpoint: Endpoint): Endpoint {
  if (endpoint.operation.audience !== "operator") return endpoint;
  return {
    ...endpoint,
    async handle(call) {
      const outcome = await endpoint.handle(call);
      const { at, who, path, requestId, body } = call as unknown as Call<Operation, OperatorIdentity>;
      const status = outcome instanceof Refusal ? outcome.failures[0]!.row.status : outcome.status;
      await audit(db, { at, who, operation: endpoint.operation, path, status, requestId, body });
      return outcome;
    },
  };
}
