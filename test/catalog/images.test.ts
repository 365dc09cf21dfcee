import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkImage, IMAGE_LIMITS, retryDelayMs, imageVerdict } from "../../src/catalog/image-check.ts";
import { createOutbound } from "../../src/platform/outbound/client.ts";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { DEFECTIVE_IMAGES, imageNames } from "../sandbox/hosted-images.ts";
import { localServer } from "../local-server.ts";
import { check, decided, EVERY_HOST, HOSTS, KIB, MAX, ok, PICTURE, picture, TIMEOUTS } from "./picture-hosts.ts";

describe("an image check (seed 2.1, T34)", () => {
  it.each(EVERY_HOST)("finds a good image on a host that %s", async (_what, host) => {
    const { result } = await check(host(PICTURE));
    expect(result).toEqual(ok(PICTURE.length));
  });

  it.each(EVERY_HOST)("finds a size behind the first 64 KiB on a host that %s, with one more request", async (_what, host) => {
    const image = picture({ before: 300 * KIB });
    const { result, requests } = await check(host(image));
    expect(result).toEqual(ok(image.length));
    expect(requests).toHaveLength(2);
  });

  it.each(EVERY_HOST)("takes 5 MiB and not a byte more from a host that %s", async (_what, host) => {
    expect((await check(host(picture({ bytes: MAX })))).result).toEqual(ok(MAX));
    expect((await check(host(picture({ bytes: MAX + 1 })))).result).toEqual(decided({ state: "too_heavy", bytes: MAX + 1 }));
  });

  it.each(EVERY_HOST)("finds a size in the last bytes of a picture of 5 MiB on a host that %s", async (_what, host) => {
    const image = picture({ before: MAX - PICTURE.length - 400 });
    expect((await check(host(image))).result).toEqual(ok(image.length));
  });

  it("asks for 64 KiB as they are, once, and reads no further on a host that ignores that", async () => {
    const image = picture({ bytes: 4 * KIB * KIB });
    let sent = 0;
    const { result, requests } = await check((_request, response) => {
      response.writeHead(200, { "content-length": image.length });
      // Slowly: what is poured at once all fits into the system's buffers, read or not.
      const pour = () => {
        if (response.destroyed || sent >= image.length) return;
        response.write(image.subarray(sent, (sent += 64 * KIB)));
        setTimeout(pour, 5);
      };
      pour();
    });
    expect(result).toEqual(ok(image.length));
    expect(requests.map(({ headers }) => [headers.range, headers["accept-encoding"]])).toEqual([["bytes=0-65535", "identity"]]);
    expect(sent).toBeLessThan(image.length);
  });

  it("proves a JPEG by its bytes, whatever the Content-Type says", async () => {
    const png = sandboxImage("png-in-disguise.jpg")!.body;
    const as =
      (type: string, body: Buffer): RequestListener =>
      (_request, response) =>
        response.writeHead(200, { "content-type": type }).end(body);
    expect((await check(as("text/html", PICTURE))).result).toEqual(ok(PICTURE.length));
    expect((await check(as("image/jpeg", png))).result).toEqual(decided({ state: "not_jpeg", found: "png" }));
  });

  it.each([
    ["html", Buffer.from("<!doctype html><h1>Not found</h1>")],
    ["empty", Buffer.alloc(0)],
    ["unknown", Buffer.from("ok")],
    ["incomplete", PICTURE.subarray(0, 100)],
  ])("calls a 200 with %s no JPEG", async (found, body) => {
    for (const [what, host] of EVERY_HOST.slice(1, 3)) {
      expect((await check(host(body))).result, what).toEqual(decided({ state: "not_jpeg", found }));
    }
  });

  it("reads a header of 65,500 x 65,500 without believing it", async () => {
    const image = Buffer.from(PICTURE);
    const frame = image.indexOf(Buffer.from("ffc0", "hex"));
    image.writeUInt32BE(0xffdcffdc, frame + 5);
    expect((await check(HOSTS["honours Range"](image))).result).toEqual(decided({ state: "wrong_size", width: 65_500, height: 65_500 }));
  });

  it.each([
    ["gzip", "gzip"],
    [" BR ", "br"],
    ["<script>", "encoded"],
  ])("never inflates: an answer encoded as %j is no JPEG, named %s", async (encoding, found) => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { result, requests } = await check((_request, response) => response.writeHead(200, { "content-encoding": encoding }).end(bomb));
    expect(result).toEqual(decided({ state: "not_jpeg", found }));
    expect(requests).toHaveLength(1);
  });

  it("follows three redirects and no fourth", async () => {
    const chain: RequestListener = ({ url }, response) => {
      const left = Number(url!.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end(PICTURE);
    };
    expect((await check(chain, {}, "/3")).result).toEqual(ok(PICTURE.length));
    expect((await check(chain, {}, "/4")).result).toMatchObject({ outcome: "failed" });
  });

  it("gives every clean picture of the sandbox its size, and every planted one its verdict", async () => {
    const served: RequestListener = ({ url, method, headers }, response) => {
      const answer = sandboxImage(url!.slice(1), method === "HEAD" ? "HEAD" : "GET", headers.range);
      if (answer === undefined) response.writeHead(404).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    await using host = await localServer(served);
    const outbound = createOutbound({ ...TIMEOUTS, allowedHosts: [host.authority] });
    const state = async (name: string) => {
      const result = await checkImage(outbound, `http://${host.authority}/${name}`, IMAGE_LIMITS);
      return result.outcome === "failed" ? "unreachable" : result.verdict.state;
    };
    for (const name of imageNames()) expect(await state(name), name).toBe("ok");
    for (const [name, verdict] of Object.entries(DEFECTIVE_IMAGES)) expect(await state(name), name).toBe(verdict);
    await outbound.close();
  });
});

describe("an image check that found nothing out is tried again", () => {
  it.each([401, 403, 404, 410, 204, 304, 408, 425, 429, 500, 502, 503, 504])("after a %i", async (status) => {
    const { result, requests } = await check((_request, response) => response.writeHead(status).end());
    expect(result).toEqual({ outcome: "failed", cause: `status ${status}` });
    expect(requests).toHaveLength(1);
  });

  it.each(["bytes 5-9/10", "bytes */10", "nonsense", undefined])("after a 206 that does not start at the start: %s", async (range) => {
    const { result } = await check((_request, response) =>
      response.writeHead(206, range === undefined ? {} : { "content-range": range }).end(PICTURE),
    );
    expect(result).toEqual({ outcome: "failed", cause: "status 206" });
  });

  it("after an answer in parts that never says of how many bytes", async () => {
    const { result } = await check((_request, response) =>
      response.writeHead(206, { "content-range": "bytes 0-99/*" }).end(PICTURE.subarray(0, 100)),
    );
    expect(result).toEqual({ outcome: "failed", cause: "size withheld" });
  });

  it.each([
    ["with a length", { "content-length": "100000" }],
    ["in chunks", {}],
  ])("after a connection cut in the middle of an answer %s", async (_what, headers) => {
    const { result } = await check((_request, response) => {
      response.writeHead(200, headers).write(PICTURE.subarray(0, 1_000));
      setTimeout(() => response.destroy(), 10);
    });
    expect(result).toMatchObject({ outcome: "failed" });
  });

  it("after its budget, which a drip, a redirect and a second look share", async () => {
    const drip: RequestListener = (_request, response) => {
      const drops = setInterval(() => response.write(PICTURE.subarray(0, 1)), 10);
      response.on("close", () => clearInterval(drops));
    };
    const late: RequestListener = (_request, response) =>
      void setTimeout(() => HOSTS["honours Range"](picture({ before: 100 * KIB }))(_request, response), 90);
    for (const listener of [drip, late]) {
      const startedAt = performance.now();
      const { result } = await check(listener, { budgetMs: 150 });
      expect(result).toEqual({ outcome: "failed", cause: "TIMEOUT" });
      expect(performance.now() - startedAt).toBeLessThan(600);
    }
  });

  it("after a redirect to a private address, which hears nothing of it", async () => {
    await using canary = await localServer((_request, response) => response.end(PICTURE));
    const { result } = await check((_request, response) => response.writeHead(302, { location: `http://${canary.authority}/1.jpg` }).end());
    expect(result).toEqual({ outcome: "failed", cause: "blocked" });
    expect(canary.connections()).toBe(0);
  });

  it("the same whether the guard blocked the host or nobody was there (T40)", async () => {
    const outbound = createOutbound({ ...TIMEOUTS, allowedHosts: ["nobody.test"], resolve: () => Promise.resolve([]) });
    const [blocked, gone] = await Promise.all(
      ["http://10.0.0.1/1.jpg", "http://nobody.test/1.jpg"].map((url) => checkImage(outbound, url, IMAGE_LIMITS)),
    );
    await outbound.close();
    expect({ ...blocked, cause: "" }).toEqual({ ...gone, cause: "" });
  });
});

describe("an endless image (T34)", () => {
  it("costs 5 MiB of reading, next to no memory, and its connection", async () => {
    const block = Buffer.alloc(64 * KIB);
    let poured = 0;
    const closed = Promise.withResolvers<void>();
    const endless: RequestListener = (_request, response) => {
      const pour = () => {
        while (response.write(block)) poured += block.length;
      };
      response.on("drain", pour).on("close", closed.resolve);
      response.write(PICTURE.subarray(0, 1_000));
      pour();
    };
    await check(HOSTS["ignores Range"](PICTURE));
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 1);
    const { result } = await check(endless);
    clearInterval(watch);
    await closed.promise;
    expect(result).toEqual(decided({ state: "too_heavy", bytes: MAX + 1 }));
    expect(poured).toBeLessThan(2 * MAX);
    expect(peak - before).toBeLessThan(30 * KIB * KIB);
  });
});

