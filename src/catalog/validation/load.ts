import type { Database } from "../../platform/database/database.ts";
import type { ImageVerdict, Pending, ProductDocument, Review } from "../product.ts";
import type { KnownImage, LoadedMember } from "./validate-family.ts";
import { familyMembers, getFamily, type ImageRow, type MemberRow } from "./queries.ts";

/** A row of the database as the validation reads it. */
export function loaded(row: MemberRow): LoadedMember {
  const product = {
    ...(JSON.parse(row.core) as object),
    images: JSON.parse(row.images) as unknown,
    attributes: JSON.parse(row.attributes) as unknown,
  } as ProductDocument;
  return {
    sku: row.sku,
    status: row.status,
    product,
    reviews: JSON.parse(row.reviews) as Review[],
    pending: JSON.parse(row.pending) as Pending[],
    receivedAt: row.received_at,
    stock: row.physical ?? undefined,
    priced: row.priced,
  };
}

/** What a row says of an image; one still being fetched is pending, whatever was known before. */
export const knownImage = (row: ImageRow): KnownImage => ({
  verdict: row.verdict === null ? { state: "pending" } : (JSON.parse(row.verdict) as ImageVerdict),
  checkedAt: row.verdict === null ? undefined : (row.checked_at ?? undefined),
});

/** A family as it stands: all members in order of creation, and whether its stock sufficed before. */
export interface LoadedFamily {
  readonly members: readonly LoadedMember[];
  readonly stockSufficed: boolean;
}

/** One family; without members when there is none. */
export async function loadFamily(db: Database, sellerId: number, productGroup: string): Promise<LoadedFamily> {
  const [members, [family]] = await Promise.all([
    db.run([sellerId], familyMembers, [sellerId, [productGroup]]),
    db.run([sellerId], getFamily, [sellerId, productGroup]),
  ]);
  return { members: members.map(loaded), stockSufficed: family?.stock_sufficed ?? false };
}
