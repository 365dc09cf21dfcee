import { isoDateTime } from "../platform/basics/index.ts";
import { listPath, type LocalizedText, type Operation } from "../platform/contract/index.ts";

/** A number of a home screen. It counts exactly what a list shows, and whoever may read the list sees it. */
export interface NumberRow {
  readonly name: string;
  readonly meaning: LocalizedText;
  /** The operation that lists what is counted, with the query that narrows the list to it. */
  readonly list: Operation;
  readonly query: Readonly<Record<string, string>>;
}

/** Something counted. Times are epoch ms of the marketplace's clock. */
export interface Counted {
  readonly count: number;
  /** Since when the first one of the list waits. */
  readonly oldestSince?: number | undefined;
  /** By when the first one of the list is to arrive. */
  readonly nextDeadline?: number | undefined;
}

/** The address of the list that a number counts. */
export const listOf = ({ list, query }: NumberRow): string => listPath(list.path, query);

/** A number on the wire. */
export const numberView = (row: NumberRow, { count, oldestSince, nextDeadline }: Counted) => ({
  name: row.name,
  count,
  ...(oldestSince === undefined ? {} : { oldestSince: isoDateTime(oldestSince) }),
  ...(nextDeadline === undefined ? {} : { nextDeadline: isoDateTime(nextDeadline) }),
  links: [{ rel: "list", href: listOf(row) }],
});
