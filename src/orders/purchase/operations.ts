import { endpoint, type Answer, type AuthenticatedAudience, type Endpoint, type Environment } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal, type Failure, type Lang } from "../../platform/contract/errors.ts";
import { random, randomDigits } from "../../platform/basics/random.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import type { IdempotencyKey } from "../../platform/idempotency/keyed-call.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { findSeller, type OperatorCall, type SellerCall } from "../../sellers/index.ts";
import { orderPath } from "../actions.ts";
import { createResponder, type Author } from "../change.ts";
import * as contract from "../contract.ts";
import { fakeCustomer } from "./fake-customer.ts";
import type { MoveSchedule } from "../move.ts";
import { operatorPath } from "../operator/actions.ts";
import type { OrderRecord } from "../order.ts";
import type { PurchaseBody, OrderRequest } from "./body.ts";
import { commissionPercentOf } from "./commission.ts";
import { createOrderWriter } from "./create.ts";
import { draftOf, skusOf, type OrderDraft } from "./draft.ts";
import { purchaseErrors } from "./errors.ts";
import { orderNumberAt } from "./order-number.ts";
import type { ReadSellableProducts } from "./product-lookup.ts";
import { findOrderNumber } from "./queries.ts";
import { isConsequenceOf, readPartialBody } from "./partial-body.ts";
import type { SellableProduct } from "./sellable-product.ts";

export interface PurchaseContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly environment: Environment;
  readonly reference: () => ReferenceSnapshot;
  readonly schedule: MoveSchedule;
  readonly readProducts: ReadSellableProducts;
  /** The created order, whole, as it is answered to its seller, and to the marketplace's people. */
  readonly views: Readonly<Record<AuthenticatedAudience, (order: OrderRecord, lang: Lang) => string>>;
}

/** Others may buy what was seen so often before it was ours; each time somebody got it. */
const MAX_TRIES = 20;

/** Purchases (seed 3.3, 4.3): the marketplace's checkout, and sellers' test orders in the sandbox. */
export function purchaseEndpoints(context: PurchaseContext): readonly Endpoint[] {
  const { db, environment, reference, readProducts } = context;
  const create = createOrderWriter(db, context.keys);
  /** Products say that their seller is suspended; a seller without any of them is looked up. */
  const refusedSeller = async (sellerId: number, products: ReadonlyMap<string, SellableProduct>): Promise<Refusal | undefined> => {
    const about = { pointer: "/sellerId", received: sellerId };
    if ([...products.values()].some(({ suspended }) => suspended)) return purchaseErrors.refuse("buyer_seller_suspended", about);
    if (products.size > 0 || (await db.run([], findSeller, [sellerId])).length > 0) return undefined;
    return purchaseErrors.refuse("buyer_seller_unknown", about);
  };

  /** The order that a body asks for as everything stands now, or everything that is in the way. */
  const draw = async (sellerId: number, body: OrderRequest, at: number): Promise<OrderDraft | Refusal> => {
    const products = await readProducts(sellerId, skusOf(body));
    const sellerRefused = await refusedSeller(sellerId, products);
    if (sellerRefused) return sellerRefused;
    const snapshot = reference();
    const customer = environment === "sandbox" ? fakeCustomer(random) : undefined;
    return draftOf(body, { products, reference: snapshot, at, customer, commissionPercent: commissionPercentOf(snapshot) });
  };

  /**
   * Everything that is wrong at once: with the form, and with what it asks for as far as that can be read. A number that is an order's says
   * more than anything that may have changed since (decisions 9): whoever repeats a call learns that it was carried out.
   */
  const refusal = async (drawn: OrderDraft | Refusal, sellerId: number, { body, bodyFailures }: Buying): Promise<Refusal> => {
    const { orderNumber } = body!;
    if (orderNumber !== undefined && (await db.run([sellerId], findOrderNumber, [sellerId, orderNumber])).length > 0)
      return new Refusal([...bodyFailures, numberRegistered(orderNumber)]);
    const failures = drawn instanceof Refusal ? drawn.failures : [];
    return new Refusal([...bodyFailures, ...failures.filter((failure) => !isConsequenceOf(failure, bodyFailures))]);
  };

  /** Buys, or says everything that is in the way; whoever was quicker with the last unit is seen at the next try. */
  const buy = async (call: Buying, sellerId: number | undefined, audience: AuthenticatedAudience): Promise<Answer | Refusal> => {
    const { body, bodyFailures } = call;
    // Without a seller, or without fields, there is nothing to look for.
    if (sellerId === undefined || body === undefined) return new Refusal(bodyFailures);
    const author: Author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
    const told = createResponder(call.idempotencyKey, (order) => ({
      status: 201,
      headers: { location: placeOf[audience](order) },
      text: context.views[audience](order, call.lang),
    }));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const draft = await draw(sellerId, bodyFailures.length > 0 ? readPartialBody(call.sent, body) : body, author.at);
      if (draft instanceof Refusal || bodyFailures.length > 0) return refusal(draft, sellerId, call);
      const orderNumber = body.orderNumber ?? orderNumberAt(author.at, randomDigits);
      const cause = draft.status === "approved" ? "purchasePaid" : "purchase";
      const outcome = await create(
        { sellerId, orderNumber },
        timed(draft, context.schedule, { sellerId, at: author.at }),
        cause,
        author,
        told,
      );
      if (typeof outcome === "object") return told.answer(outcome);
      if (outcome === "taken" && body.orderNumber !== undefined) return new Refusal([numberRegistered(orderNumber)]);
    }
    throw new Error(`a purchase of seller ${sellerId} was overtaken ${MAX_TRIES} times`);
  };

  return [
    endpoint(contract.postOrder, (call: SellerCall<typeof contract.postOrder>) => buy(call, call.who.sellerId, "seller"), FORM_TOO),
    endpoint(
      contract.createOrder,
      (call: OperatorCall<typeof contract.createOrder>) =>
        buy(call, (call.body as Partial<typeof call.body> | undefined)?.sellerId, "operator"),
      FORM_TOO,
    ),
  ];
}

const FORM_TOO = { bodyFailures: "handler's" } as const;

const numberRegistered = (received: string): Failure =>
  purchaseErrors.failure("order_number_registered", { pointer: "/orderNumber", received });

/** A purchase's call, as far as both sides' are alike. Of a body that failed its form there is what its check left of it. */
interface Buying {
  readonly who: { readonly actor: string };
  readonly body: PurchaseBody | undefined;
  readonly sent: unknown;
  readonly bodyFailures: readonly Failure[];
  readonly requestId: string;
  readonly at: number;
  readonly lang: Lang;
  readonly idempotencyKey?: IdempotencyKey;
}

/** Where who bought finds the order. */
const placeOf: Readonly<Record<AuthenticatedAudience, (order: OrderRecord) => string>> = {
  seller: ({ orderNumber }) => orderPath(orderNumber),
  operator: ({ supplier, orderNumber }) => operatorPath(supplier.sellerId, orderNumber),
};

const timed = (
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
