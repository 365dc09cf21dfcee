import { isoDateTime } from "../platform/basics/index.ts";
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

/** The outcome of a change set. `version` is shown when the changes took effect immediately. */
export const outcomeView = (changeSet: ChangeSet, recorded: RecordedChanges, impact: Impact, version: number, href: string) => ({
  ...(changeSet.dryRun || changeSet.effectiveAt > changeSet.at ? {} : { version }),
  effectiveAt: isoDateTime(changeSet.effectiveAt),
  dryRun: changeSet.dryRun,
  changes: recorded.map(recordedView),
  impact,
  links: [selfLink(href)],
});
