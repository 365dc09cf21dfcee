/** The answer of a handler that accepts the call. A 200 answer becomes 304 when `If-None-Match` contains its `etag`. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text, sent unchanged. Overrides `body`. */
  readonly text?: string;
  /**
   * A streamed body. Its media type is the one that the contract states for the status, unless `headers` has another. Overrides `body` and `text`. It is read only as
   * fast as the caller reads. It ends when the caller disconnects, and never starts for HEAD. If it throws after the start, the connection
   * is reset, so that the caller does not mistake a partial body for a complete one.
   */
  readonly stream?: AsyncIterable<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text that logs keep instead of the body. Set when the body repeats personal data that the caller sent. */
  readonly kept?: string | undefined;
}

/** The serialized body of an answer. Undefined when the answer has no body or a streamed one. */
export function serializedBody({ stream, text, body }: Answer): string | undefined {
  if (stream !== undefined) return undefined;
  return text ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** The body of an answer, serialized and parsed again. Undefined when the answer has no body or a streamed one. */
export function parsedBody(answer: Answer): unknown {
  const content = serializedBody(answer);
  return content === undefined ? undefined : (JSON.parse(content) as unknown);
}
