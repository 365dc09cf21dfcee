import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import { type Database, RowNotWritten } from "../platform/database/index.ts";
import { submitIdempotently } from "../platform/idempotency/index.ts";
import { productPath } from "../pricing/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { closedProductRefusal } from "./closed-product.ts";
import type { PutAsChange } from "./changes/put-operations.ts";
import { productErrors } from "./errors.ts";
import { createProductBatches, type ProductBatches, type ProductWrite } from "./batched-statements.ts";
import { readSubmission, withStoredConflicts } from "./read-submission.ts";
import { acceptedProductJson, requestedExpansions, productJson } from "./product-view.ts";
import type { ProductBody } from "./product-schema.ts";
import { familyFullFailure } from "./submission-rules.ts";

export interface ProductsContext {
  readonly db: Database;
  readonly reference: () => ReferenceSnapshot;
  /** Called after a product was accepted, because its validation may now be due. */
  readonly onSubmitted: () => void;
  /** Takes a PUT of a closed product as a change request, if its caller wants that. */
  readonly putAsChange: PutAsChange;
}

interface Products extends ProductsContext {
  readonly batches: ProductBatches;
}

type PostCall = SellerCall<typeof contract.postProduct>;
type PutCall = SellerCall<typeof contract.putProduct>;
type GetCall = SellerCall<typeof contract.getProduct>;

/** Products (seed 4.1): create, replace, read. Writes and reads are batched. */
export function productEndpoints(context: ProductsContext): readonly Endpoint[] {
  const products: Products = { ...context, batches: createProductBatches(context.db) };
  return [
    endpoint(contract.postProduct, (call: PostCall) => postProduct(products, call), { bodyFailures: "handler's" }),
    endpoint(contract.putProduct, (call: PutCall) => putProduct(products, call), { bodyFailures: "handler's" }),
    endpoint(contract.getProduct, (call: GetCall) => getProduct(products, call)),
  ];
}

async function postProduct({ db, batches, reference, onSubmitted }: Products, call: PostCall): Promise<Answer | Refusal> {
  const { sellerId, separatePriceAndStock } = call.who;
  const { rules } = reference().data;
  const product = readSubmission(call, rules, { offerRequired: !separatePriceAndStock });
  if (product instanceof Refusal) return withStoredConflicts(batches, rules, { refusal: product, sellerId, sent: call.sent });
  const answer = await submitIdempotently({ writes: batches.creations, db, idempotencyKey: call.idempotencyKey }, product, (row) => {
    if (row!.taken) return productErrors.refuse("sku_registered", { pointer: "/sku", received: product.sku });
    if (row!.crowded) return new Refusal([familyFullFailure(product)]);
    if (!row!.created) throw new RowNotWritten(`product ${product.sku}`);
    return accepted(product, call.body);
  });
  if (!(answer instanceof Refusal)) onSubmitted();
  return answer;
}

async function putProduct({ db, batches, reference, onSubmitted, putAsChange }: Products, call: PutCall): Promise<Answer | Refusal> {
  const { sku } = call.path;
  const { sellerId } = call.who;
  const { rules } = reference().data;
  const product = readSubmission(call, rules, { pathSku: sku, offerRequired: false });
  if (product instanceof Refusal)
    return withStoredConflicts(batches, rules, { refusal: product, sellerId, sent: call.sent, changedSku: sku });
  const asChange = await putAsChange(call);
  if (asChange !== undefined) return asChange;
  const answer = await submitIdempotently({ writes: batches.changes, db, idempotencyKey: call.idempotencyKey }, product, (row) => {
    if (!row) return unknownProduct(sku);
    const closed = closedProductRefusal(sku, row.status);
    if (closed !== undefined) return closed;
    if (row.crowded) return new Refusal([familyFullFailure(product)]);
    if (!row.changed) throw new RowNotWritten(`a change of product ${sku}`);
    return accepted(product, call.body);
  });
  if (!(answer instanceof Refusal)) onSubmitted();
  return answer;
}

function getProduct({ batches: { coreReads, expandedReads } }: Products, call: GetCall): Promise<Answer | Refusal> {
  const { sku } = call.path;
  const { sellerId } = call.who;
  const expansions = requestedExpansions(call.query);
  if (expansions.size === 0)
    return coreReads.submit({ sellerId, sku }).then((row) => (row ? { status: 200, text: row.core } : unknownProduct(sku)));
  const read = { sellerId, sku, images: expansions.has("images"), attributes: expansions.has("attributes") };
  return expandedReads
    .submit(read)
    .then((row) => (row ? { status: 200, text: productJson({ ...row, sku }, expansions) } : unknownProduct(sku)));
}

const unknownProduct = (sku: string) => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });

const accepted = (product: ProductWrite, body: ProductBody): Answer => ({
  status: 202,
  headers: { location: productPath(product.sku) },
  text: acceptedProductJson(product.sku, product, body),
});
