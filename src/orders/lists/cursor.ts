import { sha256 } from "../../platform/basics/index.ts";

/** A position in a list of orders, and the facts that identify the list. */
export interface ListCursor {
  /** Page that the cursor leads to, counted from 0. */
  readonly page: number;
  /** Ordinal of the newest order when the first page was read. Newer orders are left out, so that pages do not shift. */
  readonly newest: number;
  /** The last order of the previous page: order date in epoch ms, and ordinal. */
  readonly after: readonly [date: number, ordinal: number];
  /** Fingerprint of the list that the cursor belongs to. */
  readonly list: string;
}

const FINGERPRINT_BYTES = 8;

/** Computes a hash of a list's seller, page size and filters, in hex. */
export const queryFingerprint = (query: readonly (string | number | undefined)[]): string =>
  sha256(JSON.stringify(query)).toString("hex", 0, FINGERPRINT_BYTES);

/** Encodes a cursor as an opaque word for links. */
export const encodeCursor = ({ page, newest, after, list }: ListCursor): string =>
  Buffer.from([page, newest, ...after, list].join(".")).toString("base64url");

const CURSOR = /^(\d{1,9})\.(\d{1,15})\.(-?\d{1,16})\.(\d{1,15})\.([0-9a-f]{16})$/;

/** Decodes the cursor word in a link. Undefined if the word is not a cursor. */
export function decodeCursor(word: string): ListCursor | undefined {
  const match = CURSOR.exec(Buffer.from(word, "base64url").toString("latin1"));
  if (match === null) return undefined;
  const [page, newest, date, ordinal] = match.slice(1, -1).map(Number) as [number, number, number, number];
  return { page, newest, after: [date, ordinal], list: match.at(-1)! };
}
