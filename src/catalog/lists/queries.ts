import { statement } from "../../platform/database/index.ts";

/**
 * A page of products as columns. Each column contains one value per product, in the order of the page. A column is null when the page is
 * empty. `images` and `attributes` are also null when they were not requested.
 */
export interface PageRow {
  readonly ord: number;
  readonly total: number;
  /** Skus, separated by spaces. */
  readonly skus: string | null;
  readonly statuses: string | null;
  /** JSON texts, separated by a comma and a line feed. */
  readonly cores: string | null;
  readonly images: string | null;
  readonly attributes: string | null;
}
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
