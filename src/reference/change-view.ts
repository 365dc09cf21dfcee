import { DAY_MS, isoDateTime } from "../platform/basics/index.ts";
import { selfLink } from "../platform/contract/index.ts";
import type { RecordedChanges, ChangeSet, RecordedChange } from "./change-set.ts";
import type { Impact } from "./impact.ts";
import { entryView, type ReferenceEntry } from "./lists.ts";
import type { ChangeRow } from "./queries.ts";

/** The path of the operator API's lists, items and changes. */
export const LISTS_PATH = "/operator/v1/reference";
/** The path of the operator API's rules. */
export const RULES_PATH = "/operator/v1/rules";
/** The path of an entry in the operator API. */
export const entryPath = ({ list, code }: Pick<ReferenceEntry, "list" | "code">): string =>
  list === "rules" ? `${RULES_PATH}/${code}` : `${LISTS_PATH}/${list}/${encodeURIComponent(code)}`;

const actionOf = (item: unknown): "put" | "remove" => (item === undefined || item === null ? "remove" : "put");

/** A change as operators see it. A scheduled one links to its withdrawal. */
export const changeView = (row: ChangeRow) => ({
  changeId: row.change_id,
  list: row.list,
  code: row.code,
  action: actionOf(row.item),
  ...(row.item === null ? {} : { item: entryView(row) }),
  actor: row.actor,
  madeAt: isoDateTime(row.made_at),
  effectiveAt: isoDateTime(row.effective_at),
  ...(row.version === null ? {} : { version: row.version }),
  ...(row.narrows === null ? {} : { breaking: row.narrows }),
  ...(row.short_notice_reason === null ? {} : { shortNoticeReason: row.short_notice_reason }),
  links: [
    { rel: "item", href: entryPath(row) },
    ...(row.version === null ? [{ rel: "withdraw", href: `${LISTS_PATH}/changes/${row.change_id}` }] : []),
  ],
});

/** A change in the answer of the call that made or withdrew it. */
export const recordedView = ({ changeId, list, code, item, version }: RecordedChange) => ({
  changeId,
  list,
  code,
  action: actionOf(item),
  ...(version === undefined ? {} : { version }),
});

/** What the minimum notice means for changes, for a rehearsal. `narrows` says whether one of them removes or narrows something. */
export const noticeView = ({ at, effectiveAt, minimumNoticeDays: days = 0 }: ChangeSet, narrows: boolean) => ({
  required: narrows,
  days,
  earliestAt: isoDateTime(narrows ? at + days * DAY_MS : at),
  kept: !narrows || effectiveAt >= at + days * DAY_MS,
});

/** The parts of an outcome. `notice` is there in a rehearsal only. */
interface Outcome {
  readonly recorded: RecordedChanges;
  readonly impact: Impact;
  readonly notice: ReturnType<typeof noticeView> | undefined;
}

/** The outcome of a change set. `version` is shown when the changes took effect immediately. */
export const outcomeView = (changeSet: ChangeSet, { recorded, impact, notice }: Outcome, version: number, href: string) => ({
  ...(changeSet.dryRun || changeSet.effectiveAt > changeSet.at ? {} : { version }),
  effectiveAt: isoDateTime(changeSet.effectiveAt),
  dryRun: changeSet.dryRun,
  changes: recorded.map(recordedView),
  impact,
  ...(notice === undefined ? {} : { notice }),
  links: [selfLink(href)],
});
