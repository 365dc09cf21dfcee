import { toCents } from "../platform/basics/index.ts";
import { Refusal } from "../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import type * as contract from "./contract.ts";
import { productErrors } from "./errors.ts";
import type { ProductBatches, ProductWrite } from "./batched-statements.ts";
import { toStoredProduct } from "./product-view.ts";
import type { ProductBody } from "./product-schema.ts";
import { familyFullFailure, submissionFailures, toProductDocument, type SubmissionContext } from "./submission-rules.ts";

type Rules = ReferenceSnapshot["data"]["rules"];

/** A product as it was sent, with its sender. */
export type SubmittedBody = Pick<SellerCall<typeof contract.postProduct>, "who" | "sent" | "body" | "bodyFailures" | "at" | "requestId">;

/** Reads a submitted body. Returns the data to write, or a refusal with every failure that can be found without the database. */
export function readSubmission(
  call: SubmittedBody,
  { driveHosts, largestFamily }: Rules,
  context: Pick<SubmissionContext, "pathSku" | "offerRequired">,
): ProductWrite | Refusal {
  const { bodyFailures } = call;
  const failures = [...bodyFailures, ...submissionFailures(call.sent, { ...context, bodyFailures, driveHosts })];
  if (failures.length > 0) return new Refusal(failures);
  const body: ProductBody = call.body;
  return {
    ...toStoredProduct(toProductDocument(body)),
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
}

/**
 * Codes of rules that may have come into effect after the product was created. A refusal with `sku_registered` leaves these failures out.
 * So the answer to a repeated creation says only that the sku is registered, which shows that the first creation succeeded (decisions 9).
 */
const MAY_BE_NEW: ReadonlySet<string> = new Set(["image_url_drive", "price_missing", "stock_missing"]);

/**
 * A refused body. `changedSku` is the sku of the product that the body was sent to change. It is undefined for a body that was sent to
 * create a product.
 */
interface RefusedSubmission {
  readonly refusal: Refusal;
  readonly sellerId: number;
  readonly sent: unknown;
  readonly changedSku?: string;
}

/**
 * Adds to a refusal that the sku is taken or, if it is not, that the family is full. So one answer reports these problems too. A sku or
 * family name that failed its own check is not looked up, because no product has it.
 */
export async function withStoredConflicts(
  { capacityChecks }: Pick<ProductBatches, "capacityChecks">,
  { largestFamily }: Rules,
  { refusal, sellerId, sent, changedSku }: RefusedSubmission,
): Promise<Refusal> {
  const body = (sent ?? {}) as { readonly sku?: unknown; readonly productGroup?: unknown };
  const failed = new Set(refusal.failures.map(({ pointer }) => pointer));
  const readable = (name: "sku" | "productGroup") => (typeof body[name] === "string" && !failed.has(`/${name}`) ? body[name] : undefined);
  const sku = changedSku ?? readable("sku");
  const productGroup = readable("productGroup");
  if (failed.has("") || (sku === undefined && productGroup === undefined)) return refusal;
  const row = await capacityChecks.submit({ sellerId, sku: sku ?? "", productGroup: productGroup ?? "", largestFamily });
  const { taken, crowded } = row!;
  const isChange = changedSku !== undefined;
  if (!isChange && taken) {
    const lasting = refusal.failures.filter(({ code }) => !MAY_BE_NEW.has(code));
    return new Refusal([...lasting, productErrors.failure("sku_registered", { pointer: "/sku", received: sku })]);
  }
  // A change of an unknown product is refused anyway, so a full family is not reported.
  if (!crowded || productGroup === undefined || (isChange && !taken)) return refusal;
  return new Refusal([...refusal.failures, familyFullFailure({ productGroup, largestFamily })]);
}
