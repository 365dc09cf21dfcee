import { catalogContract, productErrors } from "../catalog/index.ts";
import { marketplaceRoleOf, membershipOf, peopleErrors, type PersonCall, roleAllows } from "../people/index.ts";
import { type Answer, type Endpoint, endpoint, type Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { pictureErrors } from "./errors.ts";
import { MAX_FILE_BYTES, type PictureFailure } from "./fetch-picture.ts";
import { findPicture } from "./queries.ts";
import { MAX_PIXELS } from "./render.ts";
import type { PictureStore } from "./store.ts";

/** A browser asks again after this time, and then only whether the picture has changed. */
const FRESH_SECONDS = 300;
const HEADERS = { "cache-control": `private, max-age=${FRESH_SECONDS}`, "cross-origin-resource-policy": "same-origin" };

type PictureCall = PersonCall<typeof contract.getPicture>;

/** Pictures of products, for people who may see the product. */
export const pictureEndpoint = (db: Database, store: PictureStore): Endpoint =>
  endpoint(contract.getPicture, async (call: PictureCall): Promise<Answer | Refusal> => {
    const { sellerId, sku, n } = call.path;
    const refusal = accessRefusal(call);
    if (refusal) return refusal;
    const [found] = await db.run([sellerId], findPicture, [sellerId, sku, n]);
    if (found === undefined) return productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
    if (found.url === null) return pictureErrors.refuse("picture_unknown", { pointer: "path.n", received: n });
    const key = { sellerId, url: found.url, checkedAt: found.checked_at ?? 0 };
    const size = call.query.w ?? "whole";
    const picture = await store.read(key, size);
    if (!Buffer.isBuffer(picture)) return failureRefusal(picture);
    return { status: 200, headers: { ...HEADERS, etag: store.etagOf(key, size) }, stream: once(picture) };
  });

/** The refusal of a person who works neither for the marketplace nor for the seller, or whose seller is suspended. */
function accessRefusal({ who, path: { sellerId } }: PictureCall): Refusal | undefined {
  if (marketplaceRoleOf(who) !== undefined) return undefined;
  const membership = membershipOf(who, sellerId);
  if (membership === undefined || !roleAllows(membership.role, catalogContract.getProduct)) {
    const own = who.memberships.flatMap((one) => (one.kind === "seller" ? [one.sellerId] : []));
    const allowed = own.length === 0 ? ["-"] : own;
    return peopleErrors.refuse("membership_missing", { pointer: "path.sellerId", received: sellerId, allowed });
  }
  return membership.isSuspended ? sellerErrors.refuse("seller_suspended") : undefined;
}

const LIMITS = { megabytes: MAX_FILE_BYTES / 1024 ** 2, megapixels: MAX_PIXELS / 1_000_000 };
const failureRefusal = (failure: PictureFailure): Refusal =>
  pictureErrors.refuse(failure === "host_unreachable" ? "picture_unreachable" : failure, { params: LIMITS });

/** An answer that is no JSON is a stream. */
async function* once(contents: Buffer): AsyncIterable<Buffer> {
  yield contents;
}
