import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import { DEFAULT_SIZE, openLinks, relLinks, upTo } from "../platform/contract/paging.ts";
import { sellersOf, type SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { groupApplicationErrors, listApplicationRequests } from "./queries.ts";
import { BASE, errorsSince, MOST_COUNTED, MOST_GROUPS, MOST_SEARCHED, sinceOf, type RequestContext } from "./request-operations.ts";
import { errorGroupView, listedView } from "./request-view.ts";

const HUB = contract.listApplicationRequests.path;
/** Of what is looked through, each seller's share. */
const shareOf = (most: number, sellers: readonly number[]): number => Math.ceil(most / Math.max(1, sellers.length));

/** The calls of an application for all of its sellers in one list, as hubs want them (beyond M13). */
export function applicationRequestEndpoints({ db, settings }: RequestContext): readonly Endpoint[] {
  return [
    endpoint(contract.listApplicationRequests, async (call: SellerCall<typeof contract.listApplicationRequests>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { operation = null, status = null, code = null } = filters;
      const { clientId } = call.who;
      const sellers = await sellersOf(db, clientId);
      const share = shareOf(MOST_SEARCHED, sellers);
      const values = [sellers, clientId, sinceOf(settings), share, operation, status, code, size + 1, page * size];
      const { rows, more } = upTo(size, await db.run(sellers, listApplicationRequests, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(openLinks(HUB, { page, size, more }, filters));
      const items = rows.map((row) => ({ sellerId: row.seller_id, ...listedView(row, BASE) }));
      return { status: 200, body: { items, page, size, links } };
    }),
    endpoint(
      contract.listApplicationRequestErrors,
      async (call: SellerCall<typeof contract.listApplicationRequestErrors>): Promise<Answer> => {
        const { clientId } = call.who;
        const sellers = await sellersOf(db, clientId);
        const values = [sellers, clientId, errorsSince(), shareOf(MOST_COUNTED, sellers), MOST_GROUPS];
        const rows = await db.run(sellers, groupApplicationErrors, values);
        const items = rows.map((row) => ({ ...errorGroupView(row), sellers: row.sellers }));
        return { status: 200, body: { items, links: [{ rel: "self", href: contract.listApplicationRequestErrors.path }] } };
      },
    ),
  ];
}
