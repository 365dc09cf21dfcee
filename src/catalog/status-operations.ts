import { isoDateTime, kindOfActor } from "../platform/basics/index.ts";
import { createStatementBatcher, type Database } from "../platform/database/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Refusal,
  takePage,
  uncountedPageLinks,
} from "../platform/contract/index.ts";
import { productPath } from "../pricing/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import type { DecideProduct } from "./review/decide.ts";
import { productErrors } from "./errors.ts";
import { APPROVAL_WORDS, publicationState, type PublicationStatus } from "./publication.ts";
import { getStatuses, listHistory, type StatusRow } from "./queries.ts";
import { statusJson } from "./status-view.ts";

export interface StatusContext {
  readonly db: Database;
  readonly decide: DecideProduct;
}

/** What the history shows of an event's payload. */
interface HistoryPayload {
  readonly from?: PublicationStatus | null;
  readonly via?: PublicationStatus;
  readonly to?: PublicationStatus;
  readonly changeRequestId?: string;
  readonly fields?: readonly {
    readonly pointer: string;
    readonly state: string;
    readonly decidedBy?: string;
    readonly rule?: string;
  }[];
}

const requestsApproval = (status: unknown) =>
  typeof status === "string" && APPROVAL_WORDS.some((word) => word.toLowerCase() === status.toLowerCase());

/** Publication status of products (seed 4.1): read it, request approval in the sandbox, read the history. */
export function statusEndpoints({ db, decide }: StatusContext): readonly Endpoint[] {
  const reads = createStatementBatcher<{ readonly sellerId: number; readonly sku: string }, StatusRow>(db, {
    name: "status reads",
    query: getStatuses,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });
  const unknownProduct = (sku: string) => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });

  return [
    endpoint(contract.getStatus, (call: SellerCall<typeof contract.getStatus>): Promise<Answer | Refusal> => {
      const { sku } = call.path;
      const reading = reads.submit({ sellerId: call.who.sellerId, sku });
      return reading.then((row) => (row ? { status: 200, text: statusJson(sku, row, call.lang) } : unknownProduct(sku)));
    }),
    endpoint(contract.putStatus, async (call: SellerCall<typeof contract.putStatus>) => {
      const { sku } = call.path;
      const { status } = call.body;
      if (!requestsApproval(status))
        return productErrors.refuse("status_unknown", { pointer: "/status", received: status ?? null, allowed: APPROVAL_WORDS });
      const { sellerId, actor } = call.who;
      const requested = { pointer: "/status", received: status };
      const { requestId, at, idempotencyKey, lang } = call;
      return decide(
        { sellerId, sku, skuPointer: "path.sku", move: "sellerApprove", requested, reviews: [], actor, requestId, at },
        { idempotencyKey, answer: (row) => ({ status: 200, text: statusJson(sku, row, lang) }) },
      );
    }),
    endpoint(contract.getHistory, async (call: SellerCall<typeof contract.getHistory>) => {
      const { sku } = call.path;
      const { page = 0, size = DEFAULT_SIZE } = call.query;
      const { sellerId } = call.who;
      const { rows, more } = takePage(size, await db.run([sellerId], listHistory, [sellerId, sku, size + 1, page * size]));
      if (rows.length === 0) return (await reads.submit({ sellerId, sku })) ? ({ status: 204 } satisfies Answer) : unknownProduct(sku);
      const items = rows.map((row) => {
        const { from, via, to, changeRequestId, fields } = JSON.parse(row.payload) as HistoryPayload;
        return {
          date: isoDateTime(row.at),
          event: row.name,
          ...(from ? { from: publicationState(from).status } : {}),
          ...(via ? { via: publicationState(via).status } : {}),
          ...(to ? { to: publicationState(to).status } : {}),
          ...(changeRequestId === undefined ? {} : { changeRequestId, fields }),
          version: row.version,
          by: kindOfActor(row.actor),
          cause: row.cause,
        };
      });
      const product = productPath(sku);
      const links = uncountedPageLinks(`${product}/history`, { page, size, more });
      return { status: 200, body: { items, page, size, _links: { ...links, product: { href: product } } } };
    }),
  ];
}
