import { HOUR_MS, isoDateTime } from "../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { errorBody, Refusal } from "../platform/contract/errors.ts";
import { DEFAULT_SIZE, pageLinks, relLinks } from "../platform/contract/paging.ts";
import { findSeller, sellerErrors, type OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { describeReview } from "./critique-view.ts";
import type { Decider, Deciding, Decision } from "./review-decision.ts";
import { productErrors } from "./errors.ts";
import type { ProductDocument, Review } from "./product.ts";
import { listReviews, type ReviewRow } from "./queries.ts";
import { DOCS_BASE, statusView } from "./status-view.ts";

export interface ReviewContext {
  readonly db: Database;
  readonly decide: Decider;
  readonly reviewSlaHours: number;
}

const PATH = "/operator/v1/reviews";

interface Reasons {
  readonly decision: "approve" | "criticize";
  readonly critiques?: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
}

/** Catalogue review (seed 3.1, decisions 8): the queue, a decision, many decisions. */
export function reviewEndpoints({ db, decide, reviewSlaHours }: ReviewContext): readonly Endpoint[] {
  const decideOne = async (reasons: Reasons, about: About, deciding: Deciding): Promise<Answer | Refusal> => {
    const decision = decisionOf(reasons, about);
    if (typeof decision === "string") return productErrors.refuse(decision, { pointer: `${about.place}/critiques` });
    const outcome = await decide(decision, deciding);
    const astray = outcome instanceof Refusal && outcome.failures[0]!.code === "product_unknown";
    const { sellerId, place } = about;
    if (!astray || (await db.run([], findSeller, [sellerId])).length > 0) return outcome;
    return sellerErrors.refuse("seller_unknown", { pointer: place === "" ? "path.sellerId" : `${place}/sellerId`, received: sellerId });
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
      const items = rows.map((row) => queued(row, call.at, reviewSlaHours, call.lang));
      const links = relLinks(pageLinks(PATH, { page, size, totalPages }, { sellerId, department, brand, olderThanHours }));
      return { status: 200, body: { items, page, totalPages, size, total, links } };
    }),
    endpoint(contract.reviewProduct, async (call: OperatorCall<typeof contract.reviewProduct>) => {
      const { sellerId, sku } = call.path;
      const { at, requestId, idempotencyKey, lang } = call;
      const about = {
        sellerId,
        sku,
        skuPointer: "path.sku",
        place: "",
        actor: call.who.actor,
        requestId,
        at,
      };
      return decideOne(call.body, about, { idempotencyKey, answer: (row) => ({ status: 200, body: statusView(sku, row, lang) }) });
    }),
    endpoint(contract.reviewProducts, async (call: OperatorCall<typeof contract.reviewProducts>): Promise<Answer> => {
      const { at, requestId } = call;
      const items: object[] = [];
      let refusals = 0;
      for (const [index, { sellerId, sku, ...reasons }] of call.body.items.entries()) {
        const place = `/items/${index}`;
        const about = { sellerId, sku, skuPointer: `${place}/sku`, place, actor: call.who.actor, requestId, at };
        const outcome = await decideOne(reasons, about, DECIDED);
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

/** One of many: they are answered together, and decided each on its own. */
const DECIDED: Deciding = { idempotencyKey: undefined, answer: () => ({ status: 200 }) };

/** Whose decision about which product; `place` is the pointer of the reasons within the body, empty for its root. */
type About = Pick<Decision, "sellerId" | "sku" | "skuPointer" | "actor" | "requestId" | "at"> & { readonly place: string };

/** The code of the refusal when a criticism comes without a reason, or an approval with one. */
function decisionOf(
  { decision, critiques = [] }: Reasons,
  { place, ...about }: About,
): Decision | "critique_reason_missing" | "approval_with_critiques" {
  const asked = { pointer: `${place}/decision`, received: decision };
  if (decision === "approve" && critiques.length > 0) return "approval_with_critiques";
  if (decision === "approve") return { ...about, move: "reviewApprove", asked, reviews: [] };
  if (critiques.length === 0) return "critique_reason_missing";
  const reviews = critiques.map(({ code, message, pointer = "" }): Review => ({
    code,
    text: message,
    pointer,
    stage: "review",
    severity: "error",
    at: about.at,
  }));
  return { ...about, move: "reviewCriticize", asked, reviews };
}

function queued(row: ReviewRow, at: number, slaHours: number, lang: Parameters<typeof describeReview>[1]) {
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
    warnings: (JSON.parse(row.reviews) as Review[]).map((review) => describeReview(review, lang, DOCS_BASE)),
    since: isoDateTime(row.status_at),
    ageSeconds: Math.max(0, Math.floor((at - row.status_at) / 1_000)),
    dueAt: isoDateTime(dueAt),
    late: at > dueAt,
    version: row.version,
    links: [{ rel: "review", href: `${product}/review` }],
  };
}
