import { createStatementBatcher, skuKey } from "../platform/database/batching/statement-batcher.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { toCents } from "../platform/basics/decimal.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { submitIdempotently } from "../platform/idempotency/record-answer.ts";
import { RowNotWritten } from "../platform/database/row-not-written.ts";
import { productPath } from "../pricing/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { productErrors } from "./errors.ts";
import { acceptedText, expansionsOf, productText, stored, type StoredProduct } from "./product-view.ts";
import type { ProductBody } from "./product-schema.ts";
import {
  changeProducts,
  createProducts,
  findRoom,
  getCores,
  getProducts,
  type ChangedRow,
  type CoreRow,
  type CreatedRow,
  type ProductRow,
  type RoomRow,
} from "./queries.ts";
import { documentOf, familyFull, notEditable, submissionFailures } from "./submission-rules.ts";

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
  /** Products its family may have. */
  readonly largestFamily: number;
}
interface ProductRead {
  readonly sellerId: number;
  readonly sku: string;
  readonly images: boolean;
  readonly attributes: boolean;
}
type Room = Pick<Submission, "sellerId" | "sku" | "productGroup" | "largestFamily">;

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
  (i) => i.largestFamily,
];

/** What is wrong now and need not have been when the sku was registered: whoever repeats a call learns that it was carried out (decisions 9). */
const MAY_HAVE_CHANGED: ReadonlySet<string> = new Set(["image_url_drive", "price_missing", "stock_missing"]);

/** Products (seed 4.1): create, replace, read. Writes and reads are coalesced. */
export function productEndpoints({ db, reference, onSubmitted }: ProductsContext): readonly Endpoint[] {
  const creations = createStatementBatcher<Submission, CreatedRow>(db, {
    name: "product creations",
    query: createProducts,
    policy: "numbering",
    appendsEvents: true,
    keyOf: skuKey,
    columns: COLUMNS,
  });
  const changes = createStatementBatcher<Submission, ChangedRow>(db, {
    name: "product changes",
    query: changeProducts,
    policy: "numbering",
    appendsEvents: true,
    sharesKeys: true,
    keyOf: skuKey,
    columns: COLUMNS,
  });
  const coreReads = createStatementBatcher<Pick<ProductRead, "sellerId" | "sku">, CoreRow>(db, {
    name: "product reads",
    query: getCores,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });
  const expandedReads = createStatementBatcher<ProductRead, ProductRow>(db, {
    name: "expanded product reads",
    query: getProducts,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.images, (i) => i.attributes],
  });

  const rooms = createStatementBatcher<Room, RoomRow>(db, {
    name: "product rooms",
    query: findRoom,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.productGroup, (i) => i.largestFamily],
  });

  /** Every synchronous failure of the body at once, or what is to be stored. */
  const submission = (
    call: SellerCall<typeof contract.postProduct>,
    facts: { readonly pathSku?: string; readonly offerRequired: boolean },
  ): Submission | Refusal => {
    const { driveHosts, largestFamily } = reference().data.rules;
    const { bodyFailures } = call;
    const failures = [...bodyFailures, ...submissionFailures(call.sent, { ...facts, bodyFailures, driveHosts })];
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
      largestFamily,
    };
  };

  /**
   * A refused body's sku may be taken besides, or its family full; that is told in the same answer. What failed in the body
   * itself is not looked for: no product and no family has such a name.
   */
  const withTaken = async (refusal: Refusal, sellerId: number, sent: unknown, change?: { readonly sku: string }): Promise<Refusal> => {
    const body = (sent ?? {}) as { readonly sku?: unknown; readonly productGroup?: unknown };
    const failed = new Set(refusal.failures.map(({ pointer }) => pointer));
    const named = (name: "sku" | "productGroup") => (typeof body[name] === "string" && !failed.has(`/${name}`) ? body[name] : undefined);
    const sku = change?.sku ?? named("sku");
    const productGroup = named("productGroup");
    if (failed.has("") || (sku === undefined && productGroup === undefined)) return refusal;
    const { largestFamily } = reference().data.rules;
    const row = await rooms.submit({ sellerId, sku: sku ?? "", productGroup: productGroup ?? "", largestFamily });
    const { taken, crowded } = row!;
    if (!change && taken) {
      const lasting = refusal.failures.filter(({ code }) => !MAY_HAVE_CHANGED.has(code));
      return new Refusal([...lasting, productErrors.failure("sku_registered", { pointer: "/sku", received: sku })]);
    }
    // A product that is not there has more against it than a family without room.
    if (!crowded || productGroup === undefined || (change && !taken)) return refusal;
    return new Refusal([...refusal.failures, familyFull({ productGroup, largestFamily })]);
  };

  const unknown = (sku: string) => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
  const accepted = (product: Submission, body: ProductBody): Answer => ({
    status: 202,
    headers: { location: productPath(product.sku) },
    text: acceptedText(product.sku, product, body),
  });
  /** Once it is committed. */
  const submitted = (answer: Answer | Refusal): Answer | Refusal => {
    if (!(answer instanceof Refusal)) onSubmitted();
    return answer;
  };

  return [
    endpoint(
      contract.postProduct,
      async (call: SellerCall<typeof contract.postProduct>) => {
        const { sellerId, separatePriceAndStock } = call.who;
        const product = submission(call, { offerRequired: !separatePriceAndStock });
        if (product instanceof Refusal) return withTaken(product, sellerId, call.sent);
        const answer = await submitIdempotently({ writes: creations, db, idempotencyKey: call.idempotencyKey }, product, (row) => {
          if (row!.taken) return productErrors.refuse("sku_registered", { pointer: "/sku", received: product.sku });
          if (row!.crowded) return new Refusal([familyFull(product)]);
          if (!row!.created) throw new RowNotWritten(`product ${product.sku}`);
          return accepted(product, call.body);
        });
        return submitted(answer);
      },
      { bodyFailures: "handler's" },
    ),
    endpoint(
      contract.putProduct,
      async (call: SellerCall<typeof contract.putProduct>) => {
        const { sku } = call.path;
        const product = submission(call as unknown as SellerCall<typeof contract.postProduct>, { pathSku: sku, offerRequired: false });
        if (product instanceof Refusal) return withTaken(product, call.who.sellerId, call.sent, { sku });
        const answer = await submitIdempotently({ writes: changes, db, idempotencyKey: call.idempotencyKey }, product, (row) => {
          if (!row) return unknown(sku);
          const closed = notEditable(sku, row.status, "path.sku");
          if (closed.length > 0) return new Refusal(closed);
          if (row.crowded) return new Refusal([familyFull(product)]);
          if (!row.changed) throw new RowNotWritten(`a change of product ${sku}`);
          return accepted(product, call.body);
        });
        return submitted(answer);
      },
      { bodyFailures: "handler's" },
    ),
    endpoint(contract.getProduct, (call: SellerCall<typeof contract.getProduct>): Promise<Answer | Refusal> => {
      const { sku } = call.path;
      const { sellerId } = call.who;
      const expansions = expansionsOf(call.query);
      if (expansions.size === 0)
        return coreReads.submit({ sellerId, sku }).then((row) => (row ? { status: 200, text: row.core } : unknown(sku)));
      const asked = { sellerId, sku, images: expansions.has("images"), attributes: expansions.has("attributes") };
      return expandedReads
        .submit(asked)
        .then((row) => (row ? { status: 200, text: productText({ ...row, sku }, expansions) } : unknown(sku)));
    }),
  ];
}
