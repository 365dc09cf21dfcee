import pg from "pg";
import { lend, type Lent } from "../lent.ts";
import { fromUtf8, type Utf8 } from "../utf8.ts";
import { type Arrived, type ArrivedRow, NULL, SIZE_BYTES } from "./arrivals.ts";

/** A column as the database describes it, as far as it matters here. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How a statement's rows are made of what arrives: learnt from the description of its first answer on a connection. */
export interface RowShape {
  readonly names: readonly string[];
  readonly readers: readonly ((value: Arrived) => unknown)[];
  /** Columns of whole numbers, and of truth values: they are read from the bytes. */
  readonly isWhole: readonly boolean[];
  readonly isTruth: readonly boolean[];
}

const textOf = (value: Arrived): Utf8 => (typeof value === "string" ? value : value.toString("latin1")) as Utf8;

/** Of long bytes a copy: where they arrived the next ones go. */
function keptBytes(value: Arrived): Utf8 | Lent {
  if (typeof value === "string") return value as Utf8;
  const kept = lend(value.length);
  value.copy(kept);
  return kept;
}

const { builtins, getTypeParser } = pg.types;

/** How columns are read. `varchar` is text to be sent on as it is, `bpchar` the same, lent as bytes where it is long; every other text is decoded. */
const READERS: Readonly<Record<number, (value: Arrived) => unknown>> = {
  [builtins.VARCHAR]: textOf,
  [builtins.BPCHAR]: keptBytes,
  [builtins.TEXT]: (value) => fromUtf8(textOf(value)),
  [builtins.INT2]: Number,
  [builtins.INT4]: Number,
  [builtins.INT8]: Number,
};

/** How a column of a type is read. */
export function readerOf(type: number): (value: Arrived) => unknown {
  const parse = getTypeParser(type) as (value: string) => unknown;
  return READERS[type] ?? ((value) => parse(fromUtf8(textOf(value))));
}

const WHOLE: ReadonlySet<number> = new Set([builtins.INT2, builtins.INT4, builtins.INT8]);
const TRUTH: ReadonlySet<number> = new Set([builtins.BOOL]);

/** Of an answer's columns, in their order. */
export const shapeOf = (columns: readonly Column[]): RowShape => ({
  names: columns.map(({ name }) => name),
  readers: columns.map(({ dataTypeID }) => readerOf(dataTypeID)),
  isWhole: columns.map(({ dataTypeID }) => WHOLE.has(dataTypeID)),
  isTruth: columns.map(({ dataTypeID }) => TRUTH.has(dataTypeID)),
});

/** Characters of the protocol. */
const [ZERO, MINUS, TRUE] = [48, 45, 116];
/** A number of so many digits is exact whatever it is. */
const EXACT_DIGITS = 15;

function wholeAt(bytes: Buffer, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  let number = 0;
  for (let at = isNegative ? from + 1 : from; at < to; at += 1) number = number * 10 + (bytes[at]! - ZERO);
  return isNegative ? -number : number;
}

/** A row of an answer; what throws is a column's reader. */
export function rowOf({ names, readers, isWhole, isTruth }: RowShape, arrived: ArrivedRow): object {
  const row: Record<string, unknown> = {};
  const { bytes } = arrived;
  let from = arrived.at;
  for (let nth = 0; nth < names.length; nth += 1) {
    const size = bytes.readInt32BE(from);
    const name = names[nth]!;
    from += SIZE_BYTES;
    if (size === NULL) {
      row[name] = null;
      continue;
    }
    const to = from + size;
    if (isWhole[nth] && size <= EXACT_DIGITS) row[name] = wholeAt(bytes, from, to);
    else if (isTruth[nth]) row[name] = bytes[from] === TRUE;
    else row[name] = readers[nth]!(arrived.value(from, to));
    from = to;
  }
  return row;
}
