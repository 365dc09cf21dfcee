import { statement } from "../platform/database/index.ts";

/** Where a picture of a product is. */
export interface PictureRow {
  /** Null = the product has no such picture. */
  readonly url: string | null;
  /** When it was checked last; null = not yet. */
  readonly checked_at: number | null;
}
/** The address of the picture $3 of a product, and when it was checked. No row = no such product. Index: products_pkey, image_checks_pkey. */
export const findPicture = statement<PictureRow>(
  "pictures.find",
  `select i.url, c.checked_at
     from products p
    cross join lateral (select (p.images::json -> $3::integer) ->> 'url' as url) i
     left join image_checks c on c.seller_id = $1 and c.product_group = p.product_group and c.url = i.url
    where p.seller_id = $1 and p.sku = $2`,
);
