import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createArrivals } from "../../src/platform/db/arrivals.ts";
import { fromUtf8, toUtf8 } from "../../src/platform/utf8.ts";

/** A row of one column as PostgreSQL sends it. */
function dataRow(text: string): Buffer {
  const value = Buffer.from(text, "utf8");
  const head = Buffer.alloc(11);
  head.write("D", 0, "latin1");
  head.writeUInt32BE(4 + 2 + 4 + value.length, 1);
  head.writeInt16BE(1, 5);
  head.writeInt32BE(value.length, 7);
  return Buffer.concat([head, value]);
}

/** Long enough, now and then, to outgrow the memory it starts with. */
const texts = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
    { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 300_000 }).map((length) => "çã".repeat(length / 2)) },
  ),
  { maxLength: 30 },
);
const cuts = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 40 });

const readAll = (
  sent: readonly string[],
  sizes: readonly number[],
  deliver: (bytes: Buffer, arrivals: ReturnType<typeof createArrivals>) => void,
) => {
  const read: string[] = [];
  const arrivals = createArrivals((message) => read.push(fromUtf8((message as unknown as { fields: string[] }).fields[0]!)));
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
      fc.property(texts, cuts, (sent, sizes) => {
        const read = readAll(sent, sizes, (bytes, arrivals) => {
          for (let at = 0; at < bytes.length;) {
            const copied = bytes.copy(arrivals.room(), 0, at);
            arrivals.read(copied);
            at += copied;
          }
        });
        expect(read).toEqual(sent.map((text) => Buffer.from(text).toString()));
      }),
      { numRuns: 60 },
    );
  });

  it("is the same messages when the bytes arrived elsewhere", () => {
    fc.assert(
      fc.property(texts, cuts, (sent, sizes) => {
        const read = readAll(sent, sizes, (bytes, arrivals) => arrivals.take(Buffer.from(bytes)));
        expect(read).toEqual(sent.map((text) => Buffer.from(text).toString()));
      }),
      { numRuns: 30 },
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
