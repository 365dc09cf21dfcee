import { isoDateTime } from "../platform/basics/clock.ts";
import type { Answer } from "../platform/contract/operation.ts";
import { Refusal } from "../platform/contract/errors.ts";
import type { OperatorCall } from "../sellers/index.ts";
import type { Amendment } from "./amend.ts";
import { changeView, outcomeView } from "./change-view.ts";
import { referenceErrors } from "./errors.ts";
import { impactOf } from "./impact.ts";
import type { ReferenceContext } from "./seller-operations.ts";
import type { putRules } from "./operator-contract.ts";
import { listWaiting, listWaitingOf } from "./queries.ts";
import type { ReferenceSnapshot } from "./snapshot.ts";
import type { Change } from "./lists.ts";

/** What every operation that changes reference data shares. */
export interface Amender {
  /** What is in effect now, whichever process changed it last. */
  latest(): Promise<ReferenceSnapshot>;
  /** The changes that wait, of one list or one entry when named. */
  waiting(of?: Pick<Change, "list"> & Partial<Pick<Change, "code">>): Promise<readonly ReturnType<typeof changeView>[]>;
  /** Makes changes take effect together at the instant the body or the query names, else at once; `href` is where they are seen. */
  carryOut(call: ChangeCall, changes: readonly Change[], effectiveAt: number | undefined, href: string): Promise<Answer | Refusal>;
}

/** What a change needs to know of the call that asks for it. */
export interface ChangeCall extends Pick<OperatorCall<typeof putRules>, "at" | "who"> {
  /** A removal has no body, so its date stands here. */
  readonly query: { readonly dryRun?: boolean | undefined; readonly effectiveAt?: number | undefined };
}

/** A date of today without a time is past already, and clients' clocks differ; what is older is a slip. */
const PAST_TOLERATED_MS = 24 * 3600 * 1000;

/** The amender of a store; `db` counts the impact and lists what waits. */
export function createAmender({ db, store }: ReferenceContext): Amender {
  const { latest } = store;
  return {
    latest,
    async waiting(of) {
      const rows = of === undefined ? await db.run([], listWaiting, []) : await db.run([], listWaitingOf, [of.list, of.code ?? null]);
      return rows.map(changeView);
    },
    /** Judged first, because that is cheap; recorded last, so that a change whose impact cannot be told is not made. */
    async carryOut({ at, who, query }, changes, sentAt, href) {
      const effectiveAt = sentAt ?? query.effectiveAt ?? at;
      if (effectiveAt < at - PAST_TOLERATED_MS) {
        return referenceErrors.refuse("reference_date_past", {
          pointer: sentAt === undefined ? "query.effectiveAt" : "/effectiveAt",
          received: isoDateTime(effectiveAt),
        });
      }
      const { data } = await latest();
      const rehearsal = query.dryRun ?? false;
      const amendment: Amendment = { changes, effectiveAt: Math.max(effectiveAt, at), at, actor: who.actor, rehearsal };
      const judged = await store.amend({ ...amendment, rehearsal: true });
      if (judged instanceof Refusal) return judged;
      const impact = await impactOf(db, data, changes);
      const amended = rehearsal ? judged : await store.amend(amendment);
      if (amended instanceof Refusal) return amended;
      return { status: 200, body: outcomeView(amendment, amended, impact, store.current().version, href) };
    },
  };
}
