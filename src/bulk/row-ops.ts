import { catalogContract } from "../catalog/index.ts";
import { moveContract } from "../orders/index.ts";
import { IF_MATCH, integer, object, optional, type Operation, text, type TProperties, type TSchema } from "../platform/contract/index.ts";
import { pricingContract } from "../pricing/index.ts";
import type { Scope } from "../sellers/index.ts";
import { stockContract } from "../stock/index.ts";

/** What the rows of a job change: products, prices and stocks, or orders. The first are API v2, the others v1. */
export const BULK_KINDS = ["catalog", "orders"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** The permission that each kind of job needs. */
export const SCOPE_OF_KIND: Readonly<Record<BulkKind, Scope>> = { catalog: "products", orders: "orders" };

interface OpRow {
  readonly kind: BulkKind;
  readonly meaning: string;
  /** The single call that does the same. */
  readonly operation: Operation;
  /** Whether the single call's handler judges failures of the body's schema itself, together with its own. */
  readonly judgesBody: boolean;
  /** Whether a row's value can be taken back. */
  readonly reverts: boolean;
}

const move = (operation: Operation, meaning: string): OpRow => ({ kind: "orders", meaning, operation, judgesBody: true, reverts: false });

/** The operations of rows, each with the single call that does the same. */
export const ROW_OPS = {
  product: {
    kind: "catalog",
    meaning: "Cria o produto, ou o altera se o sku já existe.",
    operation: catalogContract.postProduct,
    judgesBody: true,
    reverts: false,
  },
  price: { kind: "catalog", meaning: "PUT de preço.", operation: pricingContract.putPrice, judgesBody: true, reverts: true },
  stock: { kind: "catalog", meaning: "PUT de estoque.", operation: stockContract.putStock, judgesBody: false, reverts: true },
  "order.approved": move(moveContract.putApproved, "PUT approved (somente no sandbox)."),
  "order.invoiced": move(moveContract.putInvoiced, "PUT invoiced."),
  "order.shipped": move(moveContract.putShipped, "PUT shipped."),
  "order.delivered": move(moveContract.putDelivered, "PUT delivered."),
  "order.canceled": move(moveContract.putCanceled, "PUT canceled."),
} as const satisfies Readonly<Record<string, OpRow>>;
export type RowOpName = keyof typeof ROW_OPS;

/** The names of all operations of rows. */
export const ROW_OP_NAMES = Object.keys(ROW_OPS) as readonly RowOpName[];

const ofKind = (kind: BulkKind): readonly RowOpName[] => ROW_OP_NAMES.filter((name) => ROW_OPS[name].kind === kind);
/** The operations of each kind of job. */
export const OPS_OF_KIND: Readonly<Record<BulkKind, readonly RowOpName[]>> = { catalog: ofKind("catalog"), orders: ofKind("orders") };

const ref = optional(
  text({ maxLength: 200, also: "integer", description: "Código seu da linha; volta no resultado.", examples: ["linha-1"] }),
);
const sku = text({ minLength: 1, maxLength: 300, description: "Código do produto.", examples: ["TEN-BRISA-PRETO-39"] });
/** `If-Match` of the single call; a bare version is accepted too. */
const ifMatch = optional(text({ ...IF_MATCH, pattern: `^\\d+$|${IF_MATCH.pattern}`, also: "integer" }));

/** The members that address the row, beside those of the body. */
const ADDRESSES: Readonly<Record<BulkKind, TProperties>> = {
  catalog: { sku },
  orders: {
    orderNumber: text({ minLength: 1, maxLength: 300, description: "Número do pedido.", examples: ["217350000584167"] }),
    shippingCode: integer({ minimum: 1, description: "Código da entrega.", examples: [584_168] }),
  },
};

/** The schema of a whole row of an operation. */
export function rowSchema(name: RowOpName): TSchema {
  const { kind, operation } = ROW_OPS[name];
  const { properties = {} } = (operation.body ?? {}) as { readonly properties?: TProperties };
  const address = name === "product" ? {} : ADDRESSES[kind];
  return object({ ...properties, ...address, ref, ...(name === "stock" ? { ifMatch } : {}) });
}
