import type { Transaction } from "../../../platform/database/index.ts";
import type { ProductDocument } from "../../product.ts";
import type { ReviewTimes } from "../deadlines.ts";
import { identitiesOf } from "../identities.ts";
import * as queries from "./queries.ts";

/** A change request of which something was decided, as far as the queue is concerned. */
export interface SettledItem {
  readonly sellerId: number;
  readonly sku: string;
  readonly changeId: string;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/** Queues a request whose check has left fields to a person. */
export async function enterQueue(
  transaction: Transaction,
  { sellerId, sku, changeId, at }: SettledItem,
  { department, brand }: Pick<ProductDocument, "department" | "brand">,
  times: ReviewTimes,
): Promise<void> {
  await transaction.run(queries.queueChange, [sellerId, sku, changeId, department, brand, at, times.dueAt(department, at), times.name]);
}

/** A person's decisions on fields of a request. */
export interface PersonsDecision {
  readonly reviewer: string;
  readonly claimToken: string | undefined;
  readonly isRefusal: boolean;
  /** The codes of the reasons. */
  readonly codes: readonly string[];
}

/** Takes a request off the queue of which nothing waits any more. A person's decision that ended the waiting counts as a review. */
export async function leaveQueue(
  transaction: Transaction,
  { sellerId, sku, changeId, at }: SettledItem,
  decision: PersonsDecision | undefined,
): Promise<void> {
  const { reviewer = null, claimToken = null, isRefusal, codes = [] } = decision ?? {};
  const recorded = decision === undefined ? null : isRefusal ? "criticize" : "approve";
  await transaction.run(queries.unqueueChange, [sellerId, sku, changeId, recorded, reviewer, JSON.stringify(codes), claimToken, at]);
}

/** Makes duplicates and queue follow a product that goes on sale with other texts. */
export async function followProduct(
  transaction: Transaction,
  { sellerId, sku }: Pick<SettledItem, "sellerId" | "sku">,
  before: ProductDocument,
  after: ProductDocument,
): Promise<void> {
  const [former, identities] = [identitiesOf(before), identitiesOf(after)];
  const gone = former.filter((identity) => !identities.includes(identity));
  const isSame = gone.length === 0 && identities.length === former.length;
  const { department, brand } = after;
  if (isSame && department === before.department && brand === before.brand) return;
  await transaction.run(queries.followProduct, [sellerId, sku, gone, identities, department, brand]);
}
