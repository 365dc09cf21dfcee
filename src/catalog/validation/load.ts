import type { Database } from "../../platform/database/index.ts";
import type { ImageVerdict, Pending, ProductDocument, StoredFinding } from "../product.ts";
import type { KnownImage, LoadedMember } from "./validate-family.ts";
import { familyMembers, getFamily, type ImageRow, type MemberRow } from "./queries.ts";

/** A member of a family from its database row. */
export function toLoadedMember(row: MemberRow): LoadedMember {
  const product = {
    ...(JSON.parse(row.core) as object),
    images: JSON.parse(row.images) as unknown,
    attributes: JSON.parse(row.attributes) as unknown,
  } as ProductDocument;
  return {
    sku: row.sku,
    status: row.status,
    product,
    reviews: JSON.parse(row.reviews) as StoredFinding[],
    pending: JSON.parse(row.pending) as Pending[],
    receivedAt: row.received_at,
    stock: row.physical ?? undefined,
    priced: row.priced,
  };
}

/** An image's verdict from its row. An image that is being fetched is pending, even if an earlier check had a verdict. */
export const toKnownImage = (row: ImageRow): KnownImage => ({
  verdict: row.verdict === null ? { state: "pending" } : (JSON.parse(row.verdict) as ImageVerdict),
  checkedAt: row.verdict === null ? undefined : (row.checked_at ?? undefined),
});

/** A family: its members in order of creation, and whether its stock was ever sufficient before. */
export interface LoadedFamily {
  readonly members: readonly LoadedMember[];
  readonly stockSufficed: boolean;
}

/** Loads one family. It has no members when it does not exist. */
export async function loadFamily(db: Database, sellerId: number, productGroup: string): Promise<LoadedFamily> {
  const [members, [family]] = await Promise.all([
    db.run([sellerId], familyMembers, [sellerId, [productGroup]]),
    db.run([sellerId], getFamily, [sellerId, productGroup]),
  ]);
  return { members: members.map(toLoadedMember), stockSufficed: family?.stock_sufficed ?? false };
}
