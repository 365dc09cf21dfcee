import { statement } from "../platform/database/index.ts";

export interface EnrolmentRow {
  /** Whether the seller flagged the product for fulfilment. Only flagged products can be enrolled. */
  readonly candidate: boolean;
  /** Time of the product's earlier enrolment, epoch ms; null when the product was not enrolled before this statement. */
  readonly enrolled_at: number | null;
}
/**
 * Enrols a candidate product, or withdraws its enrolment. Returns no row when the product does not exist. Index: products_pkey,
 * fulfillment_enrolments_pkey.
 */
export const putEnrolment = statement<EnrolmentRow>(
  "fulfillment.put_enrolment",
  `with product as (
     select p.seller_id, p.sku, coalesce((p.core::json -> 'fulfillment' ->> 'candidate')::boolean, false) as candidate, e.at as enrolled_at
       from products p left join fulfillment_enrolments e on e.seller_id = p.seller_id and e.sku = p.sku
      where p.seller_id = $1 and p.sku = $2
   ), enrolled as (
     insert into fulfillment_enrolments (seller_id, sku, at, actor)
     select p.seller_id, p.sku, $4, $5 from product p where $3::boolean and p.candidate
     on conflict (seller_id, sku) do nothing
   ), withdrawn as (
     delete from fulfillment_enrolments e where not $3::boolean and e.seller_id = $1 and e.sku = $2
   )
   select candidate, enrolled_at from product`,
);

export interface InvoiceDocumentRow {
  readonly at: number;
  readonly order_number: string;
  readonly shipping_code: number;
  readonly access_key: string;
  readonly document: Buffer;
  readonly crc32: number;
  readonly size_bytes: number;
}
/**
 * A page of the fulfilment operator's invoices for a seller that were registered from `$2` to `$3` inclusive, oldest first. The page starts
 * after the last row of the previous page (`$4`, `$5`, `$6`). Index: invoice_documents_of_fulfillment.
 */
export const listInvoiceDocuments = statement<InvoiceDocumentRow>(
  "fulfillment.list_archived",
  `select d.at, d.order_number, d.shipping_code, d.access_key, d.document, d.crc32, d.size_bytes
     from invoice_documents d
    where d.seller_id = $1 and d.fulfillment and d.at <= $3 and d.at >= $2
      and (d.at, d.order_number, d.shipping_code) > ($4::bigint, $5::text, $6::integer)
    order by d.at, d.order_number, d.shipping_code limit $7`,
);
/** A page of the fulfilment operator's invoices for one order. The page starts after shipping code `$3`. Index: invoice_documents_pkey. */
export const listInvoiceDocumentsOfOrder = statement<InvoiceDocumentRow>(
  "fulfillment.list_archived_of_order",
  `select d.at, d.order_number, d.shipping_code, d.access_key, d.document, d.crc32, d.size_bytes
     from invoice_documents d
    where d.seller_id = $1 and d.order_number = $2 and d.fulfillment and d.shipping_code > $3
    order by d.shipping_code limit $4`,
);
