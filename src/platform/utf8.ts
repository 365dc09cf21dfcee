declare const bytes: unique symbol;

/**
 * UTF-8 bytes, each as one character: text that the database keeps ready to send passes through us to the socket without
 * being decoded and encoded again. Its length is its size in bytes. Joined with each other and with ASCII it stays what it is.
 */
export type Utf8 = string & { readonly [bytes]: true };

// oxlint-disable-next-line no-control-regex -- every character beyond ASCII, whatever it is
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A text as its bytes. */
export const toUtf8 = (text: string): Utf8 => (BEYOND_ASCII.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text) as Utf8;

/** The text that bytes spell. */
export const fromUtf8 = (text: string): string => (BEYOND_ASCII.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text);
