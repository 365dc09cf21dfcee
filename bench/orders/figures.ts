import type { Figure, FigureContext } from "../figure.ts";
import type { Numbers } from "../load.ts";
import { openMarket, openStand, type Stand } from "../market.ts";
import { interleaved, type Contender } from "../measure.ts";
import { realNow } from "../../src/platform/basics/clock.ts";
import { fillBook } from "./book.ts";
import { putBack, type BookState } from "./queries.ts";

/** Purchases, moves, single orders and pages of a date window, at several numbers of connections beside their limits. */

const CONNECTIONS = [16, 64, 256] as const;
const PGBENCH_CONNECTIONS = [16, 64] as const;
/** Orders of the window that pages are of; 50 of them are shown. */
const WINDOW_ORDERS = 1_000;
const DAYS_MS = 30 * 86_400_000;
const AN_ORDER = "/api/v1/orders/100000000000000";
/** An order at a glance; without it, the whole order. */
const GLANCE = "?expand=";

type Takes = readonly (string | number)[];

interface Plan {
  readonly title: string;
  readonly state: BookState;
  /** Orders go back to their state before each run: a move is made once. */
  readonly moves?: true;
  readonly contenders: (stand: Stand, window: Window) => readonly Contender[] | Promise<readonly Contender[]>;
}
/** The dates that the first seller's orders are spread over, and how wide a window of WINDOW_ORDERS is; epoch ms. */
interface Window {
  readonly first: number;
  readonly width: number;
}

const http = (stand: Stand, scenario: string, takes: Takes = [], connections: readonly number[] = CONNECTIONS, name = "vitrine") =>
  connections.map((count) => stand.http(`${name} ${count}`, { scenario, takes, connections: count }));
/** Moves, each of another order. */
const move = (stand: Stand, scenario: string) =>
  CONNECTIONS.map((connections) => stand.http(`vitrine ${connections}`, { scenario, connections, madeOnce: true }));
const limit = (stand: Stand, script: string, variables: Readonly<Record<string, number>> = {}, name = "pgbench", numbers?: Numbers) =>
  PGBENCH_CONNECTIONS.map((connections) =>
    stand.limit(`${name} ${connections}`, { script, connections, variables, ...(numbers ? { numbers } : {}) }),
  );
/**
 * What a move has to do: read the order it is decided on, take the next number of its seller's events, and write. Beside it, what is less than
 * that: with numbers of a sequence, for which nobody waits, and unread as well.
 */
const moved = (stand: Stand, script: string, more: Readonly<Record<string, number>>) => [
  ...limit(stand, script, { ...more, read: 1 }, "pgbench", "counter"),
  ...limit(stand, script, { ...more, read: 1 }, "pgbench uncounted"),
  ...limit(stand, script, { ...more, read: 0 }, "pgbench unread"),
];
async function bare(stand: Stand, path: string, scenario: string, takes: Takes = []) {
  const contender = await stand.bare(path);
  return CONNECTIONS.map((connections) => contender(`bare ${connections}`, { scenario, takes, connections }));
}
const spread = ({ first, width }: Window): Takes => [first, width];
const variables = ({ first, width }: Window) => ({ first, width, last: first + DAYS_MS - width });

const PLANS: Readonly<Record<string, Plan>> = {
  purchase: {
    title: "POST order, 1.14 items",
    state: "approved",
    contenders: (stand) => [
      ...http(stand, "post-order"),
      ...limit(stand, "post-order", {}, "pgbench", "counter"),
      ...limit(stand, "post-order", {}, "pgbench uncounted"),
    ],
  },
  invoiced: {
    title: "PUT invoiced",
    state: "approved",
    moves: true,
    contenders: (stand) => [...move(stand, "put-invoiced"), ...moved(stand, "put-invoiced", {})],
  },
  shipped: {
    title: "PUT shipped",
    state: "Invoiced",
    moves: true,
    // The same statement without its event: what appending it costs.
    contenders: (stand) => [
      ...move(stand, "put-shipped"),
      ...moved(stand, "put-shipped", { told: 1 }),
      ...limit(stand, "put-shipped", { told: 0, read: 0 }, "silent"),
    ],
  },
  order: {
    title: "GET order",
    state: "approved",
    contenders: async (stand) => [
      ...http(stand, "get-order", [GLANCE]),
      ...http(stand, "get-order", [], [64], "vitrine whole"),
      ...limit(stand, "get-order"),
      ...(await bare(stand, AN_ORDER + GLANCE, "get-order", [GLANCE])),
    ],
  },
  orders: {
    title: "GET a page of 50 orders of a date window",
    state: "approved",
    contenders: async (stand, window) => [
      ...http(stand, "list-orders", spread(window)),
      ...limit(stand, "list-orders", variables(window)),
      ...(await bare(stand, "/api/v1/orders?size=50", "list-orders", spread(window))),
    ],
  },
};

/** A marketplace with a filled book, the server on it, and what its contenders must know. */
async function openBook(
  { workshop }: Pick<FigureContext, "workshop">,
  name: string,
  orders: number,
  { state, moves }: Pick<Plan, "state" | "moves">,
) {
  const database = `bench_${name}`;
  const market = await openMarket(workshop, { name: database, skus: orders, state: "published" });
  const at = realNow();
  await fillBook(market.client, { orders, state, at });
  const stand = await openStand(workshop, market, database);
  const restored = (contender: Contender): Contender => ({
    ...contender,
    async measure(seconds, run) {
      for (const text of moves ? putBack(state) : []) await market.client.query(text);
      return contender.measure(seconds, run);
    },
  });
  return { stand, restored, window: { first: at - DAYS_MS, width: Math.round((DAYS_MS * WINDOW_ORDERS) / (orders / 2)) } };
}

/** The figures of orders; each opens its own book, so that none measures what another left behind. */
export const orderFigures: readonly Figure[] = Object.entries(PLANS).map(([name, plan]) => ({
  name,
  title: plan.title,
  async measure({ workshop, rounds, skus }: FigureContext) {
    const { stand, restored, window } = await openBook({ workshop }, name, skus, plan);
    try {
      const contenders = await plan.contenders(stand, window);
      return { samples: await interleaved(contenders.map(restored), rounds), facts: { orders: skus } };
    } finally {
      await stand.stop();
    }
  },
}));

const SIZES = [10_000, 1_000_000] as const;
const GROWTH_CONNECTIONS = 64;

/** The same calls on a small and on a large book, in turn, each with a server of its own. */
export const orderGrowth: Figure = {
  name: "order-growth",
  title: "Growth from 10^4 to 10^6 orders",
  async measure({ workshop, rounds }) {
    const books = [];
    try {
      for (const orders of SIZES)
        books.push({ orders, ...(await openBook({ workshop }, `orders_${orders}`, orders, { state: "approved" })) });
      const contenders = books.flatMap(({ orders, stand, window }) => {
        const of = (what: string, scenario: string, takes: Takes = []) =>
          stand.http(`${what} ${orders}`, { scenario, takes, connections: GROWTH_CONNECTIONS });
        return [of("GET order", "get-order", [GLANCE]), of("list", "list-orders", spread(window)), of("POST order", "post-order")];
      });
      const byWhat = (one: Contender, other: Contender) => (one.name.replace(/ \d+$/, "") < other.name.replace(/ \d+$/, "") ? -1 : 1);
      return { samples: await interleaved(contenders.toSorted(byWhat), rounds), facts: {} };
    } finally {
      for (const { stand } of books) await stand.stop();
    }
  },
};
