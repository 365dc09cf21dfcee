import type { Head, Outbound } from "../platform/outbound/index.ts";

/** Why a picture is not shown: a code of `pictureErrors`, or its host did not answer at all. */
export type PictureFailure = "picture_unreachable" | "host_unreachable" | "picture_too_large" | "picture_not_an_image";

/** The largest file that is read (seed 2.1). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** A person is waiting: a host that takes longer is not worth it. */
const TIMEOUT_MS = 4_000;
const MAX_REDIRECTS = 3;

/** Fetches the file of a picture. The client follows only addresses that sellers may name, also after a redirect. */
export async function fetchPicture(outbound: Outbound, url: string): Promise<Buffer | PictureFailure> {
  const reply = await outbound.fetch({
    method: "GET",
    url,
    headers: { accept: "image/jpeg, image/png, image/webp", "accept-encoding": "identity" },
    maxBodyBytes: bytesToRead,
    maxRedirects: MAX_REDIRECTS,
    totalTimeoutMs: TIMEOUT_MS,
  });
  if (reply.kind === "blocked") return "picture_unreachable";
  if (reply.kind === "unreachable") return "host_unreachable";
  if (reply.status !== 200) return "picture_unreachable";
  if (isTooLarge(reply) || reply.truncated) return "picture_too_large";
  return reply.body;
}

const isTooLarge = ({ headers }: Head): boolean => Number(headers["content-length"] ?? 0) > MAX_FILE_BYTES;
/** Nothing of an answer that is not wanted. */
const bytesToRead = (head: Head): number => (head.status !== 200 || isTooLarge(head) ? 0 : MAX_FILE_BYTES);
