import { isoDateTime } from "../../platform/basics/index.ts";
import {
  type Answer,
  type Endpoint,
  endpoint,
  type Environment,
  type Lang,
  type Operation,
  Refusal,
} from "../../platform/contract/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import { findActorNames } from "../../people/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import { createResponder, type DecideChange } from "../change.ts";
import { withAddress, type Customer } from "../customer.ts";
import { type MoveFacts, moveOrder, type MoveSchedule } from "../move.ts";
import type { OrderKey, OrderRecord } from "../order.ts";
import { changeForMove } from "../exchange/change.ts";
import { marketplaceMovePatch } from "../marketplace-move-patch.ts";
import { insertAccess, listAccesses } from "../privacy/queries.ts";
import { operatorActions, operatorPath, type OperatorMove } from "./actions.ts";
import * as contract from "./contract.ts";
import { operatorErrors } from "./errors.ts";
import { decideWithAnother } from "./proposals/decide.ts";
import { proposalEndpoints } from "./proposals/operations.ts";
import { idempotentChange } from "./repeatable-moves.ts";
import { type OperatorTimelineContext, operatorTimelineEndpoint } from "./timeline-operations.ts";

export interface OperatorOrdersContext extends OperatorTimelineContext {
  readonly keys: KeyRing;
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  /** Whether releasing and refusing frozen orders takes two people. */
  readonly isRiskDecidedByTwo: boolean;
  /** Decrypts the customer; undefined after the customer was erased. */
  readonly customerOf: (order: OrderRecord) => Customer | undefined;
  /** Renders an order for operators. */
  readonly view: (order: OrderRecord, lang: Lang) => string;
}

/** Endpoints for the operators' work on orders (decisions 8): payment, cancellation, risk analysis, and revealing the customer. */
export function operatorOrderEndpoints(context: OperatorOrdersContext): readonly Endpoint[] {
  const moving = openMoves(context);
  return [
    moving(contract.approvePayment, "approve"),
    moving(contract.cancelOrder, "cancel", ({ body }) => body.reason),
    moving(contract.freezeOrder, "freeze"),
    moving(contract.releaseOrder, "release"),
    moving(contract.refuseOrder, "refuse"),

    endpoint(contract.getAnyOrder, async (call: OperatorCall<typeof contract.getAnyOrder>) => {
      const order = await context.orders.read(keyOf(call.path));
      return order instanceof Refusal ? order : { status: 200, text: context.view(order, call.lang) };
    }),
    endpoint(contract.revealCustomer, (call: OperatorCall<typeof contract.revealCustomer>) => revealCustomer(context, call)),
    operatorTimelineEndpoint(context),
    ...proposalEndpoints(context),
    endpoint(contract.listAccesses, (call: OperatorCall<typeof contract.listAccesses>) => listCustomerAccesses(context, call)),
  ];
}

type MoveRow = Operation<typeof contract.orderAddress>;
type OrderAddress = OperatorCall<typeof contract.getAnyOrder>["path"];
const keyOf = ({ sellerId, orderNumber }: OrderAddress): OrderKey => ({ sellerId, orderNumber });

/** Makes the endpoints of moves. The operator's reason goes into the audit log. The seller sees the result of `remarkOf`. */
const openMoves =
  (context: OperatorOrdersContext) =>
  <Row extends MoveRow>(
    row: Row,
    move: OperatorMove,
    remarkOf: (call: OperatorCall<Row>) => string | undefined = () => undefined,
  ): Endpoint => {
    const { environment, schedule, view } = context;
    const change = idempotentChange(context, move, changeForMove(context, move));
    return endpoint(
      row,
      async (call: OperatorCall<Row>): Promise<Answer | Refusal> => {
        const patch = marketplaceMovePatch(move, call.at, call.bodyFailures.length > 0 ? undefined : remarkOf(call));
        const facts = { mover: "operator", environment, schedule, move, at: call.at, patch } as const;
        const author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
        const decide: DecideChange = (was) => (call.bodyFailures.length > 0 ? new Refusal(call.bodyFailures) : moveOrder(was, facts));
        const responder = createResponder(call.idempotencyKey, (order) => ({ status: 200, text: view(order, call.lang) }));
        const key = keyOf(call.path as OrderAddress);
        const second = await anothers(context, key, call, facts);
        if (second instanceof Refusal || (second !== undefined && "status" in second)) return second;
        const order = await change(key, author, onVersion(second, decide), (was) => operatorActions(was, environment), responder);
        return order instanceof Refusal ? order : responder.answer(order);
      },
      { bodyFailures: "handler's" },
    );
  };

