import type { KeyRing } from "../platform/crypto/key-ring.ts";
import type { ZipEntry } from "../platform/archive/zip.ts";
import { documentSealContext } from "../orders/index.ts";
import type { ArchivedRow } from "./queries.ts";

/** Documents read at once: enough for one question to be worth it, few enough to hold. */
export const DOCUMENTS_PER_PAGE = 200;

/** Reads a page of documents behind one, the first page without. */
export type ReadPage = (behind: ArchivedRow | undefined) => Promise<readonly ArchivedRow[]>;

/** Entries of an archive that has at least one; undefined when it would be empty. One page is held at a time. */
export async function archived(read: ReadPage, open: (row: ArchivedRow) => ZipEntry): Promise<AsyncGenerator<ZipEntry> | undefined> {
  const first = await read(undefined);
  return first.length === 0 ? undefined : entriesOf(first, read, open);
}

async function* entriesOf(first: readonly ArchivedRow[], read: ReadPage, open: (row: ArchivedRow) => ZipEntry): AsyncGenerator<ZipEntry> {
  for (let page = first; page.length > 0; page = page.length < DOCUMENTS_PER_PAGE ? [] : await read(page.at(-1))) {
    for (const row of page) yield open(row);
  }
}

/** Opens a seller's sealed document as the entry `{key}-procNFe.xml`; its bytes stay deflated. */
export const entryOf =
  (keys: KeyRing, sellerId: number) =>
  ({ order_number, shipping_code, access_key, document, crc32, size_bytes }: ArchivedRow): ZipEntry => ({
    name: `${access_key}-procNFe.xml`,
    deflated: keys.open(document, documentSealContext(sellerId, order_number, shipping_code)),
    crc32,
    size: size_bytes,
  });
