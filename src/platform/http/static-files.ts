import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { extname, join } from "node:path";
import { matchingETag, VARY_ACCEPT_ENCODING } from "./compression.ts";
import { acceptsCoding, type Headers } from "./headers.ts";
import type { PlainResponse } from "./plain-routes.ts";

/** A file of the built pages, in memory. Its name has the hash of its content, so its content never changes. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** The content as it is, and compressed by each coding that the build wrote. */
  readonly bodies: ReadonlyMap<Coding, Buffer>;
}

type Coding = "br" | "gzip" | "identity";

/** The codings that a build writes, the smallest first. */
const COMPRESSED = ["br", "gzip"] as const;
const SUFFIXES: Readonly<Record<string, Coding>> = { ".br": "br", ".gz": "gzip" };
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
/** A year, the longest that caches are asked to keep anything. */
const IMMUTABLE: Headers = { "cache-control": "public, max-age=31536000, immutable" };
const NO_BODY = "";

/** Reads the files of a folder with their compressed forms `name.br` and `name.gz`, by name. Empty when there is no such folder. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, { type: string; etag: string; bodies: Map<Coding, Buffer> }>();
  for (const path of namesIn(folder).sort()) {
    const coding = SUFFIXES[extname(path)] ?? "identity";
    const name = coding === "identity" ? path : path.slice(0, -extname(path).length);
    const body = readFileSync(join(folder, path));
    if (coding !== "identity") files.get(name)?.bodies.set(coding, body);
    else files.set(name, { type: typeOf(name), etag: `"${name}"`, bodies: new Map([[coding, body]]) });
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}

const typeOf = (name: string): string => TYPES[extname(name)] ?? "application/octet-stream";

/** The response with a file, in the smallest form that the caller accepts; 304 when the caller has it already. */
export function staticResponse({ type, etag, bodies }: StaticFile, headers: IncomingHttpHeaders): PlainResponse {
  const accepted = headers["accept-encoding"] ?? "";
  const coding = COMPRESSED.find((one) => bodies.has(one) && acceptsCoding(accepted, one)) ?? "identity";
  const body = bodies.get(coding)!;
  const common = { ...IMMUTABLE, ...VARY_ACCEPT_ENCODING, etag: coding === "identity" ? etag : etag.replace(/"$/, `-${coding}"`) };
  if (matchingETag(common.etag, headers["if-none-match"]) !== undefined) return { status: 304, headers: common, body: NO_BODY };
  return {
    status: 200,
    headers: {
      ...common,
      "content-type": type,
      "content-length": String(body.length),
      ...(coding === "identity" ? {} : { "content-encoding": coding }),
    },
    body,
  };
}
