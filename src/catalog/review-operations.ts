import { isoDateTime } from "../platform/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import { errorBody, type Refusal } from "../platform/errors.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { describeReview } from "./critique.ts";
import type { Decider, Decision } from "./decide.ts";
import { productErrors } from "./errors.ts";
import { DEFAULT_SIZE, pageLinks, relLinks } from "./paging.ts";
import type { ProductDocument, Review } from "./product.ts";
import { getStatuses, listReviews, type ReviewRow } from "./queries.ts";
import { DOCS_BASE, statusView } from "./status-view.ts";

export interface ReviewContext {
  readonly db: Database;
  readonly decide: Decider;
  readonly reviewSlaHours: number;
}

const HOUR_MS = 3_600_000;
const PATH = "/operator/v1/reviews";

interface Reasons {
  readonly decision: "approve" | "criticize";
  readonly critiques?: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
}

/** Catalogue review (seed 3.1, decisions 8): the queue, a decision, many decisions. */
export function reviewEndpoints({ db, decide, reviewSlaHours }: ReviewContext): readonly Endpoint[] {
  const decideOne = async (sellerId: number, sku: string, reasons: Reasons, actor: string, at: number): Promise<Refusal | undefined> => {
    const decision = decisionOf(sellerId, sku, reasons, actor, at);
    return decision === undefined ? productErrors.refuse("critique_reason_missing", { pointer: "/critiques" }) : decide(decision);
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
      const kept = Object.fromEntries(
        Object.entries({ sellerId, department, brand, olderThanHours }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      );
      const items = rows.map((row) => queued(row, call.at, reviewSlaHours, call.lang));
      return {
        status: 200,
        body: { items, page, totalPages, size, total, links: relLinks(pageLinks(PATH, { page, size, totalPages }, kept)) },
      };
    }),
    endpoint(contract.reviewProduct, async (call: OperatorCall<typeof contract.reviewProduct>) => {
      const { sellerId, sku } = call.path;
      const refused = await decideOne(sellerId, sku, call.body, call.who.actor, call.at);
      if (refused) return refused;
      const [row] = await db.run([sellerId], getStatuses, [[sellerId], [sku]]);
      return { status: 200, body: statusView(sku, row!, call.lang) };
    }),
    endpoint(contract.reviewProducts, async (call: OperatorCall<typeof contract.reviewProducts>): Promise<Answer> => {
      const items: object[] = [];
      let refusals = 0;
      for (const { sellerId, sku, ...reasons } of call.body.items) {
        const refused = await decideOne(sellerId, sku, reasons, call.who.actor, call.at);
        if (refused) refusals += 1;
        const error = refused && errorBody(refused, call.lang, call.requestId);
        items.push({ sellerId, sku, status: refused ? refused.failures[0]!.row.status : 200, ...(error ? { error } : {}) });
      }
      return { status: refusals === 0 ? 200 : 206, body: { items } };
    }),
  ];
}

/** Undefined when a criticism comes without a reason. */
function decisionOf(sellerId: number, sku: string, { decision, critiques = [] }: Reasons, actor: string, at: number): Decision | undefined {
  if (decision === "approve") return { sellerId, sku, move: "reviewApprove", reviews: [], actor, at };
  if (critiques.length === 0) return undefined;
  const reviews = critiques.map(({ code, message, pointer = "" }): Review => ({
    code,
    text: message,
    pointer,
    stage: "review",
    severity: "error",
    at,
  }));
  return { sellerId, sku, move: "reviewCriticize", reviews, actor, at };
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
