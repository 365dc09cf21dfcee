import { isoDateTime } from "../platform/basics/clock.ts";
import { self } from "../platform/contract/paging.ts";
import type { Amended, Amendment, RecordedChange } from "./amend.ts";
import type { Impact } from "./impact.ts";
import { viewOf, type Entry } from "./lists.ts";
import type { ChangeRow } from "./queries.ts";

/** Where operators find the lists, and below it each list, item and change. */
export const LISTS_PATH = "/operator/v1/reference";
/** Where operators find the rules. */
export const RULES_PATH = "/operator/v1/rules";
/** A resource's own address, as v1 links have it. */

/** Where operators find an entry. */
export const entryPath = ({ list, code }: Pick<Entry, "list" | "code">): string =>
  list === "rules" ? `${RULES_PATH}/${code}` : `${LISTS_PATH}/${list}/${encodeURIComponent(code)}`;

const actionOf = (item: unknown): "put" | "remove" => (item === undefined || item === null ? "remove" : "put");

/** A change as operators see it; one that waits has an address at which it can be withdrawn. */
export const changeView = (row: ChangeRow) => ({
  changeId: row.change_id,
  list: row.list,
  code: row.code,
  action: actionOf(row.item),
  ...(row.item === null ? {} : { item: viewOf(row) }),
  actor: row.actor,
  madeAt: isoDateTime(row.made_at),
  effectiveAt: isoDateTime(row.effective_at),
  ...(row.version === null ? {} : { version: row.version }),
  links: [
    { rel: "item", href: entryPath(row) },
    ...(row.version === null ? [{ rel: "withdraw", href: `${LISTS_PATH}/changes/${row.change_id}` }] : []),
  ],
});

/** A change as the call that made it, or withdrew it, is answered. */
export const recordedView = ({ changeId, list, code, item, version }: RecordedChange) => ({
  changeId,
  list,
  code,
  action: actionOf(item),
  ...(version === undefined ? {} : { version }),
});

/** What became of an amendment; `version` is the one in effect, when the amendment took effect at once. */
export const outcomeView = (amendment: Amendment, amended: Amended, impact: Impact, version: number, href: string) => ({
  ...(amendment.rehearsal || amendment.effectiveAt > amendment.at ? {} : { version }),
  effectiveAt: isoDateTime(amendment.effectiveAt),
  dryRun: amendment.rehearsal,
  changes: amended.map(recordedView),
  impact,
  links: [self(href)],
});
