/** A request body that the handler reads while it arrives. Its media type is one of the operation's `uploads`. */
export interface Upload {
  /** Without parameters, in lower case. */
  readonly mediaType: string;
  /** The charset parameter of the media type, in lower case; undefined when there is none. */
  readonly charset: string | undefined;
  /** Value of `Content-Length`; undefined when the caller does not know it. */
  readonly length: number | undefined;
  /** The bytes, read only as fast as they are taken. Throws when the caller disconnects before the end. Ending early leaves the rest unread. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A Content-Type in its parts. */
interface ContentType {
  readonly mediaType: string;
  readonly charset: string | undefined;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Splits a Content-Type. Undefined when the header is absent. */
export function parseContentType(header: string | undefined): ContentType | undefined {
  if (header === undefined) return undefined;
  const [mediaType = ""] = header.split(";", 1);
  return { mediaType: mediaType.trim().toLowerCase(), charset: CHARSET.exec(header)?.[1]?.toLowerCase() };
}
