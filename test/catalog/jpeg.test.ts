import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JpegReading, readJpeg } from "../../src/catalog/jpeg.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const START = hex("ff d8");
const segment = (code: number, content: Uint8Array) => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const JFIF = segment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"));
const frame = (width: number, height: number, code = 0xc0) => {
  const content = hex("08 0000 0000 03 012200 021101 031101");
  content.writeUInt16BE(height, 1);
  content.writeUInt16BE(width, 3);
  return segment(code, content);
};
const jpeg = (...parts: readonly Uint8Array[]) => Buffer.concat([START, ...parts]);

describe("a JPEG's size (T34)", () => {
  it.each([
    ["baseline", jpeg(JFIF, frame(800, 600))],
    ["progressive", jpeg(JFIF, frame(800, 600, 0xc2))],
    ["any frame header, the arithmetic one too", jpeg(frame(800, 600, 0xcf))],
    [
      "tables before the frame: DQT, DHT, DAC, DRI",
      jpeg(...[0xdb, 0xc4, 0xcc, 0xdd].map((code) => segment(code, hex("0001"))), frame(800, 600)),
    ],
    ["fill bytes before a marker", jpeg(JFIF, hex("ff ff ff ff"), frame(800, 600))],
    ["bytes and stuffed zeros between segments, as decoders skip them", jpeg(JFIF, hex("00 12 ff00 34"), frame(800, 600))],
    ["markers that stand alone", jpeg(hex("ff01 ffd0 ffd7"), frame(800, 600))],
    ["an empty comment", jpeg(segment(0xfe, Buffer.alloc(0)), frame(800, 600))],
    [
      "a thumbnail inside EXIF, which is not the image",
      jpeg(segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), jpeg(JFIF, frame(160, 120))])), frame(800, 600)),
    ],
    ["a header of 65,500 x 65,500 is only read", jpeg(JFIF, frame(65_500, 65_500)), 65_500, 65_500],
    ["one pixel", jpeg(frame(1, 1)), 1, 1],
  ])("is found in %s", (_what, bytes, width = 800, height = 600) => {
    expect(readJpeg(bytes)).toEqual({ kind: "jpeg", width, height });
  });

  it("is found in every committed picture, whose name or folder says what it is", () => {
    const folder = new URL("../../data/images/", import.meta.url);
    const pictures = readdirSync(folder).filter((name) => name.endsWith(".jpg"));
    expect(pictures.length).toBeGreaterThanOrEqual(24);
    for (const name of pictures) {
      const reading = readJpeg(readFileSync(new URL(name, folder)));
      expect(reading, name).toMatchObject({ kind: "jpeg" });
      if (reading.kind !== "jpeg") continue;
      for (const side of [reading.width, reading.height]) expect(side >= 400 && side <= 1_200, name).toBe(true);
    }
    const planted = (name: string) => readJpeg(readFileSync(new URL(`planted/${name}`, folder)));
    expect(planted("too-small.jpg")).toEqual({ kind: "jpeg", width: 300, height: 300 });
    expect(planted("too-large.jpg")).toEqual({ kind: "jpeg", width: 1_600, height: 1_600 });
    expect(planted("png-in-disguise.jpg")).toEqual({ kind: "not_jpeg", found: "png" });
  });

  it("waits for more while a beginning decides nothing, and asks only for what it must have", () => {
    const whole = jpeg(JFIF, segment(0xe1, Buffer.alloc(300)), hex("ffff"), frame(800, 600));
    const enough = whole.length - 10;
    for (let length = 1; length < whole.length; length++) {
      const reading = readJpeg(whole.subarray(0, length));
      if (length >= enough) expect(reading).toEqual({ kind: "jpeg", width: 800, height: 600 });
      else if (reading.kind !== "undecided") expect.unreachable(`${length}: ${reading.kind}`);
      else expect(reading.needBytes > length && reading.needBytes <= enough, String(length)).toBe(true);
    }
  });
});

