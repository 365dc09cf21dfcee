import { HOUR_MS, isoDateTime } from "../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, errorBody, pageLinks, Refusal, relLinks } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { findSeller, sellerErrors, type OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { critiqueView } from "./critique-view.ts";
import type { DecideProduct, DecisionResponse, ReviewDecision } from "./review-decision.ts";
import { productErrors } from "./errors.ts";
import type { ProductDocument, StoredFinding } from "./product.ts";
import { listReviews, type ReviewRow } from "./queries.ts";
import { DOCS_BASE, statusView } from "./status-view.ts";

export interface ReviewContext {
  readonly db: Database;
  readonly decide: DecideProduct;
  readonly reviewSlaHours: number;
}

const PATH = "/operator/v1/reviews";

interface ReviewInput {
  readonly decision: "approve" | "criticize";
  readonly critiques?: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
}

/** Catalogue review (seed 3.1, decisions 8): the queue, one decision, many decisions. */
export function reviewEndpoints({ db, decide, reviewSlaHours }: ReviewContext): readonly Endpoint[] {
  const decideOne = async (input: ReviewInput, target: Target, response: DecisionResponse): Promise<Answer | Refusal> => {
    const decision = decisionOf(input, target);
    if (typeof decision === "string") return productErrors.refuse(decision, { pointer: `${target.pointer}/critiques` });
    const outcome = await decide(decision, response);
    const isProductUnknown = outcome instanceof Refusal && outcome.failures[0]!.code === "product_unknown";
    const { sellerId, pointer } = target;
    if (!isProductUnknown || (await db.run([], findSeller, [sellerId])).length > 0) return outcome;
    return sellerErrors.refuse("seller_unknown", { pointer: pointer === "" ? "path.sellerId" : `${pointer}/sellerId`, received: sellerId });
  };

  return [
    endpoint(contract.listReviews, async (call: OperatorCall<typeof contract.listReviews>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, sellerId, department, brand, olderThanHours } = call.query;
      const olderThan = olderThanHours === undefined ? null : call.at - olderThanHours * HOUR_MS;
      const values = [sellerId ?? null, olderThan, department ?? null, brand ?? null, size, page * size];
      const rows = await db.wide.run("every seller", listReviews, values);
      if (rows.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const items = rows.map((row) => queueItemView(row, call.at, reviewSlaHours, call.lang));
      const links = relLinks(pageLinks(PATH, { page, size, totalPages }, { sellerId, department, brand, olderThanHours }));
      return { status: 200, body: { items, page, totalPages, size, total, links } };
    }),
    endpoint(contract.reviewProduct, async (call: OperatorCall<typeof contract.reviewProduct>) => {
      const { sellerId, sku } = call.path;
      const { at, requestId, idempotencyKey, lang } = call;
      const target = {
        sellerId,
        sku,
        skuPointer: "path.sku",
        pointer: "",
        actor: call.who.actor,
        requestId,
        at,
      };
      return decideOne(call.body, target, { idempotencyKey, answer: (row) => ({ status: 200, body: statusView(sku, row, lang) }) });
    }),
    endpoint(contract.reviewProducts, async (call: OperatorCall<typeof contract.reviewProducts>): Promise<Answer> => {
      const { at, requestId } = call;
      const items: object[] = [];
      let refusals = 0;
      for (const [index, { sellerId, sku, ...input }] of call.body.items.entries()) {
        const pointer = `/items/${index}`;
        const target = { sellerId, sku, skuPointer: `${pointer}/sku`, pointer, actor: call.who.actor, requestId, at };
        const outcome = await decideOne(input, target, NO_RECORD);
        if (!(outcome instanceof Refusal)) items.push({ sellerId, sku, status: outcome.status });
        else {
          refusals += 1;
          items.push({ sellerId, sku, status: outcome.failures[0]!.row.status, error: errorBody(outcome, call.lang, requestId) });
        }
      }
      return { status: refusals === 0 ? 200 : 206, body: { items } };
    }),
  ];
}

/**
 * The response to each decision of a call with many decisions. The decisions are executed individually. The call's own answer reports all
 * of them, so the answers to single decisions are not recorded.
 */
const NO_RECORD: DecisionResponse = { idempotencyKey: undefined, answer: () => ({ status: 200 }) };

/** The product to decide on, and the person who decides. `pointer` is the place of the decision in the body; empty for the root. */
type Target = Pick<ReviewDecision, "sellerId" | "sku" | "skuPointer" | "actor" | "requestId" | "at"> & { readonly pointer: string };

/** The decision, or the code of its refusal. A criticism needs a reason, and an approval must have none. */
function decisionOf(
  { decision, critiques = [] }: ReviewInput,
  { pointer: decisionPointer, ...target }: Target,
): ReviewDecision | "critique_reason_missing" | "approval_with_critiques" {
  const requested = { pointer: `${decisionPointer}/decision`, received: decision };
  if (decision === "approve" && critiques.length > 0) return "approval_with_critiques";
  if (decision === "approve") return { ...target, move: "reviewApprove", requested, reviews: [] };
  if (critiques.length === 0) return "critique_reason_missing";
  const reviews = critiques.map(({ code, message, pointer = "" }): StoredFinding => ({
    code,
    text: message,
    pointer,
    stage: "review",
    severity: "error",
    at: target.at,
  }));
  return { ...target, move: "reviewCriticize", requested, reviews };
}

function queueItemView(row: ReviewRow, at: number, slaHours: number, lang: Parameters<typeof critiqueView>[1]) {
  const { name, department, productType, brand } = JSON.parse(row.core) as ProductDocument;
  const product = `/operator/v1/sellers/${row.seller_id}/products/${encodeURIComponent(row.sku)}`;
  const dueAt = row.status_at + slaHours * HOUR_MS;
  return {
    sellerId: row.seller_id,
    sku: row.sku,
    name,
    department,
    productType,
    brand,
    images: JSON.parse(row.images) as unknown,
    warnings: (JSON.parse(row.reviews) as StoredFinding[]).map((review) => critiqueView(review, lang, DOCS_BASE)),
    since: isoDateTime(row.status_at),
    ageSeconds: Math.max(0, Math.floor((at - row.status_at) / 1_000)),
    dueAt: isoDateTime(dueAt),
    late: at > dueAt,
    version: row.version,
    links: [{ rel: "review", href: `${product}/review` }],
  };
}
