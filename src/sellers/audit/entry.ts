import type { Operation } from "../../platform/contract/operation.ts";
import { withoutPersonal } from "./redaction.ts";

/** What the audit log says of one call. */
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

/** A call that ended, as far as the audit log tells of it. */
interface ToldCall {
  readonly operation: Pick<Operation, "id" | "path" | "body">;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
  readonly sent: unknown;
  readonly status: number;
  readonly requestId: string;
}

/** Longest change that is kept with its audit row. */
const MAX_CHANGE_CHARS = 4_000;

/** Longest path that is kept. */
const MAX_PATH_CHARS = 2_000;

/** Longest query that is kept with its address. */
const MAX_QUERY_CHARS = 500;

/** Cut, and without half a character at its end: what is kept is what was hashed. */
const kept = (text: string, most: number) => text.slice(0, most).toWellFormed();

/**
 * The entry of a call that came at `at`. The target is the address with its parameters percent-encoded, cut at MAX_PATH_CHARS, and its
 * query, which tells a rehearsal from a change, cut at MAX_QUERY_CHARS; the change is what was sent, without what is personal, cut
 * at MAX_CHANGE_CHARS.
 */
export function entryOf(
  { actor, role }: Pick<AuditEntry, "actor" | "role">,
  at: number,
  { operation, parameters, query, sent, status, requestId }: ToldCall,
): AuditEntry {
  const path = kept(
    operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]!)),
    MAX_PATH_CHARS,
  );
  const target = query === "" ? path : `${path}?${kept(query, MAX_QUERY_CHARS)}`;
  const change = sent === undefined ? null : kept(JSON.stringify(withoutPersonal(sent, operation.body)), MAX_CHANGE_CHARS);
  return { at, actor, role, operation: operation.id, target, status, requestId: requestId.toWellFormed(), change };
}

/** An entry and its place as the text that is hashed: a JSON list in this order. */
export const canonical = (day: number, nth: number, entry: AuditEntry): string =>
  JSON.stringify([day, nth, entry.at, entry.actor, entry.role, entry.operation, entry.target, entry.status, entry.requestId, entry.change]);