describe("the verdict", () => {
  const size = (width: number, height: number, totalBytes = PICTURE.length) => {
    const prefix = Buffer.from(PICTURE);
    const frame = prefix.indexOf(Buffer.from("ffc0", "hex"));
    prefix.writeUInt16BE(height, frame + 5);
    prefix.writeUInt16BE(width, frame + 7);
    return imageVerdict({ prefix, totalBytes }, IMAGE_LIMITS);
  };

  it.each([
    [400, 400, "ok"],
    [1_200, 1_200, "ok"],
    [400, 1_200, "ok"],
    [399, 400, "wrong_size"],
    [400, 399, "wrong_size"],
    [1_201, 1_200, "wrong_size"],
    [1_200, 1_201, "wrong_size"],
  ])("on %i x %i is %s", (width, height, state) => {
    expect(size(width, height)).toMatchObject({ state, width, height });
  });

  it("names the type before the weight, and the weight before the size", () => {
    expect(imageVerdict({ prefix: Buffer.from("GIF89a"), totalBytes: MAX + 1 }, IMAGE_LIMITS)).toEqual({ state: "not_jpeg", found: "gif" });
    expect(size(10, 10, MAX + 1)).toEqual({ state: "too_heavy", bytes: MAX + 1 });
  });

  it("waits while the size may still follow", () => {
    const prefix = PICTURE.subarray(0, 100);
    expect(imageVerdict({ prefix, totalBytes: 101 }, IMAGE_LIMITS)).toBeUndefined();
    expect(imageVerdict({ prefix, totalBytes: 100 }, IMAGE_LIMITS)).toEqual({ state: "not_jpeg", found: "incomplete" });
  });
});

const WAITS = [1_000, 5_000, 30_000, 120_000];

describe("the retry schedule", () => {
  it.each([
    ["sandbox", [1_000, 3_000]],
    ["production", [30_000, 300_000, 1_800_000]],
  ] as const)("%s grows, ends, and spreads by 20 percent", (_name, delays) => {
    delays.forEach((delay, nth) => {
      if (nth > 0) expect(delay).toBeGreaterThan(delays[nth - 1]!);
      expect([0, 0.5, 1].map((chance) => retryDelayMs(delays, nth + 1, chance))).toEqual([delay * 0.8, delay, delay * 1.2]);
    });
    expect(retryDelayMs(delays, delays.length + 1, 0.5)).toBeUndefined();
  });

  it("is never before now nor out of its spread, for any chance", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 4 }), (chance, tries) => {
        const delay = WAITS[tries - 1]!;
        expect(Math.abs(retryDelayMs(WAITS, tries, chance)! - delay)).toBeLessThanOrEqual(delay * 0.2);
      }),
    );
  });
});
