import { isoDateTime } from "../platform/basics/index.ts";
import { type Answer, Refusal } from "../platform/contract/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import type { ChangeSet } from "./change-set.ts";
import { changeView, noticeView, outcomeView } from "./change-view.ts";
import { referenceErrors } from "./errors.ts";
import { countImpact } from "./impact.ts";
import type { ReferenceContext } from "./seller-operations.ts";
import type { putRules } from "./operator-contract.ts";
import { listWaiting, listWaitingOf } from "./queries.ts";
import type { ReferenceSnapshot } from "./snapshot.ts";
import type { ReferenceChange } from "./lists.ts";

/** The functions that the operator API's operations on reference data share. */
export interface ReferenceEditor {
  /** The version in effect now, regardless of which process made it. */
  latest(): Promise<ReferenceSnapshot>;
  /** The scheduled changes: all of them, or those of one list or one entry. */
  scheduled(of?: Pick<ReferenceChange, "list"> & Partial<Pick<ReferenceChange, "code">>): Promise<readonly ReturnType<typeof changeView>[]>;
  /**
   * Makes changes take effect together: at `effectiveAt`, otherwise at the instant in the query, otherwise immediately (epoch ms). The
   * answer contains what was recorded and how many products the changes may affect; `href` is the address of the changes. With `dryRun`,
   * nothing is recorded.
   */
  apply(call: ChangeCall, changes: readonly ReferenceChange[], timing: Timing, href: string): Promise<Answer | Refusal>;
}

/** When changes take effect, epoch ms, and why this is sooner than the minimum notice allows. Both are absent unless the body has them. */
interface Timing {
  readonly effectiveAt?: number | undefined;
  readonly shortNoticeReason?: string | undefined;
}

/** The parts of a call that a change needs. */
export interface ChangeCall extends Pick<OperatorCall<typeof putRules>, "at" | "who"> {
  /** The query also contains the timing of a removal, because a removal has no body. */
  readonly query: Timing & { readonly dryRun?: boolean | undefined };
}

/** Maximum age of a past date that is accepted as now. Such a date may be today's date without a time, or come from a client with a slow clock. */
const PAST_TOLERATED_MS = 24 * 3600 * 1000;

/** Creates the editor of a reference store. `db` is used to count the affected products and to list scheduled changes. */
export function createReferenceEditor({ db, store, settings }: ReferenceContext): ReferenceEditor {
  const { latest } = store;
  return {
    latest,
    async scheduled(of) {
      const rows = of === undefined ? await db.run([], listWaiting, []) : await db.run([], listWaitingOf, [of.list, of.code ?? null]);
      return rows.map(changeView);
    },
    async apply({ at, who, query }, changes, { effectiveAt: sentAt, shortNoticeReason = query.shortNoticeReason }, href) {
      const effectiveAt = sentAt ?? query.effectiveAt ?? at;
      if (effectiveAt < at - PAST_TOLERATED_MS) {
        return referenceErrors.refuse("reference_date_past", {
          pointer: sentAt === undefined ? "query.effectiveAt" : "/effectiveAt",
          received: isoDateTime(effectiveAt),
        });
      }
      const { data } = await latest();
      const changeSet: ChangeSet = {
        changes,
        effectiveAt: Math.max(effectiveAt, at),
        at,
        actor: who.actor,
        dryRun: query.dryRun ?? false,
        minimumNoticeDays: settings.referenceNoticeDays,
        shortNoticeReason,
      };
      // The check comes first because it is cheap. Recording comes last, so that nothing is recorded when counting the impact fails.
      const checked = await store.applyChangeSet({ ...changeSet, dryRun: true });
      if (checked instanceof Refusal) return checked;
      const impact = await countImpact(db, data, changes);
      const notice = changeSet.dryRun ? noticeView(changeSet, await store.anyNarrows(changes, changeSet.effectiveAt)) : undefined;
      const recorded = changeSet.dryRun ? checked : await store.applyChangeSet(changeSet);
      if (recorded instanceof Refusal) return recorded;
      return { status: 200, body: outcomeView(changeSet, { recorded, impact, notice }, store.current().version, href) };
    },
  };
}
