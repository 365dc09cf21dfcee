import type { NarrowingChange } from "../../reference/index.ts";
import type { WarningRow } from "./queries.ts";
import type { CountPosition } from "./slices.ts";

/** Duration of a lease. It is renewed with each slice, so it only has to outlast one of them. */
export const LEASE_SECONDS = 90;

/** Thrown when a warning was withdrawn, or taken over by another process, while this process worked on it. */
export class LeaseLost extends Error {
  constructor() {
    super("the warning was withdrawn or taken over by another process");
  }
}

/** A warning that this process works on. Times are epoch ms of the marketplace's clock. */
export interface LeasedWarning extends NarrowingChange {
  readonly fence: number;
  readonly withdrawn: boolean;
  /** Number of the last count that began. */
  readonly run: number;
  /** The position of the count that runs; undefined = none runs. */
  readonly position: CountPosition | undefined;
  readonly countDueAt: number | undefined;
  /** Version of the last phase that was told. */
  readonly told: number;
}

/** A warning from its row. */
export const toLeasedWarning = (row: WarningRow): LeasedWarning => ({
  changeId: row.change_id,
  list: row.list,
  code: row.code,
  before: row.before ?? undefined,
  item: row.item ?? undefined,
  effectiveAt: row.effective_at,
  fence: row.fence,
  withdrawn: row.withdrawn,
  run: row.run,
  position: row.counted_seller === null || row.counted_to === null ? undefined : { sellerId: row.counted_seller, ordinal: row.counted_to },
  countDueAt: row.count_due_at ?? undefined,
  told: row.told,
});
