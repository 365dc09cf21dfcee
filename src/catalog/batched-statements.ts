import { createStatementBatcher, type Database, skuKey } from "../platform/database/index.ts";
import type { StoredProduct } from "./product-view.ts";
import {
  changeProducts,
  checkFamilyCapacity,
  createProducts,
  getCores,
  getProducts,
  type ChangedRow,
  type CoreRow,
  type CreatedRow,
  type FamilyCapacityRow,
  type ProductRow,
} from "./queries.ts";

/** A product to create or replace. */
export interface ProductWrite extends StoredProduct {
  readonly sellerId: number;
  readonly sku: string;
  readonly productGroup: string;
  /** `listCents` and `saleCents` are null when no price was sent; `physical` is null when no stock was sent. */
  readonly listCents: number | null;
  readonly saleCents: number | null;
  readonly physical: number | null;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string;
  /** Maximum number of products in the family of the product. */
  readonly largestFamily: number;
}

/** A product to read. `images` and `attributes` say whether to include these large columns. */
export interface ProductRead {
  readonly sellerId: number;
  readonly sku: string;
  readonly images: boolean;
  readonly attributes: boolean;
}

type CapacityCheck = Pick<ProductWrite, "sellerId" | "sku" | "productGroup" | "largestFamily">;

/** The columns of the statements that create and replace products. */
export const WRITE_COLUMNS: readonly ((write: ProductWrite) => unknown)[] = [
  (write) => write.sellerId,
  (write) => write.sku,
  (write) => write.productGroup,
  (write) => write.core,
  (write) => write.images,
  (write) => write.attributes,
  (write) => write.listCents,
  (write) => write.saleCents,
  (write) => write.physical,
  (write) => write.at,
  (write) => write.actor,
  (write) => write.requestId,
  (write) => write.largestFamily,
];

/** The statements of the product operations. Each sends calls that arrive together as one batch. */
export const createProductBatches = (db: Database) => ({
  creations: createStatementBatcher<ProductWrite, CreatedRow>(db, {
    name: "product creations",
    query: createProducts,
    policy: "numbering",
    appendsEvents: true,
    keyOf: skuKey,
    columns: WRITE_COLUMNS,
  }),
  changes: createStatementBatcher<ProductWrite, ChangedRow>(db, {
    name: "product changes",
    query: changeProducts,
    policy: "numbering",
    appendsEvents: true,
    sharesKeys: true,
    keyOf: skuKey,
    columns: WRITE_COLUMNS,
  }),
  coreReads: createStatementBatcher<Pick<ProductRead, "sellerId" | "sku">, CoreRow>(db, {
    name: "product reads",
    query: getCores,
    policy: "lookUp",
    columns: [(read) => read.sellerId, (read) => read.sku],
  }),
  expandedReads: createStatementBatcher<ProductRead, ProductRow>(db, {
    name: "expanded product reads",
    query: getProducts,
    policy: "lookUp",
    columns: [(read) => read.sellerId, (read) => read.sku, (read) => read.images, (read) => read.attributes],
  }),
  /** Checks whether a sku is taken and whether a family is full. */
  capacityChecks: createStatementBatcher<CapacityCheck, FamilyCapacityRow>(db, {
    name: "product rooms",
    query: checkFamilyCapacity,
    policy: "lookUp",
    columns: [(check) => check.sellerId, (check) => check.sku, (check) => check.productGroup, (check) => check.largestFamily],
  }),
});
export type ProductBatches = ReturnType<typeof createProductBatches>;
