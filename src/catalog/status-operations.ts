import { coalesced } from "../platform/coalesce.ts";
import { isoDateTime } from "../platform/clock.ts";
import { endpoint, type Answer, type Endpoint, type Environment } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import type { Decider } from "./decide.ts";
import { productErrors } from "./errors.ts";
import { DEFAULT_SIZE } from "./paging.ts";
import { productPath } from "./product-view.ts";
import { stateOf, type PublicationStatus } from "./publication.ts";
import { getStatuses, listHistory, type StatusRow } from "./queries.ts";
import { statusView } from "./status-view.ts";

export interface StatusContext {
  readonly db: Database;
  readonly environment: Environment;
  readonly decide: Decider;
}

/** The words that ask for approval (decisions 3). */
const APPROVALS = ["APPROVED", "Aprovado", "READY_TO_SALE", "READY_FOR_SALE"] as const;
const asksApproval = (status: unknown) =>
  typeof status === "string" && APPROVALS.some((word) => word.toLowerCase() === status.trim().toLowerCase());

/** Publication status of products (seed 4.1): read it, ask for approval in the sandbox, read the history. */
export function statusEndpoints({ db, environment, decide }: StatusContext): readonly Endpoint[] {
  const reads = coalesced<{ readonly sellerId: number; readonly sku: string }, StatusRow>(db, {
    name: "status reads",
    query: getStatuses,
    columns: [(i) => i.sellerId, (i) => i.sku],
  });
  const unknown = (sku: string) => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });

  return [
    endpoint(contract.getStatus, async (call: SellerCall<typeof contract.getStatus>) => {
      const { sku } = call.path;
      const row = await reads.submit({ sellerId: call.who.sellerId, sku });
      return row ? { status: 200, body: statusView(sku, row, call.lang) } : unknown(sku);
    }),
    endpoint(contract.putStatus, async (call: SellerCall<typeof contract.putStatus>) => {
      const { sku } = call.path;
      const { status } = call.body;
      if (environment !== "sandbox") return productErrors.refuse("sandbox_only");
      if (!asksApproval(status))
        return productErrors.refuse("status_unknown", { pointer: "/status", received: status ?? null, allowed: APPROVALS });
      const { sellerId, actor } = call.who;
      const refused = await decide({ sellerId, sku, move: "sellerApprove", reviews: [], actor, at: call.at });
      if (refused) return refused;
      return { status: 200, body: statusView(sku, (await reads.submit({ sellerId, sku }))!, call.lang) };
    }),
    endpoint(contract.getHistory, async (call: SellerCall<typeof contract.getHistory>) => {
      const { sku } = call.path;
      const { page = 0, size = DEFAULT_SIZE } = call.query;
      const { sellerId } = call.who;
      const rows = await db.run([sellerId], listHistory, [sellerId, `product/${sku}`, size, page * size]);
      if (rows.length === 0) return (await reads.submit({ sellerId, sku })) ? ({ status: 204 } satisfies Answer) : unknown(sku);
      const items = rows.map((row) => {
        const { from, to } = JSON.parse(row.payload) as { from?: PublicationStatus | null; to?: PublicationStatus };
        return {
          date: isoDateTime(row.at),
          event: row.name,
          ...(from ? { from: stateOf(from).status } : {}),
          ...(to ? { to: stateOf(to).status } : {}),
          version: row.version,
          by: row.actor.split(":", 1)[0],
          cause: row.cause,
        };
      });
      const self = productPath(sku);
      return { status: 200, body: { items, page, size, _links: { self: { href: `${self}/history` }, product: { href: self } } } };
    }),
  ];
}
