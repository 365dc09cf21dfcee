import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, relLinks, takePage, uncountedPageLinks } from "../platform/contract/index.ts";
import { sellersOfApplication, type SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { groupApplicationErrors, listApplicationRequests } from "./queries.ts";
import {
  REQUESTS_PATH,
  groupedSince,
  MAX_GROUPED_REFUSALS,
  MAX_GROUPS,
  MAX_SEARCHED,
  oldestLoggedAt,
  type RequestContext,
} from "./request-operations.ts";
import { errorGroupView, listItemView } from "./request-view.ts";

const LIST_PATH = contract.listApplicationRequests.path;
/** Maximum number of rows to read for each seller. All sellers together may have about `max` rows. */
const rowsPerSeller = (max: number, sellers: readonly number[]): number => Math.ceil(max / Math.max(1, sellers.length));

/** Operations that show the calls that an application made for any of its sellers. Meant for hubs, which serve many sellers. */
export function applicationRequestEndpoints({ db, settings }: RequestContext): readonly Endpoint[] {
  return [
    endpoint(contract.listApplicationRequests, async (call: SellerCall<typeof contract.listApplicationRequests>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { operation = null, status = null, code = null } = filters;
      const { clientId } = call.who;
      const sellers = await sellersOfApplication(db, clientId);
      const perSeller = rowsPerSeller(MAX_SEARCHED, sellers);
      const values = [sellers, clientId, oldestLoggedAt(settings), perSeller, operation, status, code, size + 1, page * size];
      const { rows, more } = takePage(size, await db.run(sellers, listApplicationRequests, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(uncountedPageLinks(LIST_PATH, { page, size, more }, filters));
      const items = rows.map((row) => ({ sellerId: row.seller_id, ...listItemView(row, REQUESTS_PATH) }));
      return { status: 200, body: { items, page, size, links } };
    }),
    endpoint(
      contract.listApplicationRequestErrors,
      async (call: SellerCall<typeof contract.listApplicationRequestErrors>): Promise<Answer> => {
        const { clientId } = call.who;
        const sellers = await sellersOfApplication(db, clientId);
        const values = [sellers, clientId, groupedSince(), rowsPerSeller(MAX_GROUPED_REFUSALS, sellers), MAX_GROUPS];
        const rows = await db.run(sellers, groupApplicationErrors, values);
        const items = rows.map((row) => ({ ...errorGroupView(row), sellers: row.sellers }));
        return { status: 200, body: { items, links: [{ rel: "self", href: contract.listApplicationRequestErrors.path }] } };
      },
    ),
  ];
}
