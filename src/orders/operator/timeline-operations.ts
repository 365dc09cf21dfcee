import { type Answer, type Endpoint, endpoint, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { findActorNames } from "../../people/index.ts";
import { findAuditedReasons, type OperatorCall } from "../../sellers/index.ts";
import type { OrderStore } from "../change.ts";
import { type EventRow, listOrderEvents } from "../queries.ts";
import { type FindDeliveries, timelineEntry } from "../timeline.ts";
import { OPERATOR_MOVES, operatorPath } from "./actions.ts";
import * as contract from "./contract.ts";

export interface OperatorTimelineContext {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly findDeliveries: FindDeliveries;
}

const MAX_EVENTS = 1_000;
/** Moves of operators that are asked for with a reason, which only the audit log keeps. */
const REASONED = ["freeze", "release", "refuse"] as const;

/** The timeline of an order for operators. It says who did what; to the roles that decide it also says why. */
export const operatorTimelineEndpoint = (context: OperatorTimelineContext): Endpoint =>
  endpoint(contract.getAnyTimeline, async ({ path, who }: OperatorCall<typeof contract.getAnyTimeline>): Promise<Answer | Refusal> => {
    const { db, orders, findDeliveries } = context;
    const order = await orders.read(path);
    if (order instanceof Refusal) return order;
    const { sellerId, orderNumber } = path;
    const events = await db.run([sellerId], listOrderEvents, [sellerId, `order/${orderNumber}`, MAX_EVENTS]);
    const actors = events.map(({ actor }) => actor);
    const seqs = events.map(({ seq }) => seq);
    const [names, deliveries, reasons] = await Promise.all([
      findActorNames(db, actors),
      findDeliveries(sellerId, seqs),
      who.role === "support" ? NO_REASONS : reasonsOf(db, operatorPath(sellerId, orderNumber), events),
    ]);
    const items = events.map((event) => {
      const { actor } = event;
      const [name, reason] = [names.get(actor), reasons.get(event)];
      return {
        ...timelineEntry(event, deliveries.get(event.seq)),
        ...(reason === undefined ? {} : { reason }),
        actor,
        ...(name === undefined ? {} : { actorName: name }),
      };
    });
    const self = operatorPath(sellerId, orderNumber);
    const links = [
      { rel: "self", href: `${self}/timeline` },
      { rel: "order", href: self },
    ];
    return { status: 200, body: { items, orderStatus: order.status, links } };
  });

const NO_REASONS: ReadonlyMap<EventRow, string> = new Map();

/** Why risk analysts moved an order: the reason of the call that caused each event. */
async function reasonsOf(db: Database, path: string, events: readonly EventRow[]): Promise<ReadonlyMap<EventRow, string>> {
  const moves = events.filter(({ cause }) => (REASONED as readonly string[]).includes(cause));
  const targets = REASONED.map((move) => `${path}/${OPERATOR_MOVES[move]}`);
  const instants = moves.map(({ at }) => at);
  const found = await findAuditedReasons(db, instants, targets);
  return new Map(
    moves.flatMap((event) => {
      const { requestId } = JSON.parse(event.payload) as { readonly requestId?: string };
      const reason = found.find((one) => one.requestId === requestId)?.reason;
      return reason === undefined ? [] : [[event, reason] as const];
    }),
  );
}