/** The version of the order that somebody else's proposal is about. */
interface ProposedVersion {
  readonly version: number;
}

/** What stands between one person and a move that takes two: the answer, or the version of the order that another has proposed it for. */
async function anothers(
  { db, orders, isRiskDecidedByTwo }: OperatorOrdersContext,
  key: OrderKey,
  { at, idempotencyKey, who, bodyFailures }: Pick<OperatorCall<MoveRow>, "at" | "idempotencyKey" | "who" | "bodyFailures">,
  facts: MoveFacts,
): Promise<Answer | Refusal | ProposedVersion | undefined> {
  const { move } = facts;
  if (!isRiskDecidedByTwo || (move !== "release" && move !== "refuse") || bodyFailures.length > 0) return undefined;
  const order = await orders.find(key);
  // What is not possible anyway is refused in its own words.
  if (order === undefined || moveOrder(order, facts) instanceof Refusal) return undefined;
  const answer = await decideWithAnother(db, { order, move, actor: who.actor, at, idempotencyKey });
  return answer ?? { version: order.version };
}

/** Decides only about the version that two people have seen. What is not possible any more is refused in its own words. */
const onVersion =
  (seen: ProposedVersion | undefined, decide: DecideChange): DecideChange =>
  (was) => {
    const decided = decide(was);
    const isSeen = seen === undefined || seen.version === was.version;
    return isSeen || decided instanceof Refusal ? decided : operatorErrors.refuse("order_changed_since");
  };

async function revealCustomer(
  { db, orders, customerOf }: OperatorOrdersContext,
  call: OperatorCall<typeof contract.revealCustomer>,
): Promise<Answer | Refusal> {
  const order = await orders.read(keyOf(call.path));
  if (order instanceof Refusal) return order;
  const { orderNumber, supplier } = order;
  const customer = customerOf(order);
  if (customer === undefined) return operatorErrors.refuse("customer_forgotten", { pointer: "path.orderNumber", received: orderNumber });
  const { who, at, requestId, body } = call;
  // The access is recorded before the customer is shown.
  await db.run([supplier.sellerId], insertAccess, [supplier.sellerId, orderNumber, at, who.actor, who.role, body.reason, requestId]);
  return { status: 200, body: { orderNumber, customer: withAddress(customer) } };
}

const MAX_ACCESSES = 100;

async function listCustomerAccesses(
  { db, orders }: OperatorOrdersContext,
  call: OperatorCall<typeof contract.listAccesses>,
): Promise<Answer | Refusal> {
  const { sellerId, orderNumber } = call.path;
  const rows = await db.run([sellerId], listAccesses, [sellerId, orderNumber, MAX_ACCESSES]);
  if (rows.length === 0) {
    const order = await orders.read({ sellerId, orderNumber });
    return order instanceof Refusal ? order : { status: 204 };
  }
  const names = await findActorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  const items = rows.map(({ request_id: requestId, at, ...row }) => ({
    date: isoDateTime(at),
    ...row,
    actorName: names.get(row.actor),
    requestId,
  }));
  const self = operatorPath(sellerId, orderNumber);
  const links = [
    { rel: "self", href: `${self}/accesses` },
    { rel: "order", href: self },
  ];
  return { status: 200, body: { items, links } };
}
