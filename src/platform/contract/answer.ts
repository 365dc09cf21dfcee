/** What a handler answers when it does not refuse. Whoever holds a 200 with this `etag` already is answered 304. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ready JSON text, sent as it is; wins over `body`. */
  readonly text?: string;
  /**
   * A body as it comes, of the media type its reply row names; wins over both. Read no faster than the caller reads, ended when the caller
   * is gone, and never begun for HEAD. When it throws midway the connection is cut, so that a part is not taken for the whole.
   */
  readonly stream?: AsyncIterable<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text that logs are given for the body, where that shows its sender something personal that was sent. */
  readonly kept?: string | undefined;
}

/** An answer's body as it goes out; undefined when it has none, or comes as a stream. */
export function serializedBody({ stream, text, body }: Answer): string | undefined {
  if (stream !== undefined) return undefined;
  return text ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** An answer's body as its reader will have it; undefined when there is none to read. */
export function parsedBody(answer: Answer): unknown {
  const content = serializedBody(answer);
  return content === undefined ? undefined : (JSON.parse(content) as unknown);
}
