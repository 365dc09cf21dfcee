import type { Operation } from "../../platform/contract/index.ts";
import { maskPersonalData } from "./redaction.ts";

/** The audit log's entry for one call. */
export interface AuditEntry {
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
  readonly actor: string;
  readonly role: string;
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly requestId: string;
  readonly change: string | null;
}

/** The facts of a finished call that go into the audit log. */
interface AuditedCall {
  readonly operation: Pick<Operation, "id" | "path" | "body">;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
  readonly sentBody: unknown;
  readonly status: number;
  readonly requestId: string;
}

const MAX_CHANGE_CHARS = 4_000;
const MAX_PATH_CHARS = 2_000;
const MAX_QUERY_CHARS = 500;

/** Shortens a text without leaving half of a surrogate pair, which the database would store as another character than the hashed one. */
const truncate = (text: string, maxChars: number) => text.slice(0, maxChars).toWellFormed();

/**
 * The entry of a call that arrived at `at`. `target` is the path, with percent-encoded parameters, plus the query. The query shows whether
 * the call was a dry run. `change` is the request body with personal and secret data masked; null when there was no body. Path, query and
 * change each have a maximum length.
 */
export function entryOf(
  { actor, role }: Pick<AuditEntry, "actor" | "role">,
  at: number,
  { operation, parameters, query, sentBody, status, requestId }: AuditedCall,
): AuditEntry {
  const path = truncate(
    operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]!)),
    MAX_PATH_CHARS,
  );
  const target = query === "" ? path : `${path}?${truncate(query, MAX_QUERY_CHARS)}`;
  const change = sentBody === undefined ? null : truncate(JSON.stringify(maskPersonalData(sentBody, operation.body)), MAX_CHANGE_CHARS);
  return { at, actor, role, operation: operation.id, target, status, requestId: requestId.toWellFormed(), change };
}

/** The text to hash: a JSON array of the day, the position and the fields of an entry, in this order. */
export const canonicalText = (day: number, nth: number, entry: AuditEntry): string =>
  JSON.stringify([day, nth, entry.at, entry.actor, entry.role, entry.operation, entry.target, entry.status, entry.requestId, entry.change]);
