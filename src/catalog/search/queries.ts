import { statement } from "../../platform/database/index.ts";
import type { PublicationStatus } from "../publication.ts";

/** A found product. All columns after `scanned` are null when none was found. */
export interface FoundRow {
  /** Whether the product to continue after exists. */
  readonly known: boolean;
  /** The last product that was searched, and how many were. */
  readonly last: string | null;
  readonly scanned: number;
  readonly sku: string | null;
  readonly status: PublicationStatus;
  readonly core: string;
  readonly reviews: string;
  readonly pending: string;
  readonly status_at: number;
  readonly version: number;
  readonly pictures: number;
  readonly members: number | null;
  readonly list_cents: number | null;
  readonly sale_cents: number | null;
  readonly price_version: number | null;
  readonly physical: number | null;
  readonly reserved: number | null;
  readonly stock_version: number | null;
}

/** A text as it is compared: without accents, in lower case. */
const foldedSql = (text: string) => `regexp_replace(normalize(lower(${text}), nfd), '[\\u0300-\\u036f]', '', 'g')`;

/**
 * The statement that filters the products of `scanned`, which selects sku and nth. Parameters: seller, the sku to continue after, how many to
 * search, statuses, family, brand, department, code of a critique, text as it is compared, how many to return.
 */
const filtered = (scanned: string) => `
  with place as materialized (select a.ordinal, a.product_group from products a where a.seller_id = $1 and a.sku = $2::text),
       scanned as materialized (${scanned}),
       found as (
         select s.nth, p.sku, p.status, p.core, p.reviews, p.pending, p.status_at, p.version, json_array_length(p.images::json) as pictures,
                f.members, c.list_cents, c.sale_cents, c.version as price_version, t.physical, t.reserved, t.version as stock_version
           from scanned s
           join products p on p.seller_id = $1 and p.sku = s.sku
           left join families f on f.seller_id = $1 and f.product_group = p.product_group
           left join prices c on c.seller_id = $1 and c.sku = p.sku
           left join stocks t on t.seller_id = $1 and t.sku = p.sku
          where ($4::text[] is null or p.status = any ($4)) and ($5::text is null or p.product_group = $5)
            and ($6::text is null or p.core::json ->> 'brand' = $6) and ($7::text is null or p.core::json ->> 'department' = $7)
            and ($8::text is null or exists (select from critiques r where r.seller_id = $1 and r.sku = p.sku and r.code = $8))
            and ($9::text is null or strpos(${foldedSql(
              `concat_ws(' ', p.sku, p.product_group, p.core::json ->> 'name', p.core::json ->> 'eanIsbn')`,
            )}, $9) > 0)
          order by s.nth limit $10::integer
       )
  select $2::text is null or exists (select from place) as known,
         (select s.sku from scanned s order by s.nth desc limit 1) as last, (select count(*) from scanned)::integer as scanned,
         m.sku, m.status, m.core, m.reviews, m.pending, m.status_at, m.version, m.pictures, m.members, m.list_cents, m.sale_cents,
         m.price_version, m.physical, m.reserved, m.stock_version
    from (select 1) one
    left join found m on true
   order by m.nth`;

const NEWEST_ORDINAL = "9223372036854775807";

/** Finds products, the newest first. Searches $3 of them. Index: products_seller_id_ordinal_key, products_pkey, prices_pkey, stocks_pkey, critiques_pkey. */
export const searchNewest = statement<FoundRow>(
  "catalog.search_newest",
  filtered(`
    select p.sku, row_number() over (order by p.ordinal desc) as nth
      from (select p.sku, p.ordinal from products p
             where p.seller_id = $1 and p.ordinal < coalesce((select ordinal from place), ${NEWEST_ORDINAL})
             order by p.ordinal desc limit $3::integer) p`),
);

/** Finds products in the order of their families. Searches $3 of them. Index: products_of_family, products_pkey, prices_pkey, stocks_pkey, critiques_pkey. */
export const searchByFamily = statement<FoundRow>(
  "catalog.search_by_family",
  filtered(`
    select p.sku, row_number() over (order by p.product_group, p.ordinal) as nth
      from (select p.sku, p.product_group, p.ordinal from products p
             where p.seller_id = $1 and p.product_group >= coalesce((select product_group from place), '')
               and (p.product_group, p.ordinal) > (coalesce((select product_group from place), ''), coalesce((select ordinal from place), -1))
             order by p.product_group, p.ordinal limit $3::integer) p`),
);

/** Finds products of one family. Searches $3 of them. Index: products_of_family, products_pkey, prices_pkey, stocks_pkey, critiques_pkey. */
export const searchInFamily = statement<FoundRow>(
  "catalog.search_in_family",
  filtered(`
    select p.sku, row_number() over (order by p.ordinal) as nth
      from (select p.sku, p.ordinal from products p
             where p.seller_id = $1 and p.product_group = $5 and p.ordinal > coalesce((select ordinal from place), -1)
             order by p.ordinal limit $3::integer) p`),
);
