import { isoDateTime } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import { zip } from "../platform/archive/index.ts";
import type { OrderStore } from "../orders/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { archiveEntries, DOCUMENTS_PER_PAGE, toZipEntry, type ReadPage } from "./archive.ts";
import * as contract from "./contract.ts";
import { periodRefusal } from "./period.ts";
import { listInvoiceDocuments, listInvoiceDocumentsOfOrder } from "./queries.ts";

export interface DownloadContext {
  readonly db: Pick<Database, "run">;
  readonly keys: KeyRing;
  readonly orders: OrderStore;
}

/** Endpoints that download the fulfilment operator's invoices (seed 4.3). They stream one page of documents at a time. */
export function downloadEndpoints({ db, keys, orders }: DownloadContext): readonly Endpoint[] {
  const answer = async (sellerId: number, file: string, at: number, read: ReadPage): Promise<Answer> => {
    const entries = await archiveEntries(read, toZipEntry(keys, sellerId));
    if (entries === undefined) return { status: 204 };
    return { status: 200, headers: { "content-disposition": `attachment; filename="${file}.zip"` }, stream: zip(entries, at) };
  };

  return [
    endpoint(contract.downloadInvoices, async ({ who, query, at }: SellerCall<typeof contract.downloadInvoices>) => {
      const { sellerId } = who;
      const { from, until } = query;
      const refused = periodRefusal(from, until);
      if (refused) return refused;
      return answer(sellerId, `notas-fulfillment-${dayOf(from)}-${dayOf(until)}`, at, (last) => {
        const { at: lastAt, order_number, shipping_code } = last ?? { at: from - 1, order_number: "", shipping_code: 0 };
        return db.run([sellerId], listInvoiceDocuments, [sellerId, from, until, lastAt, order_number, shipping_code, DOCUMENTS_PER_PAGE]);
      });
    }),
    endpoint(contract.downloadOrderInvoices, async ({ who, path, at }: SellerCall<typeof contract.downloadOrderInvoices>) => {
      const { sellerId } = who;
      const order = await orders.read({ sellerId, orderNumber: path.orderCode });
      if (order instanceof Refusal) return order;
      const { orderNumber } = order;
      return answer(sellerId, `notas-fulfillment-${orderNumber}`, at, (last) =>
        db.run([sellerId], listInvoiceDocumentsOfOrder, [sellerId, orderNumber, last?.shipping_code ?? 0, DOCUMENTS_PER_PAGE]),
      );
    }),
  ];
}

const dayOf = (ms: number) => isoDateTime(ms).slice(0, "2026-11-20".length).replaceAll("-", "");
