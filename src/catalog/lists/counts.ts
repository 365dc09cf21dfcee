import { COUNTED_EXACTLY, createRememberedCounts, type Database } from "../../platform/database/index.ts";
import { countOpenChanges } from "../changes/operator-lists/queries.ts";
import { critiqueOf } from "../critique-view.ts";
import type { Lang } from "../../platform/contract/index.ts";
import type { PublicationStatus } from "../publication.ts";
import { summarizeCritiques } from "../queries.ts";
import { countByStatus, countProducts } from "./queries.ts";

/** How many there are, and since when the first one of the list waits: epoch ms of the marketplace's clock. */
export interface CatalogCount {
  readonly count: number;
  readonly first: number | undefined;
}

/** The critiques of one code. */
export interface CritiqueCount {
  readonly code: string;
  /** The rule in a sentence; empty for codes that reviewers define. */
  readonly rule: string;
  readonly count: number;
  readonly products: number;
}

/** Counts of the catalogue. They are exact up to 10,000, and beyond that at most a few seconds old. */
export interface CatalogCounts {
  readonly productsIn: (sellerId: number, statuses: readonly PublicationStatus[]) => Promise<number>;
  /** The codes with most critiques of a seller, at most `limit`. */
  readonly topCritiques: (sellerId: number, limit: number, lang: Lang) => Promise<readonly CritiqueCount[]>;
  /** Open change requests of all sellers. */
  readonly openChanges: () => Promise<CatalogCount>;
}

const FEW = COUNTED_EXACTLY + 1;
type Runner = Pick<Database, "run">;

/** Creates the counts of the catalogue. */
export function createCatalogCounts(db: Database): CatalogCounts {
  const products = createRememberedCounts<number>();
  const critiques = createRememberedCounts<Awaited<ReturnType<typeof critiquesOf>>>();
  const changes = createRememberedCounts<CatalogCount>();
  return {
    productsIn(sellerId, statuses) {
      const count = async (runner: Runner, limit: number | null) =>
        (await runner.run([sellerId], countByStatus, [sellerId, statuses, limit]))[0]!.products;
      return products(`${sellerId} ${statuses.join()}`, {
        async countFew() {
          const few = await count(db, FEW);
          return few >= FEW ? undefined : few;
        },
        countAll: () => count(db.wide, null),
      });
    },
    async topCritiques(sellerId, limit, lang) {
      const rows = await critiques(String(sellerId), {
        async countFew() {
          const [size] = await db.run([sellerId], countProducts, [sellerId]);
          return (size?.products ?? 0) > COUNTED_EXACTLY ? undefined : critiquesOf(db, sellerId);
        },
        countAll: () => critiquesOf(db.wide, sellerId),
      });
      return rows.slice(0, limit).map(({ code, count, products: skus }) => ({
        code,
        rule: critiqueOf(code)?.rule[lang] ?? "",
        count,
        products: skus,
      }));
    },
    openChanges: () =>
      changes("open", {
        async countFew() {
          const few = await openChanges(db, FEW);
          return few.count === FEW ? undefined : few;
        },
        countAll: () => openChanges(db.wide, null),
      }),
  };
}

const critiquesOf = (runner: Runner, sellerId: number) => runner.run([sellerId], summarizeCritiques, [sellerId]);

async function openChanges(runner: Runner, limit: number | null): Promise<CatalogCount> {
  const [row] = await runner.run("every seller", countOpenChanges, [limit]);
  return { count: row!.changes, first: row!.first ?? undefined };
}
