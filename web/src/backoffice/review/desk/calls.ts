import { answerOf, api } from "../../../api/client.ts";
import type { QueueFilter } from "../search.ts";
import type { ItemRef, SentReason } from "../types.ts";

/** For how long a claim keeps others away unless it is renewed. */
export const LEASE_SECONDS = 300;

/** What is asked for: the next items, or certain ones. */
interface Wanted {
  readonly count?: number;
  readonly filter?: QueueFilter;
  readonly order?: "risk";
  readonly items?: ItemRef[];
}

/** Claims items; undefined when there are none, or others hold them. */
export async function claimItems(wanted: Wanted) {
  return answerOf(api.POST("/operator/v1/reviews/claim", { body: { ...wanted, leaseSeconds: LEASE_SECONDS } }));
}

/** Makes a claim last from now on; returns what is still held. */
export async function renewClaim(token: string) {
  return answerOf(
    api.POST("/operator/v1/reviews/claims/{token}/renew", { params: { path: { token } }, body: { leaseSeconds: LEASE_SECONDS } }),
  );
}

/** Gives a claim back. The call survives the page. Nothing is lost when it fails: the lease ends by itself. */
export async function releaseClaim(token: string): Promise<void> {
  await api.DELETE("/operator/v1/reviews/claims/{token}", { params: { path: { token } }, keepalive: true }).catch(() => undefined);
}

/** What is decided about a product, and the claim under which. */
interface ProductVerdict {
  readonly decision: "approve" | "criticize";
  readonly critiques?: SentReason[];
  readonly claimToken: string;
}

/** Decides a product. */
export async function decideProduct({ sellerId, sku }: ItemRef, verdict: ProductVerdict) {
  return answerOf(
    api.POST("/operator/v1/sellers/{sellerId}/products/{sku}/review", { params: { path: { sellerId, sku } }, body: verdict }),
  );
}

/** A decision about one value of a change. */
export interface FieldVerdict {
  readonly pointer: string;
  readonly decision: "approve" | "refuse";
  readonly code?: string;
  readonly message?: string;
}

/** Decides values of a change. */
export async function decideChange(changeRequestId: string, fields: readonly FieldVerdict[], claimToken?: string) {
  return answerOf(
    api.POST("/operator/v1/changes/{changeRequestId}/decide", {
      params: { path: { changeRequestId } },
      body: { fields: [...fields], ...(claimToken === undefined ? {} : { claimToken }) },
      keepalive: true,
    }),
  );
}

/** Takes a decision back. */
export async function undoDecision(decisionId: string) {
  return answerOf(api.POST("/operator/v1/reviews/undo", { body: { decisionId } }));
}
