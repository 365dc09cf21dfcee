import { isoDateTime } from "../platform/basics/index.ts";
import { type Endpoint, endpoint } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { fulfillmentErrors } from "./errors.ts";
import { putEnrolment } from "./queries.ts";

/** Endpoint that enrols products in the operator's fulfilment and withdraws enrolments (seed 2.1, decisions 8). */
export const enrolmentEndpoints = (db: Pick<Database, "run">): readonly Endpoint[] => [
  endpoint(contract.putEnrolment, async ({ who, path, body, at }: OperatorCall<typeof contract.putEnrolment>) => {
    const { sellerId, sku } = path;
    const { enrolled } = body;
    const details = { pointer: "path.sku", received: sku, params: { sellerId } };
    const [row] = await db.run([sellerId], putEnrolment, [sellerId, sku, enrolled, at, who.actor]);
    if (!row) return fulfillmentErrors.refuse("enrolment_product_unknown", details);
    // A product that is already enrolled is not refused, even if its seller no longer flags it for fulfilment (decisions 9).
    if (enrolled && !row.candidate && row.enrolled_at === null) return fulfillmentErrors.refuse("product_not_candidate", details);
    const self = `/operator/v1/sellers/${sellerId}/products/${encodeURIComponent(sku)}/fulfillment`;
    const since = enrolled ? { enrolledAt: isoDateTime(row.enrolled_at ?? at) } : {};
    return { status: 200, body: { sellerId, sku, candidate: row.candidate, enrolled, ...since, links: [{ rel: "self", href: self }] } };
  }),
];
