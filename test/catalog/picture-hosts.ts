import type { RequestListener } from "node:http";
import { checkImage, IMAGE_LIMITS, type ImageLimits } from "../../src/catalog/image-check.ts";
import { createOutbound } from "../../src/platform/outbound/client.ts";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { localServer } from "../local-server.ts";

export const KIB = 1024;
export const MAX = IMAGE_LIMITS.maxBytes;
export const TIMEOUTS = { connectTimeoutMs: 1_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, totalTimeoutMs: 15_000 };

/** Checks `path` on a real host; `requests` counts what the host heard. */
export async function check(listener: RequestListener, limits: Partial<ImageLimits> = {}, path = "/1.jpg") {
  await using host = await localServer(listener);
  const outbound = createOutbound({ ...TIMEOUTS, allowedHosts: [host.authority] });
  const result = await checkImage(outbound, `http://${host.authority}${path}`, { ...IMAGE_LIMITS, ...limits });
  await outbound.close();
  return { result, requests: host.requests };
}

export const decided = (verdict: object) => ({ outcome: "decided", verdict });
export const ok = (bytes: number, width = 800, height = 800) => decided({ state: "ok", width, height, bytes });

export const PICTURE = sandboxImage("shirt-black.jpg")!.body;
/** A picture with `size` bytes of comments before its frame header, and zeros behind its end up to `bytes`. */
export function picture({ before = 0, bytes = 0 } = {}): Buffer {
  const comments = [];
  for (let left = before; left > 0; left -= 65_537) {
    const comment = Buffer.alloc(Math.max(4, Math.min(left, 65_537)));
    comment.writeUInt16BE(0xfffe);
    comment.writeUInt16BE(comment.length - 2, 2);
    comments.push(comment);
  }
  const image = Buffer.concat([PICTURE.subarray(0, 2), ...comments, PICTURE.subarray(2)]);
  return Buffer.concat([image, Buffer.alloc(Math.max(0, bytes - image.length))]);
}

export const START = PICTURE.subarray(0, 2);
/** A segment of EXIF with a picture in it. */
export const exif = (thumbnail: Buffer) => {
  const content = Buffer.concat([Buffer.from("Exif\0\0"), thumbnail]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** Hosts as sellers have them, by what they do with Range and lengths. */
export const HOSTS = {
  "honours Range":
    (image: Buffer): RequestListener =>
    ({ headers }, response) => {
      const [, last] = /^bytes=0-(\d+)$/.exec(headers.range ?? "") ?? [];
      const part = last === undefined ? image : image.subarray(0, Number(last) + 1);
      const range = { "content-range": `bytes 0-${part.length - 1}/${image.length}` };
      response.writeHead(last === undefined ? 200 : 206, { "content-length": part.length, ...(last === undefined ? {} : range) }).end(part);
    },
  "ignores Range":
    (image: Buffer): RequestListener =>
    (_request, response) => {
      response.writeHead(200, { "content-length": image.length }).end(image);
    },
  "tells no length":
    (image: Buffer): RequestListener =>
    (_request, response) => {
      response.writeHead(200);
      response.write(image);
      response.end();
    },
  "honours Range, tells no total":
    (image: Buffer): RequestListener =>
    ({ headers }, response) => {
      if (headers.range === undefined) response.end(image);
      else response.writeHead(206, { "content-range": "bytes 0-999/*" }).end(image.subarray(0, 1_000));
    },
} as const;
export const EVERY_HOST = Object.entries(HOSTS);
