import { isoDateTime, isoDay, parseDateTime, realNow } from "../../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, type Refusal, takePage } from "../../platform/contract/index.ts";
import { type Database, dayOf } from "../../platform/database/index.ts";
import { CHAIN_START } from "../../platform/crypto/index.ts";
import { sellerErrors } from "../errors.ts";
import type { OperatorCall } from "../caller-identity.ts";
import { maskChange } from "./redaction.ts";
import { verifyChain, type ChainBreak, type VerifiedUpTo } from "./check.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";

const base = "/operator/v1/audit";
const daysBase = `${base}/days`;
const NOTHING: VerifiedUpTo = { rows: 0, head: CHAIN_START };
const LATEST = Number.MAX_SAFE_INTEGER;
/** Number of rows that a check reads per query. */
const ROWS_PER_READ = 1_000;
/** A day number later than every real day. */
const LAST_DAY = 2_147_483_647;

/** Operations that read the audit log and check that it is unchanged (decisions 8). */
export const auditEndpoints = ({ db }: { readonly db: Database }): readonly Endpoint[] => [
  endpoint(contract.listAudit, (call: OperatorCall<typeof contract.listAudit>) => listAudit(db, call)),
  endpoint(contract.listAuditDays, (call: OperatorCall<typeof contract.listAuditDays>) => listAuditDays(db, call)),
  endpoint(contract.checkAudit, (call: OperatorCall<typeof contract.checkAudit>) => checkAudit(db, call)),
];

async function listAudit(db: Database, { query, who }: OperatorCall<typeof contract.listAudit>): Promise<Answer> {
  const { before, size = DEFAULT_SIZE } = query;
  const { rows, more } = takePage(size, await db.run([], queries.listAudit, [before ?? LATEST, size + 1]));
  if (rows.length === 0) return { status: 204 };
  const isSupport = who.role === "support";
  const items = rows.map((row) => {
    const { at, change, ...rest } = entryOf(row);
    const shown = change === null ? undefined : isSupport ? maskChange(change) : change;
    return { auditId: row.audit_id, date: isoDateTime(at), ...rest, change: shown };
  });
  const links = pageLinks(base, size, ["before", before?.toString()], more ? String(rows.at(-1)!.audit_id) : undefined);
  return { status: 200, body: { items, links } };
}

async function listAuditDays(db: Database, { query }: OperatorCall<typeof contract.listAuditDays>): Promise<Answer> {
  const { beforeDay, size = DEFAULT_SIZE } = query;
  const until = beforeDay === undefined ? LAST_DAY : (dayNumber(beforeDay) ?? 0);
  const { rows, more } = takePage(size, await db.run([], queries.listDays, [until, size + 1]));
  if (rows.length === 0) return { status: 204 };
  const today = dayOf(realNow());
  const items = rows.map((row) => ({ ...dayView(row), finished: row.day < today }));
  const links = pageLinks(daysBase, size, ["beforeDay", beforeDay], more ? items.at(-1)!.day : undefined);
  return { status: 200, body: { items, links } };
}

async function checkAudit(db: Database, { body }: OperatorCall<typeof contract.checkAudit>): Promise<Answer | Refusal> {
  const { day: asked, head: expected } = body;
  const day = dayNumber(asked);
  const unknown = () => sellerErrors.refuse("audit_day_unknown", { pointer: "/day", received: asked });
  if (day === undefined) return unknown();
  const [known] = await db.run([], queries.findDay, [day]);
  const counted = known ?? NOTHING;
  const firstBroken = await findBreak(db, day, counted);
  // A day that has rows but no recorded count is broken. A day that has neither is unknown.
  if (!known && !firstBroken) return unknown();
  const head = counted.head.toString("hex");
  const intact = firstBroken === undefined && (expected === undefined || expected === head);
  return { status: 200, body: { day: asked, rows: counted.rows, head, intact, firstBroken } };
}

/**
 * Verifies as many rows of a day's chain as `audit_days` counts. Then looks for a row beyond this count, and compares the last hash with the
 * recorded one.
 */
async function findBreak(db: Database, day: number, { rows, head }: VerifiedUpTo): Promise<ChainBreak | undefined> {
  let verified = NOTHING;
  while (verified.rows < rows) {
    const page = await db.wide.run([], queries.listChain, [day, verified.rows, rows, ROWS_PER_READ]);
    if (page.length === 0) return { nth: verified.rows + 1 };
    const entries = page.map((row) => ({ ...entryOf(row), auditId: row.audit_id, nth: row.nth, hash: row.hash }));
    const result = verifyChain(day, verified, entries);
    if ("nth" in result) return result;
    verified = result;
  }
  const [uncounted] = await db.wide.run([], queries.findUncounted, [day]);
  if (uncounted) return { nth: uncounted.nth, auditId: uncounted.audit_id };
  return verified.head.equals(head) ? undefined : { nth: rows + 1 };
}

/** The last day that has rows, for the health page. An empty object when the audit log has no rows. */
export async function lastDay(db: Database): Promise<object> {
  const [last] = await db.run([], queries.listDays, [LAST_DAY, 1]);
  return last ? dayView(last) : {};
}

const dayView = (row: queries.DayRow) => ({ day: isoDay(row.day), rows: row.rows, head: row.head.toString("hex") });

const entryOf = (row: queries.AuditRow) => ({
  at: row.at,
  actor: row.actor,
  role: row.role,
  operation: row.operation,
  target: row.target,
  status: row.status,
  requestId: row.request_id,
  change: row.change,
});

/** The number of a day written as `2026-11-20`. Undefined for an impossible date. */
const dayNumber = (day: string): number | undefined => {
  const ms = parseDateTime(`${day}T00:00:00Z`);
  return ms === undefined ? undefined : dayOf(ms);
};

/** Links to this page, the first page and, if it exists, the next page. The query parameter `name` gives the position of a page. */
const pageLinks = (path: string, size: number, [name, value]: readonly [name: string, value: string | undefined], next?: string) => {
  const first = `${path}?size=${size}`;
  const before = (position: string) => `${first}&${name}=${position}`;
  return [
    { rel: "self", href: value === undefined ? first : before(value) },
    { rel: "first", href: first },
    ...(next === undefined ? [] : [{ rel: "next", href: before(next) }]),
  ];
};
