import type { Catalog } from "../catalog/index.ts";
import { countEveryEndpoint } from "../notifications/index.ts";
import type { OrderCounts } from "../orders/index.ts";
import { type Endpoint, endpoint, type Environment, selfLink } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { findJobsBehind, type Job } from "../platform/jobs/index.ts";
import { isoDateTime, memoize } from "../platform/basics/index.ts";
import { type OperatorCall, roleRefusal } from "../sellers/index.ts";
import { countActiveRuns } from "../technical-validation/index.ts";
import * as contract from "./contract.ts";
import { MARKETPLACE_NUMBERS, type MarketplaceNumber } from "./marketplace-numbers.ts";
import { type Counted, numberView } from "./number-row.ts";

export interface MarketplaceOverviewContext {
  readonly db: Database;
  readonly environment: Environment;
  readonly catalog: Pick<Catalog["counts"], "waitingReviews" | "openChanges">;
  readonly orders: Pick<OrderCounts, "frozen" | "late">;
  readonly jobs: () => readonly Job[];
}

type CountNumber = (context: MarketplaceOverviewContext, at: number) => Promise<Counted>;

/** How each number is counted. */
const COUNTS: Readonly<Record<MarketplaceNumber, CountNumber>> = {
  reviews_waiting: async ({ catalog }, at) => since(await catalog.waitingReviews({}, at)),
  reviews_late: async ({ catalog }, at) => since(await catalog.waitingReviews({ late: true }, at)),
  changes_open: async ({ catalog }) => since(await catalog.openChanges()),
  orders_frozen: async ({ orders }) => since(await orders.frozen()),
  orders_late: async ({ orders }, at) => since(await orders.late(at)),
  async endpoints_failing({ db }) {
    const { failing, failingSince } = await countEveryEndpoint(db);
    return { count: failing, oldestSince: failingSince };
  },
  endpoints_disabled: async ({ db }) => ({ count: (await countEveryEndpoint(db)).disabled }),
  async validations_active({ db }) {
    const [row] = await db.run("every seller", countActiveRuns, []);
    return { count: row!.runs, oldestSince: row!.first ?? undefined };
  },
  async jobs_behind({ jobs }, at) {
    const behind = await findJobsBehind(jobs(), at);
    return { count: behind.length, oldestSince: behind[0]?.dueSince };
  },
};

const since = ({ count, first }: { readonly count: number; readonly first: number | undefined }): Counted => ({
  count,
  oldestSince: first,
});

/** The numbers that a role sees: those whose list it may read, in this environment. */
const numbersOf = memoize((role: OperatorCall<typeof contract.getMarketplaceOverview>["who"]["role"], environment: Environment) =>
  MARKETPLACE_NUMBERS.filter(
    ({ list }) =>
      roleRefusal(role, list) === undefined && ("environments" in list ? list.environments.includes(environment as "sandbox") : true),
  ),
);

/** The numbers of the marketplace's home screen. */
export const marketplaceOverviewEndpoint = (context: MarketplaceOverviewContext): Endpoint =>
  endpoint(contract.getMarketplaceOverview, async ({ who, at }: OperatorCall<typeof contract.getMarketplaceOverview>) => {
    const rows = numbersOf(who.role, context.environment);
    const numbers = await Promise.all(rows.map(async (row) => numberView(row, await COUNTS[row.name](context, at))));
    return { status: 200, body: { date: isoDateTime(at), numbers, links: [selfLink(contract.getMarketplaceOverview.path)] } };
  });
