import { isoDateTime, isoDay, parseDateTime, realNow } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { CHAIN_START } from "../../platform/crypto/hash-chain.ts";
import { DEFAULT_SIZE, takePage } from "../../platform/contract/paging.ts";
import { dayOf } from "../../platform/database/partitions/partitions.ts";
import { sellerErrors } from "../errors.ts";
import type { OperatorCall } from "../caller-identity.ts";
import { masked } from "./redaction.ts";
import { follow, type Broken, type Followed } from "./check.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";

const base = "/operator/v1/audit";
const days = `${base}/days`;
const NOTHING: Followed = { rows: 0, head: CHAIN_START };
const LATEST = Number.MAX_SAFE_INTEGER;
/** Rows that a check reads at once. */
const CHECKED_AT_ONCE = 1_000;
/** Beyond every day there is. */
const LAST_DAY = 2_147_483_647;

/** Links of a page that goes on before some place: itself, the first one, and the next where there is one. */
const linksBefore = (path: string, size: number, [name, before]: readonly [name: string, value: string | undefined], next?: string) => {
  const first = `${path}?size=${size}`;
  const at = (place: string) => `${first}&${name}=${place}`;
  return [
    { rel: "self", href: before === undefined ? first : at(before) },
    { rel: "first", href: first },
    ...(next === undefined ? [] : [{ rel: "next", href: at(next) }]),
  ];
};

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

/** The day that was written as `2026-11-20`, by its number; undefined when there is none. */
const numberOf = (day: string): number | undefined => {
  const ms = parseDateTime(`${day}T00:00:00Z`);
  return ms === undefined ? undefined : dayOf(ms);
};

const dayView = (row: queries.DayRow) => ({ day: isoDay(row.day), rows: row.rows, head: row.head.toString("hex") });

/** The last day that has rows, for whoever looks after the marketplace; empty when there is none. */
export async function lastDay(db: Database): Promise<object> {
  const [last] = await db.run([], queries.listDays, [LAST_DAY, 1]);
  return last ? dayView(last) : {};
}

/** The audit log, and whether it is as it was written (decisions 8). */
export function auditEndpoints({ db }: { readonly db: Database }): readonly Endpoint[] {
  /** Follows a day's chain as far as rows were counted; then to any that were not. */
  const walk = async (day: number, { rows, head }: Followed): Promise<Broken | undefined> => {
    let followed = NOTHING;
    while (followed.rows < rows) {
      const page = await db.wide.run([], queries.listChain, [day, followed.rows, rows, CHECKED_AT_ONCE]);
      if (page.length === 0) return { nth: followed.rows + 1 };
      const next = follow(
        day,
        followed,
        page.map((row) => ({ ...entryOf(row), auditId: row.audit_id, nth: row.nth, hash: row.hash })),
      );
      if ("nth" in next) return next;
      followed = next;
    }
    const [uncounted] = await db.wide.run([], queries.findUncounted, [day]);
    if (uncounted) return { nth: uncounted.nth, auditId: uncounted.audit_id };
    return followed.head.equals(head) ? undefined : { nth: rows + 1 };
  };

  return [
    endpoint(contract.listAudit, async (call: OperatorCall<typeof contract.listAudit>): Promise<Answer> => {
      const { before, size = DEFAULT_SIZE } = call.query;
      const { rows, more } = takePage(size, await db.run([], queries.listAudit, [before ?? LATEST, size + 1]));
      if (rows.length === 0) return { status: 204 };
      const isSupport = call.who.role === "support";
      const items = rows.map((row) => {
        const { at, change, ...told } = entryOf(row);
        const shown = change === null ? undefined : isSupport ? masked(change) : change;
        return { auditId: row.audit_id, date: isoDateTime(at), ...told, change: shown };
      });
      const links = linksBefore(base, size, ["before", before?.toString()], more ? String(rows.at(-1)!.audit_id) : undefined);
      return { status: 200, body: { items, links } };
    }),
    endpoint(contract.listAuditDays, async (call: OperatorCall<typeof contract.listAuditDays>): Promise<Answer> => {
      const { beforeDay, size = DEFAULT_SIZE } = call.query;
      const until = beforeDay === undefined ? LAST_DAY : (numberOf(beforeDay) ?? 0);
      const { rows, more } = takePage(size, await db.run([], queries.listDays, [until, size + 1]));
      if (rows.length === 0) return { status: 204 };
      const today = dayOf(realNow());
      const items = rows.map((row) => ({ ...dayView(row), finished: row.day < today }));
      return {
        status: 200,
        body: { items, links: linksBefore(days, size, ["beforeDay", beforeDay], more ? items.at(-1)!.day : undefined) },
      };
    }),
    endpoint(contract.checkAudit, async (call: OperatorCall<typeof contract.checkAudit>) => {
      const { day: asked, head: kept } = call.body;
      const day = numberOf(asked);
      const unknown = () => sellerErrors.refuse("audit_day_unknown", { pointer: "/day", received: asked });
      if (day === undefined) return unknown();
      const [known] = await db.run([], queries.findDay, [day]);
      const counted = known ?? NOTHING;
      const firstBroken = await walk(day, counted);
      // Rows of a day that is not counted are broken; no row and no count is no day.
      if (!known && !firstBroken) return unknown();
      const head = counted.head.toString("hex");
      const intact = firstBroken === undefined && (kept === undefined || kept === head);
      return { status: 200, body: { day: asked, rows: counted.rows, head, intact, firstBroken } };
    }),
  ];
}
