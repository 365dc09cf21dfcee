import type { Marketplace, Reply, Seller } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";

/** The codes of a refusal, one per failing item. */
export const codesIn = ({ json }: Reply): readonly string[] =>
  (json.details as readonly { readonly code: string }[]).map(({ code }) => code);

/** Where the marketplace's people find an order, and what they can do with it. */
export const deskPath = ({ sellerId }: Pick<Seller, "sellerId">, orderNumber: string, word = ""): string =>
  `/operator/v1/sellers/${sellerId}/orders/${orderNumber}${word && `/${word}`}`;

/** The moves of an order, oldest first, as its events tell them. */
export async function movesOf(
  { database }: Marketplace,
  { sellerId }: Pick<Seller, "sellerId">,
  orderNumber: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ cause: string }>("select cause from events where seller_id = $1 and resource = $2 order by version", [
    sellerId,
    `order/${orderNumber}`,
  ]);
  return rows.map(({ cause }) => cause);
}

/** What holds of every marketplace, and does not of this one. */
export const broken = ({ database }: Marketplace): Promise<readonly string[]> => brokenInvariants(database.query);
