/** What a handler returns when it does not refuse. A caller that already has a 200 with this `etag` gets 304. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ready JSON text, sent unchanged. Overrides `body`. */
  readonly text?: string;
  /**
   * A streamed body with the media type of its reply row. Overrides both. It is read no faster than the caller reads, ends when the caller
   * leaves, and is never started for HEAD. When it throws midway the connection is reset, so that a part is not taken for the whole.
   */
  readonly stream?: AsyncIterable<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text for logs instead of the body, where the body repeats personal data to its sender. */
  readonly kept?: string | undefined;
}

/** The serialized body of an answer; undefined when it has none or is a stream. */
export function serializedBody({ stream, text, body }: Answer): string | undefined {
  if (stream !== undefined) return undefined;
  return text ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** The body of an answer as its reader parses it; undefined when there is none. */
export function parsedBody(answer: Answer): unknown {
  const content = serializedBody(answer);
  return content === undefined ? undefined : (JSON.parse(content) as unknown);
}
