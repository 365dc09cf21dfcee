import { sha256 } from "../../platform/basics/random.ts";

/** Where a walk through a list of orders has come to, and which orders were there when it began. */
export interface ListCursor {
  /** The page that comes next, from 0. */
  readonly page: number;
  /** Ordinal of the newest order when the walk began: later ones do not shift its pages. */
  readonly newest: number;
  /** What the last page ended with: order date in epoch ms, and ordinal. */
  readonly after: readonly [date: number, ordinal: number];
  /** Which list it walks through: as `queryFingerprint` says it. */
  readonly question: string;
}

const QUESTION_BYTES = 8;

/** What a list is asked for, in hex: the same for the same seller, filters and size, and for no others. */
export const queryFingerprint = (asked: readonly (string | number | undefined)[]): string =>
  sha256(JSON.stringify(asked)).toString("hex", 0, QUESTION_BYTES);

/** A walk as an opaque word for a link. */
export const encodeCursor = ({ page, newest, after, question }: ListCursor): string =>
  Buffer.from([page, newest, ...after, question].join(".")).toString("base64url");

const CURSOR = /^(\d{1,9})\.(\d{1,15})\.(-?\d{1,16})\.(\d{1,15})\.([0-9a-f]{16})$/;

/** The walk of a cursor; undefined for a word that is none. */
export function decodeCursor(cursor: string): ListCursor | undefined {
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (match === null) return undefined;
  const [page, newest, date, ordinal] = match.slice(1, -1).map(Number) as [number, number, number, number];
  return { page, newest, after: [date, ordinal], question: match.at(-1)! };
}
