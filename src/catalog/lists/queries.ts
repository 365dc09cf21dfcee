import { statement } from "../../platform/database/index.ts";

/**
 * A page of products as columns. Each column contains one value per product, in the order of the page. A column is null when the page is
 * empty. `images` and `attributes` are also null when they were not requested.
 */
export interface ProductColumns {
  /** Skus, separated by spaces. */
  readonly skus: string | null;
  readonly statuses: string | null;
  /** JSON texts, separated by a comma and a line feed. */
  readonly cores: string | null;
  readonly images: string | null;
  readonly attributes: string | null;
}
/** A page of products, and how many there are on all pages. */
export type PageRow = ProductColumns & { readonly ord: number; readonly total: number };
/**
 * Pages of sellers' products with the exact total. Every page is equally fast: products are never deleted, so ordinals have no gaps and
 * page k begins at ordinal k*size. A page is returned as one row, because decoding fifty rows would cost more than reading them. Index:
 * products_seller_id_ordinal_key, seller_counters_pkey.
 */
export const listProducts = statement<PageRow>(
  "catalog.list_products",
  `select i.ord::integer as ord, (select c.products from seller_counters c where c.seller_id = i.seller_id) as total,
          p.skus, p.statuses, p.cores, p.images, p.attributes
     from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::boolean[], $5::boolean[])
          with ordinality as i(seller_id, first, size, images, attributes, ord)
    cross join lateral (
       select string_agg(p.sku, ' ') as skus, string_agg(p.status, ' ') as statuses, string_agg(p.core, e',\\n') as cores,
              string_agg(p.images, e',\\n') as images, string_agg(p.attributes, e',\\n') as attributes
         from (select p.sku, p.status, p.core, case when i.images then p.images end as images,
                      case when i.attributes then p.attributes end as attributes
                 from products p
                where p.seller_id = i.seller_id and p.ordinal >= i.first and p.ordinal < i.first + i.size
                order by p.ordinal limit i.size) p
     ) p`,
);

/** Size in bytes of the attributes of a page's products. Does not read the attributes. Index: products_seller_id_ordinal_key. */
export const pageAttributeBytes = statement<{ bytes: number }>(
  "catalog.weigh_page",
  `select coalesce(sum(octet_length(attributes)), 0)::bigint as bytes
     from products where seller_id = $1 and ordinal >= $2 and ordinal < $2 + $3`,
);

// Approved products have an index of their own. One index by status for all would look, to a planner without statistics, as good as the primary key.

/**
 * The ordinals of a page of a seller's products in the statuses $2, in their order. From each status it takes as many as the page may need, in the order
 * of an index. Index: products_unapproved, products_approved.
 */
export const findByStatus = statement<{ ordinals: readonly number[] }>(
  "catalog.find_by_status",
  `select coalesce(array_agg(f.ordinal order by f.ordinal), '{}') as ordinals
     from (select p.ordinal
             from (select p.ordinal
                     from unnest($2::text[]) as w(status)
                    cross join lateral (
                      select p.ordinal from products p where p.seller_id = $1 and p.status <> 'APPROVED' and p.status = w.status
                       order by p.ordinal limit $3::bigint + $4::bigint) p
                   union all
                   (select p.ordinal from products p where p.seller_id = $1 and p.status = 'APPROVED' and 'APPROVED' = any ($2)
                     order by p.ordinal limit $3::bigint + $4::bigint)) p
            order by p.ordinal limit $3 offset $4) f`,
);
/** The products with the ordinals $2, as a page; $3 and $4: with images, with attributes. Index: products_seller_id_ordinal_key. */
export const listByOrdinals = statement<ProductColumns>(
  "catalog.list_by_ordinals",
  `select string_agg(p.sku, ' ' order by p.ordinal) as skus, string_agg(p.status, ' ' order by p.ordinal) as statuses,
          string_agg(p.core, e',\\n' order by p.ordinal) as cores,
          string_agg(case when $3::boolean then p.images end, e',\\n' order by p.ordinal) as images,
          string_agg(case when $4::boolean then p.attributes end, e',\\n' order by p.ordinal) as attributes
     from products p where p.seller_id = $1 and p.ordinal = any ($2::bigint[])`,
);
/** Size in bytes of the attributes of the products with the ordinals $2. Does not read the attributes. Index: products_seller_id_ordinal_key. */
export const attributeBytesOf = statement<{ bytes: number }>(
  "catalog.weigh_by_ordinals",
  `select coalesce(sum(octet_length(attributes)), 0)::bigint as bytes
     from products where seller_id = $1 and ordinal = any ($2::bigint[])`,
);
/** The number of a seller's products in the statuses $2, up to $3 in each. Index: products_unapproved, products_approved. */
export const countByStatus = statement<{ products: number }>(
  "catalog.count_by_status",
  `select (select count(*) from unnest($2::text[]) as w(status)
            cross join lateral (
              select from products p where p.seller_id = $1 and p.status <> 'APPROVED' and p.status = w.status limit $3) p)
        + (select count(*) from (
              select from products p where p.seller_id = $1 and p.status = 'APPROVED' and 'APPROVED' = any ($2) limit $3) p) as products`,
);
/** How many products a seller has. Index: seller_counters_pkey. */
export const countProducts = statement<{ products: number }>(
  "catalog.count_products",
  `select c.products from seller_counters c where c.seller_id = $1`,
);
