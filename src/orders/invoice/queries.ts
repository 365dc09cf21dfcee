import { statement } from "../../platform/database/index.ts";

export interface DocumentRow {
  readonly access_key: string;
  readonly document: Buffer;
  readonly crc32: number;
  readonly size_bytes: number;
}
/** The invoice document of a shipping, encrypted. Index: invoice_documents_pkey. */
export const getDocument = statement<DocumentRow>(
  "invoices.get_document",
  `select d.access_key, d.document, d.crc32, d.size_bytes from invoice_documents d
    where d.seller_id = $1 and d.order_number = $2 and d.shipping_code = $3`,
);

export interface AccessKeyUseRow {
  readonly used: boolean;
}
/** Whether another order, of any seller, uses an access key. Index: invoice_keys_pkey. */
export const getAccessKeyUse = statement<AccessKeyUseRow>(
  "invoices.get_key_use",
  `select (k.seller_id, k.order_number) <> ($2::bigint, $3::text) as used
     from invoice_keys k where k.access_key = $1`,
);
