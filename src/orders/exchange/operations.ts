import { endpoint, type Answer, type AuthenticatedAudience, type Endpoint, type Environment } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal, type Lang } from "../../platform/contract/errors.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import type { IdempotencyKey } from "../../platform/idempotency/keyed-call.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { OperatorCall, SellerCall } from "../../sellers/index.ts";
import { actionsOnOrder } from "../actions.ts";
import { createResponder, type Responder, type Author, type DecideChange, type OrderStore } from "../change.ts";
import type { Customer } from "../customer.ts";
import { moveOrder, type MoveSchedule } from "../move.ts";
import type { OrderKey, OrderRecord } from "../order.ts";
import { operatorActions, operatorPath } from "../operator/actions.ts";
import { idempotentChange } from "../operator/repeatable-moves.ts";
import { commissionPercentOf } from "../purchase/commission.ts";
import type { DraftFacts } from "../purchase/draft.ts";
import type { ReadSellableProducts } from "../purchase/load.ts";
import * as contract from "./contract.ts";
import { exchangeDraft } from "./draft.ts";
import { returnsOf, withCheckedInReturns, withReturns, type ReturnLine } from "./returns.ts";
import { changeWithOriginal, writeExchange } from "./change.ts";

export interface ExchangeContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly orders: OrderStore;
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  readonly reference: () => ReferenceSnapshot;
  readonly readProducts: ReadSellableProducts;
  readonly customerOf: (order: OrderRecord) => Customer | undefined;
  /** An order as its seller sees it, and as the marketplace's people do. */
  readonly views: Readonly<Record<AuthenticatedAudience, (order: OrderRecord, lang: Lang) => string>>;
}

/** Others may buy, or exchange, what was seen so often before it was ours. */
const MAX_TRIES = 20;

/** Exchanges from the request to the arrival of what comes back (seed 2.4, 3.2); from then on their orders are like others. */
export function exchangeEndpoints(context: ExchangeContext): readonly Endpoint[] {
  const { orders, environment, schedule, reference } = context;

  async function exchange(key: OrderKey, body: contract.ExchangeBody, author: Author, told: Responder): Promise<OrderRecord | Refusal> {
    // Of a second exchange, and of an exchange's exchange, the first number that is free.
    let orderNumber = `${key.orderNumber}T`;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const was = await orders.read(key);
      if (was instanceof Refusal) return was;
      const returns = returnsOf(body.items, was);
      if (returns instanceof Refusal) return returns.offering(operatorActions(was, environment));
      const draft = exchangeDraft(was, returns, await factsOf(was, returns, author.at));
      if (draft instanceof Refusal) return draft.offering(operatorActions(was, environment));
      const next = withReturns(was, returns, orderNumber, author.at);
      const outcome = await writeExchange(context, { key: { ...key, orderNumber }, draft, was, next, author }, told);
      if (typeof outcome === "object") return outcome;
      if (outcome === "taken") orderNumber += "T";
    }
    throw new Error(`an exchange of seller ${key.sellerId} was overtaken ${MAX_TRIES} times`);
  }

  const factsOf = async (was: OrderRecord, returns: readonly ReturnLine[], at: number): Promise<DraftFacts> => {
    const skus = [...new Set(returns.map(({ replacementSku }) => replacementSku))];
    const products = await context.readProducts(was.supplier.sellerId, skus);
    const snapshot = reference();
    return { products, reference: snapshot, at, commissionPercent: commissionPercentOf(snapshot), customer: context.customerOf(was) ?? {} };
  };

  const checkIn = async (call: Calling, sellerId: number, mover: "seller" | "operator"): Promise<Answer | Refusal> => {
    const key = { sellerId, orderNumber: call.path.orderNumber };
    const author = authorOf(call);
    const { at } = author;
    const decide: DecideChange = (order) => moveOrder(order, { move: "checkIn", mover, environment, schedule, at });
    const arrived = (original: OrderRecord) => withCheckedInReturns(original, key.orderNumber, at);
    const actionsOf = mover === "seller" ? actionsOnOrder : operatorActions;
    const told = createResponder(call.idempotencyKey, (order) => ({ status: 200, text: context.views[mover](order, call.lang) }));
    const telling = changeWithOriginal(context, { cause: "checkIn", arrived });
    const change = mover === "seller" ? telling : idempotentChange(context, "checkIn", telling);
    const order = await change(key, author, decide, (was) => actionsOf(was, environment), told);
    return order instanceof Refusal ? order : told.answer(order);
  };

  return [
    endpoint(contract.exchangeOrder, async (call: OperatorCall<typeof contract.exchangeOrder>) => {
      const { sellerId, orderNumber } = call.path;
      const told = createResponder(call.idempotencyKey, (order) => ({
        status: 201,
        headers: { location: operatorPath(sellerId, order.orderNumber) },
        text: context.views.operator(order, call.lang),
      }));
      const order = await exchange({ sellerId, orderNumber }, call.body, authorOf(call), told);
      return order instanceof Refusal ? order : told.answer(order);
    }),
    endpoint(contract.checkInOrder, (call: OperatorCall<typeof contract.checkInOrder>) => checkIn(call, call.path.sellerId, "operator")),
    endpoint(contract.postCheckIn, (call: SellerCall<typeof contract.postCheckIn>) => checkIn(call, call.who.sellerId, "seller")),
  ];
}

/** A call about an order, as far as both sides' calls are alike. */
interface Calling {
  readonly who: { readonly actor: string };
  readonly path: { readonly orderNumber: string };
  readonly requestId: string;
  readonly at: number;
  readonly lang: Lang;
  readonly idempotencyKey?: IdempotencyKey;
}

const authorOf = ({ who, requestId, at }: Pick<Calling, "who" | "requestId" | "at">): Author => ({ actor: who.actor, requestId, at });
