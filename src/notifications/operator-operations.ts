import { DAY_MS, realNow } from "../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, relLinks } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { splitStatusFilter, pageOf } from "./delivery-operations.ts";
import { listedView } from "./delivery-view.ts";
import { endpointHealthView } from "./endpoint-view.ts";
import * as queries from "./queries.ts";

const PATH = "/operator/v1/deliveries";

/** Lists the deliveries of all sellers for operators (decisions 8). */
export const operatorEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.listEveryDelivery, async (call: OperatorCall<typeof contract.listEveryDelivery>): Promise<Answer> => {
    const { sellerId, endpointId, status, page = 0, size = DEFAULT_SIZE } = call.query;
    const filter = [sellerId ?? null, endpointId ?? null];
    const scope = sellerId === undefined ? "every seller" : [sellerId];
    // Without a seller, only the attempts of the last 24 hours (real time) are listed, because the log is partitioned by real day.
    const since = sellerId === undefined ? realNow() - DAY_MS : 0;
    const rows = await db.wide.run(scope, queries.listEveryDelivery, [
      ...filter,
      ...splitStatusFilter(status),
      since,
      size + 1,
      page * size,
    ]);
    const items = rows.map((row) => ({ ...ownerOf(row), ...listedView(row.endpoint_id, row), links: [] }));
    return pageOf(items, { path: PATH, page, size, kept: { sellerId, endpointId, status } });
  }),
  endpoint(contract.listEveryEndpoint, async (call: OperatorCall<typeof contract.listEveryEndpoint>): Promise<Answer> => {
    const { sellerId, health, page = 0, size = DEFAULT_SIZE } = call.query;
    const scope = sellerId === undefined ? "every seller" : [sellerId];
    const rows = await db.wide.run(scope, queries.listEveryEndpoint, [sellerId ?? null, health ?? null, size, page * size]);
    if (rows.length === 0) return { status: 204 };
    const { total } = rows[0]!;
    const totalPages = Math.ceil(total / size);
    const links = relLinks(pageLinks(contract.listEveryEndpoint.path, { page, size, totalPages }, { sellerId, health }));
    return { status: 200, body: { items: rows.map(endpointHealthView), page, size, total, totalPages, links } };
  }),
];

const ownerOf = (row: { readonly seller_id: number; readonly endpoint_id: string }) => ({
  sellerId: row.seller_id,
  endpointId: row.endpoint_id,
});
