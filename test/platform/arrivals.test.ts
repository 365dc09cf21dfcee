import fc from "fast-check";
import { describe, expect, it } from "vitest";
import pg from "pg";
import { type ArrivedRow, createArrivals } from "../../src/platform/db/arrivals.ts";
import { rowOf, shapeOf } from "../../src/platform/db/rows.ts";
import { fromUtf8, toUtf8 } from "../../src/platform/utf8.ts";

type Row = readonly (string | null)[];

/** A row as PostgreSQL sends it. */
function dataRow(row: Row): Buffer {
  const values = row.map((text) => {
    const value = Buffer.from(text ?? "", "utf8");
    const size = Buffer.alloc(4);
    size.writeInt32BE(text === null ? -1 : value.length);
    return Buffer.concat([size, value]);
  });
  const head = Buffer.alloc(7);
  head.write("D", 0, "latin1");
  head.writeUInt32BE(4 + 2 + Buffer.concat(values).length, 1);
  head.writeInt16BE(row.length, 5);
  return Buffer.concat([head, ...values]);
}

/** Long enough, now and then, to outgrow the memory it starts with. */
const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.array(
    fc.oneof(
      { weight: 20, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 300_000 }).map((length) => "çã".repeat(length / 2)) },
    ),
    { maxLength: 5 },
  ),
  { maxLength: 15 },
);
const cuts = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 40 });

/** Halves of pairs, which no text in UTF-8 has, become what stands for them. */
const asSent = (row: Row): Row => row.map((text) => (text === null ? null : Buffer.from(text).toString()));

const readAll = (
  sent: readonly Row[],
  sizes: readonly number[],
  deliver: (bytes: Buffer, arrivals: ReturnType<typeof createArrivals>) => void,
) => {
  const read: Row[] = [];
  const textOf = (value: string | null) => (value === null ? null : fromUtf8(value));
  const arrivals = createArrivals((message) => read.push((message as unknown as { fields: Row }).fields.map(textOf)));
  const stream = Buffer.concat(sent.map(dataRow));
  for (let at = 0, i = 0; at < stream.length; i += 1) {
    const size = sizes[i % sizes.length]!;
    deliver(stream.subarray(at, at + size), arrivals);
    at += size;
  }
  return read;
};

describe("what arrives from the database", () => {
  it("is the same messages however the bytes are cut, in memory of ours", () => {
    fc.assert(
      fc.property(rows, cuts, (sent, sizes) => {
        const read = readAll(sent, sizes, (bytes, arrivals) => {
          for (let at = 0; at < bytes.length;) {
            const copied = bytes.copy(arrivals.room(), 0, at);
            arrivals.read(copied);
            at += copied;
          }
        });
        expect(read).toEqual(sent.map(asSent));
      }),
      { numRuns: 60 },
    );
  });

  it("is the same messages when the bytes arrived elsewhere", () => {
    fc.assert(
      fc.property(rows, cuts, (sent, sizes) => {
        const read = readAll(sent, sizes, (bytes, arrivals) => arrivals.take(Buffer.from(bytes)));
        expect(read).toEqual(sent.map(asSent));
      }),
      { numRuns: 30 },
    );
  });
});

describe("the columns of a row", () => {
  const { INT4, INT8, BOOL, TEXT } = pg.types.builtins;
  const SHAPE = shapeOf([
    { name: "small", dataTypeID: INT4 },
    { name: "large", dataTypeID: INT8 },
    { name: "told", dataTypeID: BOOL },
    { name: "text", dataTypeID: TEXT },
  ]);
  const read = (row: Row): object => {
    let seen: object | undefined;
    const arrivals = createArrivals((message) => (seen = rowOf(SHAPE, message as ArrivedRow)));
    arrivals.take(dataRow(row));
    return seen!;
  };

  it("are numbers, truth values and texts, each null where there is none", () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
    fc.assert(
      fc.property(
        maybe(fc.integer()),
        maybe(fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.maxSafeInteger().map(BigInt))),
        maybe(fc.boolean()),
        maybe(fc.string({ unit: "grapheme", maxLength: 40 })),
        (small, large, told, text) => {
          const sent = [small, large, told === null ? null : told ? "t" : "f", text].map((one) => (one === null ? null : String(one)));
          expect(read(sent)).toEqual({ small, large: large === null ? null : Number(large), told, text });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("text as its bytes", () => {
  it("is text again, and as long as it has bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fromUtf8(toUtf8(text))).toBe(text);
        expect(toUtf8(text)).toHaveLength(Buffer.byteLength(text));
      }),
    );
  });
});
