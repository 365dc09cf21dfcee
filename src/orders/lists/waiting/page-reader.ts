import type { Database } from "../../../platform/database/index.ts";
import { needsShippings, orderJson } from "../../order-view.ts";
import type { RenderingOptions } from "../../rendering-options.ts";
import { toOrderRecord } from "../../row-mapping.ts";
import { LATE_STATUSES, NEXT_MOVES, type NextMoveName } from "../next-moves.ts";
import { EARLIEST, LATEST, type PageRequest } from "../page-parameters.ts";
import { listWaitingOrders } from "./queries.ts";

/** What a seller's orders wait for. */
export interface WaitingFilter {
  readonly nextMove: NextMoveName | undefined;
  /** Only late orders: those to arrive before this instant, epoch ms. */
  readonly lateAt: number | undefined;
}

/** A page of orders, as JSON texts joined by commas, and how many there are on all pages. */
export interface WaitingPage {
  readonly items: string;
  readonly total: number;
}

/** Reads a page of a seller's orders that wait for something, the nearest deadline first. Undefined when it is empty. */
export async function readWaitingPage(
  db: Database,
  { sellerId, filters, size, start, expansions }: PageRequest,
  { nextMove, lateAt }: WaitingFilter,
  options: RenderingOptions,
): Promise<WaitingPage | undefined> {
  const move = NEXT_MOVES.find(({ rel }) => rel === nextMove);
  const statuses = LATE_STATUSES.filter((status) => move === undefined || move.from === status);
  const { orderStartDate = EARLIEST, orderEndDate = LATEST, orderStatus = null, orderType = null } = filters;
  const rows = await db.run([sellerId], listWaitingOrders, [
    sellerId,
    lateAt === undefined && move !== undefined ? [move.from] : statuses,
    move?.of === "invoiced by the seller",
    move?.of === "delivered by the seller",
    move?.from === "Invoiced",
    lateAt ?? null,
    orderStartDate,
    orderEndDate,
    orderStatus,
    orderType,
    size,
    start.offset,
    needsShippings(expansions),
  ]);
  if (rows.length === 0) return undefined;
  return { items: rows.map((row) => orderJson(toOrderRecord(row), expansions, options)).join(","), total: rows[0]!.total };
}
