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

/** No bytes. */
export const NO_BYTES = "" as Utf8;

/** A value as JSON. */
export const jsonUtf8 = (value: unknown): Utf8 => toUtf8(JSON.stringify(value));

/** A JSON object that has some members, with further ones behind them, each ready JSON; undefined ones are left out. */
export function withMembers(object: Utf8, members: Readonly<Record<string, Utf8 | undefined>>): Utf8 {
  let text: string = object.slice(0, -1);
  for (const name in members) if (members[name] !== undefined) text += `,"${name}":${members[name]}`;
  return `${text}}` as Utf8;
}

/** A JSON list of items that are ready JSON. */
export const listUtf8 = (items: readonly Utf8[]): Utf8 => `[${items.join(",")}]` as Utf8;

/** The text that bytes spell. */
export const fromUtf8 = (text: string): string => (BEYOND_ASCII.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text);
