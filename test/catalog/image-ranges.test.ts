import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { check, decided, KIB, MAX, ok, PICTURE, picture } from "./picture-hosts.ts";

describe("a host that cannot do with a Range", () => {
  /** Answers `status` to a Range, and the picture without one. */
  const without =
    (status: number, image: Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
    (request, response) => {
      if (request.headers.range === undefined) response.writeHead(200, { "content-length": image.length }).end(image);
      else response.writeHead(status, headers).end(status === 206 ? image.subarray(5, 10) : "no ranges");
    };

  it.each([400, 405, 406, 412, 416, 417, 501])("and answers %i is asked once more, without it", async (status) => {
    const { result, requests } = await check(without(status, PICTURE));
    expect(result).toEqual(ok(PICTURE.length));
    expect(requests.map(({ headers }) => headers.range)).toEqual(["bytes=0-65535", undefined]);
  });

  it.each(["bytes 5-9/10", "bytes */10", "nonsense", undefined])("and answers another part, %s, is asked once more", async (range) => {
    const { result, requests } = await check(without(206, PICTURE, range === undefined ? {} : { "content-range": range }));
    expect(result).toEqual(ok(PICTURE.length));
    expect(requests).toHaveLength(2);
  });

  it("has an empty file: no part of it can be answered", async () => {
    expect((await check(without(416, Buffer.alloc(0)))).result).toEqual(decided({ state: "not_jpeg", found: "empty" }));
  });

  it("is not asked a third time", async () => {
    const { result, requests } = await check((_request, response) => response.writeHead(416).end());
    expect(result).toEqual({ outcome: "failed", cause: "status 416" });
    expect(requests).toHaveLength(2);
  });

  it("is read up to the limit and no further", async () => {
    expect((await check(without(416, picture({ bytes: MAX })))).result).toEqual(ok(MAX));
    const image = picture({ bytes: 8 * MAX });
    let sent = 0;
    const { result } = await check((request, response) => {
      if (request.headers.range !== undefined) return response.writeHead(416).end();
      response.writeHead(200);
      const pour = () => {
        while (sent < image.length && response.write(image.subarray(sent, (sent += 64 * KIB))));
      };
      response.on("drain", pour);
      return pour();
    });
    expect(result).toEqual(decided({ state: "too_heavy", bytes: MAX + 1 }));
    expect(sent).toBeLessThan(3 * MAX);
  });
});