describe("what is no JPEG (T34)", () => {
  it.each([
    ["empty", ""],
    ["png", "\x89PNG\r\n\x1a\n"],
    ["gif", "GIF89a"],
    ["webp", "RIFF\x10\x20\x30\x40WEBPVP8 "],
    ["avif", "\0\0\0\x20ftypavif"],
    ["heic", "\0\0\0\x20ftypheic"],
    ["bmp", "BM1234"],
    ["tiff", "II*\0"],
    ["tiff", "MM\0*"],
    ["pdf", "%PDF-1.7"],
    ["html", "<!DOCTYPE html><html>"],
    ["html", "\xef\xbb\xbf\n <html lang=pt-BR>"],
    ["svg", '<?xml version="1.0"?>\n<svg xmlns="x">'],
    ["unknown", "hello"],
    ["unknown", "\xff\xd9"],
    ["unknown", "\0"],
  ])("is named: %s", (found, text) => {
    expect(readJpeg(Buffer.from(text, "latin1"))).toEqual({ kind: "not_jpeg", found });
  });

  it.each([
    ["pixels before any size", jpeg(JFIF, segment(0xda, hex("0101")), frame(800, 600))],
    ["the end before any size", jpeg(JFIF, hex("ffd9"))],
    ["a second start", jpeg(JFIF, START, frame(800, 600))],
    ["a segment shorter than its own length", jpeg(hex("ffe0 0001"), frame(800, 600))],
    ["a frame too short for a size", jpeg(hex("ffc0 0006 08 0320 0258"))],
    ["no width", jpeg(frame(0, 600))],
    ["no height", jpeg(frame(800, 0))],
  ])("is broken with %s", (_what, bytes) => {
    expect(readJpeg(bytes)).toEqual({ kind: "not_jpeg", found: "broken_jpeg" });
  });
});

describe("hostile bytes", () => {
  const sample = readFileSync(new URL("../../data/images/shirt-green.jpg", import.meta.url)).subarray(0, 1_200);
  const mutated = fc
    .tuple(fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 12 }), fc.nat(sample.length))
    .map(([changes, length]) => {
      const bytes = Buffer.from(sample);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes.subarray(0, length);
    });
  const markers = fc
    .array(fc.oneof(fc.constant(0xff), fc.integer({ min: 0xc0, max: 0xff }), fc.nat(8), fc.nat(255)), { maxLength: 200 })
    .map((bytes) => jpeg(hex("ff"), Uint8Array.from(bytes)));

  /** The bytes within a larger buffer: a read past their end would find other bytes and answer differently. */
  const within = (bytes: Uint8Array, filler: number): JpegReading => {
    const room = new Uint8Array(bytes.length + 128).fill(filler);
    room.set(bytes, 64);
    return readJpeg(room.subarray(64, 64 + bytes.length));
  };

  it.each([
    ["mutated pictures", mutated],
    ["heaps of markers", markers],
    ["any bytes", fc.uint8Array({ maxLength: 300 })],
  ])("in %s never throw, never lead out of bounds, and always get one of three answers", (_what, bytes: fc.Arbitrary<Uint8Array>) => {
    fc.assert(
      fc.property(bytes, (given) => {
        const reading = readJpeg(given);
        expect(within(given, 0xff)).toEqual(reading);
        expect(within(given, 0x00)).toEqual(reading);
        if (reading.kind === "jpeg") expect(Math.min(reading.width, reading.height)).toBeGreaterThan(0);
        if (reading.kind === "undecided") expect(reading.needBytes).toBeGreaterThan(given.length);
      }),
      { numRuns: 1_500 },
    );
  });

  it("keep their answer when more bytes follow, once decided", () => {
    fc.assert(
      fc.property(fc.oneof(mutated, markers), fc.uint8Array({ maxLength: 50 }), (given, more) => {
        const reading = readJpeg(given);
        if (reading.kind === "jpeg") expect(readJpeg(Buffer.concat([given, more]))).toEqual(reading);
      }),
      { numRuns: 1_500 },
    );
  });
});
