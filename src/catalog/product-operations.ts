import { coalesced, skuKey } from "../platform/coalesce.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import { toCents } from "../platform/decimal.ts";
import { Refusal } from "../platform/errors.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { productErrors } from "./errors.ts";
import { DEFAULT_SIZE, pageLinks } from "./paging.ts";
import { acceptedText, expansionsOf, productPath, productWriter, stored, type StoredProduct } from "./product-view.ts";
import type { ProductBody } from "./product-schema.ts";
import { stateOf } from "./publication.ts";
import { changeProducts, createProducts, getProducts, listProducts, type ChangedRow, type CreatedRow, type ProductRow } from "./queries.ts";
import { documentOf, submissionFailures } from "./submission.ts";

export interface ProductsContext {
  readonly db: Database;
  readonly reference: () => ReferenceSnapshot;
  /** Called when a validation is due. */
  readonly onSubmitted: () => void;
}

interface Submission extends StoredProduct {
  readonly sellerId: number;
  readonly sku: string;
  readonly productGroup: string;
  readonly listCents: number | null;
  readonly saleCents: number | null;
  readonly physical: number | null;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string;
}
interface ProductRead {
  readonly sellerId: number;
  readonly sku: string;
  readonly images: boolean;
  readonly attributes: boolean;
}

const COLUMNS: readonly ((i: Submission) => unknown)[] = [
  (i) => i.sellerId,
  (i) => i.sku,
  (i) => i.productGroup,
  (i) => i.core,
  (i) => i.images,
  (i) => i.attributes,
  (i) => i.listCents,
  (i) => i.saleCents,
  (i) => i.physical,
  (i) => i.at,
  (i) => i.actor,
  (i) => i.requestId,
];

/** Products (seed 4.1): create, replace, read, list. Writes and reads are coalesced. */
export function productEndpoints({ db, reference, onSubmitted }: ProductsContext): readonly Endpoint[] {
  const creations = coalesced<Submission, CreatedRow>(db, {
    name: "product creations",
    query: createProducts,
    keyOf: skuKey,
    columns: COLUMNS,
  });
  const changes = coalesced<Submission, ChangedRow>(db, {
    name: "product changes",
    query: changeProducts,
    keyOf: skuKey,
    columns: COLUMNS,
  });
  const reads = coalesced<ProductRead, ProductRow>(db, {
    name: "product reads",
    query: getProducts,
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.images, (i) => i.attributes],
  });

  /** Every synchronous failure of the body at once, or what is to be stored. */
  const submission = (
    call: SellerCall<typeof contract.postProduct>,
    facts: { readonly pathSku?: string; readonly offerRequired: boolean },
  ): Submission | Refusal => {
    const failures = [
      ...call.bodyFailures,
      ...submissionFailures(call.sent, { ...facts, bodyFailures: call.bodyFailures, driveHosts: reference().data.rules.driveHosts }),
    ];
    if (failures.length > 0) return new Refusal(failures);
    const body: ProductBody = call.body;
    return {
      ...stored(documentOf(body)),
      sellerId: call.who.sellerId,
      sku: body.sku,
      productGroup: body.productGroup,
      listCents: body.price ? toCents(body.price.listPrice) : null,
      saleCents: body.price ? toCents(body.price.salePrice) : null,
      physical: body.stock?.available ?? null,
      at: call.at,
      actor: call.who.actor,
      requestId: call.requestId,
    };
  };

  const accepted = (product: Submission, body: ProductBody): Answer => {
    onSubmitted();
    return { status: 202, headers: { location: productPath(product.sku) }, text: acceptedText(product.sku, product, body) };
  };

  return [
    endpoint(
      contract.postProduct,
      async (call: SellerCall<typeof contract.postProduct>) => {
        const product = submission(call, { offerRequired: !call.who.separatePriceAndStock });
        if (product instanceof Refusal) return product;
        const row = await creations.submit(product);
        if (row!.taken) return productErrors.refuse("sku_registered", { pointer: "/sku", received: product.sku });
        return accepted(product, call.body);
      },
      { bodyFailures: "handler's" },
    ),
    endpoint(
      contract.putProduct,
      async (call: SellerCall<typeof contract.putProduct>) => {
        const { sku } = call.path;
        const product = submission(call as unknown as SellerCall<typeof contract.postProduct>, { pathSku: sku, offerRequired: false });
        if (product instanceof Refusal) return product;
        const row = await changes.submit(product);
        if (!row) return productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
        const state = stateOf(row.status);
        if (!state.editable)
          return productErrors.refuse("product_not_editable", { pointer: "/status", params: { sku, status: state.status } });
        return accepted(product, call.body);
      },
      { bodyFailures: "handler's" },
    ),
    endpoint(contract.getProduct, async (call: SellerCall<typeof contract.getProduct>) => {
      const { sku } = call.path;
      const expansions = expansionsOf(call.query);
      const images = expansions.has("images");
      const row = await reads.submit({ sellerId: call.who.sellerId, sku, images, attributes: expansions.has("attributes") });
      if (!row) return productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
      return { status: 200, text: productWriter(expansions)(row) };
    }),
    endpoint(contract.listProducts, async (call: SellerCall<typeof contract.listProducts>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE } = call.query;
      const { sellerId } = call.who;
      const expansions = expansionsOf(call.query);
      const rows = await db.run([sellerId], listProducts, [
        sellerId,
        page * size,
        size,
        expansions.has("images"),
        expansions.has("attributes"),
      ]);
      const write = productWriter(expansions);
      const items: string[] = [];
      for (const { core, images, attributes, status } of rows) {
        if (core !== null && status !== null) items.push(write({ core, images, attributes, status }));
      }
      if (items.length === 0) return { status: 204 };
      const { total } = rows[0]!;
      const totalPages = Math.ceil(total / size);
      const links = pageLinks(
        "/api/v2/products",
        { page, size, totalPages },
        expansions.size > 0 ? { expand: [...expansions].join(",") } : {},
      );
      const text = `{"items":[${items.join(",")}],"page":${page},"totalPages":${totalPages},"size":${size},"total":${total},"_links":${JSON.stringify(links)}}`;
      return { status: 200, text };
    }),
  ];
}
