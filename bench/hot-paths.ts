import type { Figure, FigureContext } from "./figure.ts";
import type { Numbers } from "./load.ts";
import { openMarket, openStand, type Stand } from "./market.ts";
import { interleaved, type Contender } from "./measure.ts";

/** Writes and reads of one product, and pages, at several numbers of connections beside their limits. */

const CONNECTIONS = [16, 64, 256] as const;
/** pgbench is at its best somewhere here; its best is the limit. */
const PGBENCH_CONNECTIONS = [16, 64] as const;
export const LIST_SIZE = 50;

type Takes = readonly (string | number)[];

const http = (
  stand: Stand,
  scenario: string,
  takes: Takes = [],
  connections: readonly number[] = CONNECTIONS,
  name = "vitrine",
): readonly Contender[] => connections.map((count) => stand.http(`${name} ${count}`, { scenario, takes, connections: count }));

const limit = (stand: Stand, script: string, name = "pgbench", variables: Readonly<Record<string, number>> = {}, numbers?: Numbers) =>
  PGBENCH_CONNECTIONS.map((connections) =>
    stand.limit(`${name} ${connections}`, { script, connections, variables, ...(numbers ? { numbers } : {}) }),
  );

async function bare(stand: Stand, path: string, scenario: string, takes: Takes = []): Promise<readonly Contender[]> {
  const contender = await stand.bare(path);
  return CONNECTIONS.map((connections) => contender(`bare ${connections}`, { scenario, takes, connections }));
}

const A_PRODUCT = "/api/v2/products/10000000";

const HOT_PATHS: Readonly<
  Record<
    string,
    { readonly title: string; readonly contenders: (stand: Stand, skus: number) => readonly Contender[] | Promise<readonly Contender[]> }
  >
> = {
  stock: {
    title: "PUT stock",
    contenders: (stand) => [
      ...http(stand, "put-stock", [0], [1, ...CONNECTIONS]),
      ...http(stand, "put-stock", [60], [256], "vitrine 60 % unchanged"),
      ...limit(stand, "put-stock"),
      ...limit(stand, "put-stock-transaction", "pgbench transaction"),
    ],
  },
  price: {
    title: "PUT price",
    contenders: (stand) => [
      ...http(stand, "put-price"),
      ...limit(stand, "put-price"),
      ...limit(stand, "put-price-transaction", "pgbench transaction"),
    ],
  },
  create: {
    title: "POST product",
    contenders: (stand) => [
      ...http(stand, "post-product"),
      ...limit(stand, "post-product", "pgbench", {}, "counter"),
      ...limit(stand, "post-product", "pgbench uncounted"),
    ],
  },
  product: {
    title: "GET product",
    contenders: async (stand) => [
      ...http(stand, "get-product"),
      ...limit(stand, "get-product"),
      ...(await bare(stand, A_PRODUCT, "get-product")),
    ],
  },
  status: {
    title: "GET status",
    contenders: async (stand) => [
      ...http(stand, "get-product", ["/status"]),
      ...limit(stand, "get-status"),
      ...(await bare(stand, `${A_PRODUCT}/status`, "get-product", ["/status"])),
    ],
  },
  list: {
    title: `GET a page of ${LIST_SIZE} products`,
    contenders: async (stand, skus) => {
      const last = skus / 2 / LIST_SIZE - 1;
      const deep: Takes = [LIST_SIZE, Math.ceil(last * 0.9), last];
      return [
        ...http(stand, "list-products", [LIST_SIZE, 0, 0]),
        ...http(stand, "list-products", deep, CONNECTIONS, "vitrine deep"),
        ...limit(stand, "list-products", "pgbench", { firstpage: 0, lastpage: 0 }),
        ...limit(stand, "list-products", "pgbench deep", { firstpage: Math.ceil(last * 0.9), lastpage: last }),
        ...(await bare(stand, `/api/v2/products?size=${LIST_SIZE}`, "list-products", deep)),
      ];
    },
  },
};

/** The figures of one filled marketplace; each opens its own, so that none measures what another left behind. */
export const hotPaths: readonly Figure[] = Object.entries(HOT_PATHS).map(([name, { title, contenders }]) => ({
  name,
  title,
  async measure({ workshop, rounds, skus }: FigureContext) {
    const database = `bench_${name}`;
    const market = await openMarket(workshop, { name: database, skus, state: "published" });
    const stand = await openStand(workshop, market, database);
    try {
      return { samples: await interleaved(await contenders(stand, skus), rounds), facts: { skus } };
    } finally {
      await stand.stop();
    }
  },
}));
