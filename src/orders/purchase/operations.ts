import {
  type Answer,
  type AuthenticatedAudience,
  type Endpoint,
  endpoint,
  type Environment,
  type Failure,
  type Lang,
  Refusal,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { random, randomDigits } from "../../platform/basics/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import type { IdempotencyKey } from "../../platform/idempotency/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { findSeller, type OperatorCall, type SellerCall } from "../../sellers/index.ts";
import { orderPath } from "../actions.ts";
import { createResponder, type Author } from "../change.ts";
import * as contract from "./contract.ts";
import { fakeCustomer } from "./fake-customer.ts";
import type { MoveSchedule } from "../move.ts";
import { operatorPath } from "../operator/actions.ts";
import type { OrderRecord } from "../order.ts";
import type { PurchaseBody, OrderRequest } from "./body.ts";
import { commissionPercentOf } from "./commission.ts";
import { type CreateOrder, createOrderWriter } from "./order-writer.ts";
import { draftPurchase, type OrderDraft } from "./draft.ts";
import { purchaseErrors } from "./errors.ts";
import { orderNumberAt } from "./order-number.ts";
import type { ReadSellableProducts } from "./load.ts";
import { findOrderNumber } from "./queries.ts";
import { isConsequenceOf, readPartialBody } from "./readable-body.ts";
import { skusOf } from "./requested-shippings.ts";
import type { SellableProduct } from "./sellable-product.ts";

export interface PurchaseContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly environment: Environment;
  readonly reference: () => ReferenceSnapshot;
  readonly schedule: MoveSchedule;
  readonly readProducts: ReadSellableProducts;
  /** Renders the complete created order for each audience. */
  readonly views: Readonly<Record<AuthenticatedAudience, (order: OrderRecord, lang: Lang) => string>>;
}

/** Endpoints for purchases (seed 3.3, 4.3): the marketplace's checkout, and sellers' test orders in the sandbox. */
export function purchaseEndpoints(context: PurchaseContext): readonly Endpoint[] {
  const purchaser: Purchaser = { context, createOrder: createOrderWriter(context.db, context.keys) };
  return [
    endpoint(
      contract.postOrder,
      (call: SellerCall<typeof contract.postOrder>) => purchase(purchaser, call, call.who.sellerId, "seller"),
      HANDLES_BODY_FAILURES,
    ),
    endpoint(
      contract.createOrder,
      (call: OperatorCall<typeof contract.createOrder>) =>
        purchase(purchaser, call, (call.body as Partial<typeof call.body> | undefined)?.sellerId, "operator"),
      HANDLES_BODY_FAILURES,
    ),
  ];
}

const HANDLES_BODY_FAILURES = { bodyFailures: "handler's" } as const;

/** Dependencies of purchases. */
interface Purchaser {
  readonly context: PurchaseContext;
  readonly createOrder: CreateOrder;
}

/** A call of either endpoint. If the body failed its schema, only its readable part is present. */
interface PurchaseCall {
  readonly who: { readonly actor: string };
  readonly body: PurchaseBody | undefined;
  readonly sent: unknown;
  readonly bodyFailures: readonly Failure[];
  readonly requestId: string;
  readonly at: number;
  readonly lang: Lang;
  readonly idempotencyKey?: IdempotencyKey;
}

/** Maximum number of attempts of a purchase. An attempt fails if another purchase took the last units or the generated number. */
const MAX_TRIES = 20;

