import type { KeyRing } from "../platform/crypto/index.ts";
import type { ZipEntry } from "../platform/archive/index.ts";
import { documentSealContext } from "../orders/index.ts";
import type { InvoiceDocumentRow } from "./queries.ts";

/** Documents read in one query. They are all held in memory. */
export const DOCUMENTS_PER_PAGE = 200;

/** Reads the page of documents after `last`; the first page when it is undefined. */
export type ReadPage = (last: InvoiceDocumentRow | undefined) => Promise<readonly InvoiceDocumentRow[]>;

/** The entries of an archive, or undefined when there are none. Holds one page in memory at a time. */
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

/** Turns a seller's sealed document into the entry `{key}-procNFe.xml`. Its bytes stay deflated. */
export const toZipEntry =
  (keys: KeyRing, sellerId: number) =>
  ({ order_number, shipping_code, access_key, document, crc32, size_bytes }: InvoiceDocumentRow): ZipEntry => ({
    name: `${access_key}-procNFe.xml`,
    deflated: keys.open(document, documentSealContext(sellerId, order_number, shipping_code)),
    crc32,
    size: size_bytes,
  });
