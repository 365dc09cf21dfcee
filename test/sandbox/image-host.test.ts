import { describe, expect, it } from "vitest";
import { readJpeg } from "../../src/catalog/jpeg.ts";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { DEFECTIVE_IMAGES, imageNames } from "./hosted-images.ts";

const NAME = "bag-red.jpg";
const whole = sandboxImage(NAME)!;
const size = whole.body.length;

describe("the sandbox's image host", () => {
  it("has at least 24 clean pictures, light ones, in several sizes", () => {
    const sizes = new Set(imageNames().map((name) => JSON.stringify(readJpeg(sandboxImage(name)!.body))));
    expect(imageNames().length).toBeGreaterThanOrEqual(24);
    expect(sizes.size).toBeGreaterThanOrEqual(6);
    for (const name of imageNames()) expect(sandboxImage(name)!.body.length, name).toBeLessThan(32 * 1024);
  });

  it("serves a picture whole", () => {
    expect(whole).toMatchObject({
      status: 200,
      headers: { "content-type": "image/jpeg", "content-length": String(size), "accept-ranges": "bytes" },
    });
  });

  it.each([
    ["bytes=0-99", 0, 100],
    ["bytes=100-", 100, size],
    ["bytes=-10", size - 10, size],
    [`bytes=0-${size * 2}`, 0, size],
    [`bytes=-${size * 2}`, 0, size],
    [`bytes=${size - 1}-`, size - 1, size],
  ])("serves a part: %s", (range, from, until) => {
    const answer = sandboxImage(NAME, "GET", range)!;
    expect(answer.status).toBe(206);
    expect(answer.headers["content-range"]).toBe(`bytes ${from}-${until - 1}/${size}`);
    expect(answer.headers["content-length"]).toBe(String(until - from));
    expect(answer.body.equals(whole.body.subarray(from, until))).toBe(true);
  });

  it.each([`bytes=${size}-`, `bytes=${size * 2}-${size * 3}`, "bytes=-0"])("refuses a part it does not have: %s", (range) => {
    const answer = sandboxImage(NAME, "GET", range)!;
    expect(answer).toMatchObject({ status: 416, headers: { "content-range": `bytes */${size}`, "content-length": "0" } });
    expect(answer.body).toHaveLength(0);
  });

  it.each(["bytes=9-5", "bytes=0-1,5-6", "items=0-5", "bytes=", "bytes=-", ""])("ignores what is no single range: %j", (range) => {
    expect(sandboxImage(NAME, "GET", range)).toEqual(whole);
  });

  it("answers HEAD with the same head and no body", () => {
    expect(sandboxImage(NAME, "HEAD")).toEqual({ ...whole, body: Buffer.alloc(0) });
  });

  it.each(["", "missing.jpg", "bag-red", "BAG-RED.jpg", "../README.md", "planted/too-small.jpg", "draw.ts", "__proto__"])(
    "has no %j",
    (name) => {
      expect(sandboxImage(name)).toBeUndefined();
    },
  );

  it("has every planted picture but the missing one, and none of them among the clean", () => {
    for (const [name, verdict] of Object.entries(DEFECTIVE_IMAGES)) {
      expect(sandboxImage(name) === undefined, name).toBe(verdict === "unreachable");
      expect(imageNames()).not.toContain(name);
    }
  });

  it("makes the heavy one valid: over 5 MiB, and a JPEG of a good size", () => {
    const heavy = sandboxImage("too-heavy.jpg")!.body;
    expect(heavy.length).toBeGreaterThan(5 * 1024 * 1024);
    expect(readJpeg(heavy)).toEqual({ kind: "jpeg", width: 1_000, height: 1_000 });
  });
});
