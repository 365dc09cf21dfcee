import { describe, expect, it } from "vitest";
import { IMAGE_LIMITS, imageVerdict } from "../../src/catalog/image-check.ts";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { check, decided, EVERY_HOST, exif, HOSTS, KIB, ok, PICTURE, picture, START } from "./picture-hosts.ts";

describe("a file that was read to its end", () => {
  const start = (bytes: Buffer, marker: number) => bytes.indexOf(Buffer.from([0xff, marker]));
  const scanAt = start(PICTURE, 0xda);
  const verdict = (prefix: Buffer, totalBytes = prefix.length) => imageVerdict({ prefix, totalBytes }, IMAGE_LIMITS);

  it("is broken with an end and no pixels", () => {
    const bytes = Buffer.concat([PICTURE.subarray(0, scanAt), Buffer.from([0xff, 0xd9])]);
    expect(verdict(bytes)).toEqual({ state: "not_jpeg", found: "broken_jpeg" });
  });

  it.each([
    ["the first bytes of its headers", PICTURE.subarray(0, 100)],
    ["its headers alone", PICTURE.subarray(0, scanAt)],
    ["a scan's header and nothing behind it", PICTURE.subarray(0, scanAt + 2 + PICTURE.readUInt16BE(scanAt + 2))],
    ["2,000 of its bytes", PICTURE.subarray(0, 2_000)],
    ["all but its last byte", PICTURE.subarray(0, -1)],
    ["zeros instead of its second half", Buffer.concat([PICTURE.subarray(0, 7_000), Buffer.alloc(7_000)])],
    ["a thumbnail that ends, and a picture that does not", Buffer.concat([START, exif(PICTURE), PICTURE.subarray(2, 9_000)])],
  ])("is incomplete with %s", (_what, bytes) => {
    expect(verdict(bytes)).toEqual({ state: "not_jpeg", found: "incomplete" });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["zeros, as block devices leave them", Buffer.alloc(3_000)],
    ["a line break", Buffer.from("\r\n")],
    ["a second picture, as cameras append one", PICTURE],
    ["the beginning of a second picture", PICTURE.subarray(0, 3_000)],
    ["what a web page wrote behind it", Buffer.from("<!-- cached -->")],
  ])("is shown by browsers, and taken, with %s behind its end", (_what, rest) => {
    expect(verdict(Buffer.concat([PICTURE, rest]))).toMatchObject({ state: "ok" });
  });

  it("is judged by what was seen where the rest was not", () => {
    expect(verdict(PICTURE)).toMatchObject({ state: "ok" });
    expect(verdict(PICTURE.subarray(0, scanAt), PICTURE.length)).toMatchObject({ state: "ok" });
  });
});

describe("the end of a picture, over HTTP", () => {
  it.each(EVERY_HOST)("finds a file that was cut off incomplete on a host that %s", async (_what, host) => {
    expect((await check(host(PICTURE.subarray(0, 2_000)))).result).toEqual(decided({ state: "not_jpeg", found: "incomplete" }));
  });

  it.each([
    ["honours Range", "is not read to its end", ok(200 * KIB)],
    ["ignores Range", "is not read to its end", ok(200 * KIB)],
    ["tells no length", "has to be counted to its end", decided({ state: "not_jpeg", found: "incomplete" })],
    ["honours Range, tells no total", "is read whole", decided({ state: "not_jpeg", found: "incomplete" })],
  ] as const)("judges the end of a long file on a host that %s as one that %s", async (name, _how, result) => {
    const pixels = PICTURE.subarray(0, -2);
    const cut = Buffer.concat([pixels, Buffer.alloc(200 * KIB - pixels.length)]);
    expect((await check(HOSTS[name](cut))).result).toEqual(result);
    const whole = Buffer.concat([cut.subarray(0, -2), PICTURE.subarray(-2)]);
    expect((await check(HOSTS[name](whole))).result).toEqual(ok(200 * KIB));
  });

  it("finds an end of image that came in two parts", async () => {
    const image = Buffer.concat([picture({ before: 70 * KIB }).subarray(0, -2)]);
    const { result } = await check((_request, response) => {
      response.writeHead(200);
      response.write(Buffer.concat([image, Buffer.from([0xff])]));
      setTimeout(() => response.end(Buffer.from([0xd9])), 20);
    });
    expect(result).toEqual(ok(image.length + 2));
  });

  it("is missing in the sandbox's incomplete picture, whose size can be read", () => {
    const prefix = sandboxImage("incomplete.jpg")!.body;
    expect(imageVerdict({ prefix, totalBytes: prefix.length }, IMAGE_LIMITS)).toEqual({ state: "not_jpeg", found: "incomplete" });
    expect(imageVerdict({ prefix, totalBytes: prefix.length + 1 }, IMAGE_LIMITS)).toMatchObject({ state: "ok" });
  });
});
