import { joined, type Lent } from "./lent.ts";
import type { Utf8 } from "./utf8.ts";

/** What a handler answers when it does not refuse. Whoever holds a 200 with this `etag` already is answered 304. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ready JSON text, sent as it is; wins over `body`. */
  readonly text?: string;
  /** The same as bytes; wins over both. */
  readonly utf8?: Utf8;
  /** The same in pieces, for what is too long to be joined; wins over all three. Lent bytes are given back once they are sent. */
  readonly pieces?: readonly (Utf8 | Lent)[];
  /**
   * A body as it comes, of the media type its reply row names; wins over all. Read no faster than the caller reads, ended when the caller
   * is gone, and never begun for HEAD. When it throws midway the connection is cut, so that a part is not taken for the whole.
   */
  readonly stream?: AsyncIterable<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text that logs are given for the body, where that shows its sender something personal that was sent. */
  readonly kept?: string | undefined;
}

/** An answer's body as it goes out: as text or in UTF-8, as it is there; undefined when it has none, or comes as a stream. Lent bytes are given back. */
export function contentOf({ stream, pieces, utf8, text, body }: Answer): Buffer | string | undefined {
  if (stream !== undefined) return undefined;
  if (pieces !== undefined) return joined(pieces);
  if (utf8 !== undefined) return Buffer.from(utf8, "latin1");
  return text ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** An answer's body as its reader will have it; undefined when there is none to read. */
export function bodyOf(answer: Answer): unknown {
  const content = contentOf(answer);
  return content === undefined ? undefined : (JSON.parse(content.toString()) as unknown);
}
