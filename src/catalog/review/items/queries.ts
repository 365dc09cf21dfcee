import { statement } from "../../../platform/database/index.ts";
import type { PublicationStatus } from "../../publication.ts";

/** A product that somebody has just claimed, whole. */
export interface ItemRow {
  readonly ord: number;
  readonly status: PublicationStatus;
  readonly product_group: string;
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
  readonly reviews: string;
  readonly version: number;
  readonly queued_at: number;
  readonly due_at: number;
  readonly seller_name: string;
  /** JSON: url and verdict of each checked image. */
  readonly checks: string;
}
/** Claimed products, whole, with the verdicts on their images. Index: products_pkey, review_claims_pkey, image_checks_pkey. */
export const getItems = statement<ItemRow>(
  "review-items.get",
  `select i.ord::integer as ord, p.status, p.product_group, p.core, p.images, p.attributes, p.reviews, p.version, c.queued_at, c.due_at, s.name as seller_name, v.checks
     from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as i(seller_id, sku, change_id, ord)
     join products p on p.seller_id = i.seller_id and p.sku = i.sku
     join review_claims c on c.seller_id = i.seller_id and c.sku = i.sku and c.change_id = i.change_id
     join sellers s on s.seller_id = i.seller_id
     cross join lateral (
       select coalesce(json_agg(json_build_object('url', k.url, 'verdict', k.verdict::json)), '[]')::text as checks
         from json_array_elements(p.images::json) as m(image)
         join image_checks k on k.seller_id = p.seller_id and k.product_group = p.product_group and k.url = m.image ->> 'url'
        where k.verdict is not null
     ) v`,
);

export interface FamilyMemberRow {
  readonly seller_id: number;
  readonly product_group: string;
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly core: string;
}
/** The members of families, $3 of each at most, in the order of their creation. Index: products_of_family. */
export const getFamilies = statement<FamilyMemberRow>(
  "review-items.get_families",
  `select f.seller_id, f.product_group, m.sku, m.status, m.core
     from unnest($1::bigint[], $2::text[]) as f(seller_id, product_group)
     cross join lateral (
       select p.sku, p.status, p.core, p.ordinal from products p
        where p.seller_id = f.seller_id and p.product_group = f.product_group order by p.ordinal limit $3
     ) m
    order by f.seller_id, m.ordinal`,
);

export interface SellerDecisionRow {
  readonly seller_id: number;
  readonly nth: number;
  readonly sku: string;
  /** The change request that was decided; empty = the product. */
  readonly change_id: string;
  readonly decision: "approve" | "criticize";
  readonly reasons: string;
  readonly at: number;
}
/** The last decisions on each seller that stand, newest first. Index: review_decisions_pkey. */
export const getSellerDecisions = statement<SellerDecisionRow>(
  "review-items.get_seller_decisions",
  `select s.seller_id, d.nth, d.sku, d.change_id, d.decision, d.reasons, d.at
     from unnest($1::bigint[]) as s(seller_id)
     cross join lateral (
       select r.nth, r.sku, r.change_id, r.decision, r.reasons, r.at from review_decisions r
        where r.seller_id = s.seller_id and r.undone_at is null order by r.nth desc limit $2
     ) d
    order by s.seller_id, d.nth desc`,
);

export interface DuplicateRow {
  readonly ord: number;
  readonly identity: string;
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly product_group: string;
  readonly core: string;
}
/** Products of other families of the seller with an identity that was asked for. Index: product_identities_pkey, products_pkey. */
export const findDuplicates = statement<DuplicateRow>(
  "review-items.find_duplicates",
  `select i.ord, i.identity, d.sku, d.status, d.product_group, d.core
     from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[]) as i(seller_id, identity, product_group, ord)
     cross join lateral (
       select p.sku, p.status, p.product_group, p.core
         from product_identities t
         join products p on p.seller_id = t.seller_id and p.sku = t.sku
        where t.seller_id = i.seller_id and t.identity = i.identity and p.product_group <> i.product_group
        order by t.sku limit $5
     ) d`,
);