/** Creates the order, or refuses with all its problems. If another purchase was faster, drafts the order again and retries. */
async function purchase(
  { context, createOrder }: Purchaser,
  call: PurchaseCall,
  sellerId: number | undefined,
  audience: AuthenticatedAudience,
): Promise<Answer | Refusal> {
  const { body, bodyFailures, at } = call;
  // Without a seller or a readable body there is nothing to look up.
  if (sellerId === undefined || body === undefined) return new Refusal(bodyFailures);
  const author: Author = { actor: call.who.actor, requestId: call.requestId, at };
  const responder = createResponder(call.idempotencyKey, (order) => ({
    status: 201,
    headers: { location: ADDRESS_OF[audience](order) },
    text: context.views[audience](order, call.lang),
  }));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draft = await draftOrder(context, sellerId, bodyFailures.length > 0 ? readPartialBody(call.sent, body) : body, at);
    if (draft instanceof Refusal || bodyFailures.length > 0) return refusal(context, draft, sellerId, call);
    const orderNumber = body.orderNumber ?? orderNumberAt(at, randomDigits);
    const cause = draft.status === "approved" ? "purchasePaid" : "purchase";
    const scheduled = withDueMoves(draft, context.schedule, { sellerId, at });
    const result = await createOrder({ sellerId, orderNumber }, scheduled, cause, author, responder);
    if (typeof result === "object") return responder.answer(result);
    if (result === "taken" && body.orderNumber !== undefined) return new Refusal([numberRegistered(orderNumber)]);
  }
  throw new Error(`a purchase of seller ${sellerId} was overtaken ${MAX_TRIES} times`);
}

/** Drafts the order of a body with the current stock and prices, or refuses with all its problems. */
async function draftOrder(
  { db, environment, reference, readProducts }: PurchaseContext,
  sellerId: number,
  body: OrderRequest,
  at: number,
): Promise<OrderDraft | Refusal> {
  const products = await readProducts(sellerId, skusOf(body));
  const sellerRefusal = await refuseSeller(db, sellerId, products);
  if (sellerRefusal) return sellerRefusal;
  const snapshot = reference();
  const customer = environment === "sandbox" ? fakeCustomer(random) : undefined;
  return draftPurchase(body, { products, reference: snapshot, at, customer, commissionPercent: commissionPercentOf(snapshot) });
}

/**
 * Refuses a suspended or unknown seller. The rows of the products show whether the seller is suspended. If there are no products, the
 * seller is looked up.
 */
async function refuseSeller(db: Database, sellerId: number, products: ReadonlyMap<string, SellableProduct>): Promise<Refusal | undefined> {
  const about = { pointer: "/sellerId", received: sellerId };
  if ([...products.values()].some(({ suspended }) => suspended)) return purchaseErrors.refuse("buyer_seller_suspended", about);
  if (products.size > 0 || (await db.run([], findSeller, [sellerId])).length > 0) return undefined;
  return purchaseErrors.refuse("buyer_seller_unknown", about);
}

/**
 * Refuses with all problems: the schema failures, and the failures of the body's readable part. If the order number already exists, that
 * failure replaces those of the readable part (decisions 9). So a repeated call shows that the first call succeeded, even if other data has
 * changed since.
 */
async function refusal(
  { db }: PurchaseContext,
  draft: OrderDraft | Refusal,
  sellerId: number,
  { body, bodyFailures }: PurchaseCall,
): Promise<Refusal> {
  const { orderNumber } = body!;
  if (orderNumber !== undefined && (await db.run([sellerId], findOrderNumber, [sellerId, orderNumber])).length > 0)
    return new Refusal([...bodyFailures, numberRegistered(orderNumber)]);
  const failures = draft instanceof Refusal ? draft.failures : [];
  return new Refusal([...bodyFailures, ...failures.filter((failure) => !isConsequenceOf(failure, bodyFailures))]);
}

const numberRegistered = (received: string): Failure =>
  purchaseErrors.failure("order_number_registered", { pointer: "/orderNumber", received });

/** URL path of the created order for each audience. */
const ADDRESS_OF: Readonly<Record<AuthenticatedAudience, (order: OrderRecord) => string>> = {
  seller: ({ orderNumber }) => orderPath(orderNumber),
  operator: ({ supplier, orderNumber }) => operatorPath(supplier.sellerId, orderNumber),
};

/** Adds the next automatic moves of the order and its shippings. */
const withDueMoves = (
  draft: OrderDraft,
  schedule: MoveSchedule,
  { sellerId, at }: { readonly sellerId: number; readonly at: number },
): OrderDraft => ({
  ...draft,
  due: schedule.orderDue({ ...draft, statusAt: at }),
  shippings: draft.shippings.map((shipping) => ({
    ...shipping,
    due: schedule.shippingDue({ ...shipping, status: draft.status, statusAt: at }, sellerId),
  })),
});
