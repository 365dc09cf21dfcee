import type { KeyRing } from "../platform/crypto/index.ts";
import type { ZipEntry } from "../platform/archive/index.ts";
import { documentSealContext } from "../orders/index.ts";
import type { InvoiceDocumentRow } from "./queries.ts";

/** Maximum number of invoice documents that one query reads. All documents of a query are in memory at the same time. */
export const DOCUMENTS_PER_PAGE = 200;

/** Reads the page of documents after `last`, or the first page when `last` is undefined. */
export type ReadPage = (last: InvoiceDocumentRow | undefined) => Promise<readonly InvoiceDocumentRow[]>;

/** The entries of a ZIP archive, or undefined when there are no documents. Holds one page of documents in memory at a time. */
export async function archiveEntries(
  read: ReadPage,
  open: (row: InvoiceDocumentRow) => ZipEntry,
): Promise<AsyncGenerator<ZipEntry> | undefined> {
  const first = await read(undefined);
  return first.length === 0 ? undefined : entriesFrom(first, read, open);
}

async function* entriesFrom(
  first: readonly InvoiceDocumentRow[],
  read: ReadPage,
  open: (row: InvoiceDocumentRow) => ZipEntry,
): AsyncGenerator<ZipEntry> {
  for (let page = first; page.length > 0; page = page.length < DOCUMENTS_PER_PAGE ? [] : await read(page.at(-1))) {
    for (const row of page) yield open(row);
  }
}

/** Creates the function that makes a ZIP entry `{key}-procNFe.xml` from a seller's encrypted document. The document stays compressed. */
export const toZipEntry =
  (keys: KeyRing, sellerId: number) =>
  ({ order_number, shipping_code, access_key, document, crc32, size_bytes }: InvoiceDocumentRow): ZipEntry => ({
    name: `${access_key}-procNFe.xml`,
    deflated: keys.open(document, documentSealContext(sellerId, order_number, shipping_code)),
    crc32,
    size: size_bytes,
  });
