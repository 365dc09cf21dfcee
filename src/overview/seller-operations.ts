import type { Catalog } from "../catalog/index.ts";
import { countUpcoming } from "../change-feed/index.ts";
import { countEndpointsOf } from "../notifications/index.ts";
import type { OrderCounts } from "../orders/index.ts";
import { isoDateTime } from "../platform/basics/index.ts";
import { type Deprecation, type Endpoint, endpoint, listPath, type Operation, selfLink } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { mayCall, type QuotaMeter, readApplicationQuotas, type SellerCall } from "../sellers/index.ts";
import type { CountStocks } from "../stock/index.ts";
import * as contract from "./contract.ts";
import { type Counted, numberView } from "./number-row.ts";
import { SELLER_NUMBERS, type SellerNumber } from "./seller-numbers.ts";

export interface SellerOverviewContext {
  readonly db: Database;
  readonly meter: QuotaMeter;
  readonly settings: { readonly quotaPerMinute: number };
  readonly catalog: Pick<Catalog["counts"], "productsIn" | "topCritiques">;
  readonly orders: Pick<OrderCounts, "ofSeller">;
  readonly countStocks: CountStocks;
  readonly deprecations: readonly Deprecation[];
}

type OverviewCall = SellerCall<typeof contract.getOverview>;
/** What several numbers are read from is read once, when the first of them asks. */
interface Sources {
  readonly orders: () => ReturnType<OrderCounts["ofSeller"]>;
  readonly endpoints: () => ReturnType<typeof countEndpointsOf>;
}
type CountNumber = (context: SellerOverviewContext, call: OverviewCall, sources: Sources) => Promise<Counted>;

const waiting =
  (name: keyof Awaited<ReturnType<OrderCounts["ofSeller"]>>): CountNumber =>
  async (_context, _call, { orders }) => {
    const { count, first } = (await orders())[name];
    return { count, nextDeadline: first };
  };
const stocks =
  (filter: Parameters<CountStocks>[1]): CountNumber =>
  async ({ countStocks }, { who }) => ({ count: await countStocks(who.sellerId, filter) });

/** How each number is counted. */
const COUNTS: Readonly<Record<SellerNumber, CountNumber>> = {
  orders_to_invoice: waiting("invoiced"),
  orders_to_ship: waiting("shipped"),
  orders_to_deliver: waiting("delivered"),
  orders_to_check_in: waiting("check-in"),
  orders_late: waiting("late"),
  products_criticized: async ({ catalog }, { who }) => ({ count: await catalog.productsIn(who.sellerId, ["CRITICIZED"]) }),
  stocks_unavailable: stocks("unavailable"),
  stocks_negative: stocks("negative"),
  stocks_double_counted: stocks("double-count"),
  async endpoints_failing(_context, _call, { endpoints }) {
    const { failing, failingSince } = await endpoints();
    return { count: failing, oldestSince: failingSince };
  },
  endpoints_disabled: async (_context, _call, { endpoints }) => ({ count: (await endpoints()).disabled }),
  async changes_upcoming(context, { who, at }) {
    const { count, first } = await countUpcoming(context, who, at);
    return { count, nextDeadline: first };
  },
};

/** The numbers of a seller's home screen. */
export const sellerOverviewEndpoint = (context: SellerOverviewContext): Endpoint =>
  endpoint(contract.getOverview, async (call: OverviewCall) => {
    const { who, at } = call;
    const sources = sourcesOf(context, call);
    const [numbers, topCritiques, quotas] = await Promise.all([
      Promise.all(
        SELLER_NUMBERS.filter(({ list }) => mayCall(who, list)).map(async (row) =>
          numberView(row, await COUNTS[row.name](context, call, sources)),
        ),
      ),
      topCritiquesOf(context, call),
      readApplicationQuotas(context, who),
    ]);
    const links = [selfLink(contract.getOverview.path)];
    return { status: 200, body: { date: isoDateTime(at), numbers, ...topCritiques, quotas, links } };
  });

function sourcesOf({ db, orders }: SellerOverviewContext, { who: { sellerId }, at }: OverviewCall): Sources {
  let orderCounts: ReturnType<Sources["orders"]> | undefined;
  let endpointCounts: ReturnType<Sources["endpoints"]> | undefined;
  return {
    orders: () => (orderCounts ??= orders.ofSeller(sellerId, at)),
    endpoints: () => (endpointCounts ??= countEndpointsOf(db, sellerId)),
  };
}

const CRITIQUES: Operation = SELLER_NUMBERS.find(({ name }) => name === "products_criticized")!.list;
const CRITIQUES_PATH = "/api/v2/products/critiques";
const MAX_CRITIQUES = 5;

async function topCritiquesOf({ catalog }: SellerOverviewContext, { who, lang }: OverviewCall) {
  if (!mayCall(who, CRITIQUES)) return {};
  const top = await catalog.topCritiques(who.sellerId, MAX_CRITIQUES, lang);
  const topCritiques = top.map(({ code, ...counts }) => ({
    code,
    ...counts,
    links: [{ rel: "list", href: listPath(CRITIQUES_PATH, { code }) }],
  }));
  return { topCritiques };
}
