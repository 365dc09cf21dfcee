import {
  type Answer,
  type AuthenticatedAudience,
  type Endpoint,
  endpoint,
  type Environment,
  type Lang,
  Refusal,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import type { IdempotencyKey } from "../../platform/idempotency/index.ts";
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
import { draftExchange } from "./draft.ts";
import { readReturns, withCheckedInReturns, withReturns, type ReturnLine } from "./returns.ts";
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
  /** Renders an order for each audience. */
  readonly views: Readonly<Record<AuthenticatedAudience, (order: OrderRecord, lang: Lang) => string>>;
}

/**
 * Endpoints of exchanges, from the request to the receipt of the returned items (seed 2.4, 3.2). In all other respects, exchange orders
 * are ordinary orders.
 */
export function exchangeEndpoints(context: ExchangeContext): readonly Endpoint[] {
  return [
    endpoint(contract.exchangeOrder, async (call: OperatorCall<typeof contract.exchangeOrder>) => {
      const { sellerId, orderNumber } = call.path;
      const responder = createResponder(call.idempotencyKey, (order) => ({
        status: 201,
        headers: { location: operatorPath(sellerId, order.orderNumber) },
        text: context.views.operator(order, call.lang),
      }));
      const order = await exchange(context, { sellerId, orderNumber }, call.body, authorOf(call), responder);
      return order instanceof Refusal ? order : responder.answer(order);
    }),
    endpoint(contract.checkInOrder, (call: OperatorCall<typeof contract.checkInOrder>) =>
      checkIn(context, call, call.path.sellerId, "operator"),
    ),
    endpoint(contract.postCheckIn, (call: SellerCall<typeof contract.postCheckIn>) => checkIn(context, call, call.who.sellerId, "seller")),
  ];
}

/**
 * Maximum number of attempts to create an exchange order. An attempt fails if its order number is taken, or if the original order or a
 * stock changed in the meantime.
 */
const MAX_TRIES = 20;

/** Creates the exchange order, or refuses. If the original order or a stock changed in the meantime, decides again. */
async function exchange(
  context: ExchangeContext,
  key: OrderKey,
  body: contract.ExchangeBody,
  author: Author,
  responder: Responder,
): Promise<OrderRecord | Refusal> {
  const { orders, environment } = context;
  // An order may have several exchanges, so another T is added until the number is free.
  let orderNumber = `${key.orderNumber}T`;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const was = await orders.read(key);
    if (was instanceof Refusal) return was;
    const returns = readReturns(body.items, was);
    if (returns instanceof Refusal) return returns.offering(operatorActions(was, environment));
    const draft = draftExchange(was, returns, await draftFactsOf(context, was, returns, author.at));
    if (draft instanceof Refusal) return draft.offering(operatorActions(was, environment));
    const next = withReturns(was, returns, orderNumber, author.at);
    const outcome = await writeExchange(context, { key: { ...key, orderNumber }, draft, was, next, author }, responder);
    if (typeof outcome === "object") return outcome;
    if (outcome === "taken") orderNumber += "T";
  }
  throw new Error(`an exchange of seller ${key.sellerId} was overtaken ${MAX_TRIES} times`);
}

async function draftFactsOf(
  { readProducts, reference, customerOf }: ExchangeContext,
  original: OrderRecord,
  returns: readonly ReturnLine[],
  at: number,
): Promise<DraftFacts> {
  const skus = [...new Set(returns.map(({ replacementSku }) => replacementSku))];
  const products = await readProducts(original.supplier.sellerId, skus);
  const snapshot = reference();
  return {
    products,
    reference: snapshot,
    at,
    commissionPercent: commissionPercentOf(snapshot),
    customer: customerOf(original) ?? {},
  };
}

/** A seller's or an operator's call to record the receipt of returned items. */
interface CheckInCall {
  readonly who: { readonly actor: string };
  readonly path: { readonly orderNumber: string };
  readonly requestId: string;
  readonly at: number;
  readonly lang: Lang;
  readonly idempotencyKey?: IdempotencyKey;
}

const authorOf = ({ who, requestId, at }: Pick<CheckInCall, "who" | "requestId" | "at">): Author => ({ actor: who.actor, requestId, at });

/** Records the receipt of the returned items. Operators may repeat it. */
async function checkIn(
  context: ExchangeContext,
  call: CheckInCall,
  sellerId: number,
  mover: AuthenticatedAudience,
): Promise<Answer | Refusal> {
  const { environment, schedule, views } = context;
  const key = { sellerId, orderNumber: call.path.orderNumber };
  const { at } = call;
  const decide: DecideChange = (order) => moveOrder(order, { move: "checkIn", mover, environment, schedule, at });
  const actionsOf = mover === "seller" ? actionsOnOrder : operatorActions;
  const responder = createResponder(call.idempotencyKey, (order) => ({ status: 200, text: views[mover](order, call.lang) }));
  const update = (original: OrderRecord) => withCheckedInReturns(original, key.orderNumber, at);
  const withOriginal = changeWithOriginal(context, { cause: "checkIn", update });
  const change = mover === "seller" ? withOriginal : idempotentChange(context, "checkIn", withOriginal);
  const order = await change(key, authorOf(call), decide, (was) => actionsOf(was, environment), responder);
  return order instanceof Refusal ? order : responder.answer(order);
}
