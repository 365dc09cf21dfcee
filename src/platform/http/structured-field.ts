const VISIBLE = /^[\x20-\x7e]*$/;

/** Serializes a text as a String, or as a Display String when it has characters that a String may not have (RFC 9651 3.3.3, 3.3.8). */
export function serializeString(text: string): string {
  if (VISIBLE.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `%"${[...Buffer.from(text)].map(percentEncoded).join("")}"`;
}

const PERCENT = 0x25;
const QUOTE = 0x22;
const percentEncoded = (byte: number): string =>
  byte < 0x20 || byte > 0x7e || byte === PERCENT || byte === QUOTE ? `%${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte);

/** Parameters of an item. Keys are in lower case. */
export type FieldParameters = Readonly<Record<string, string | undefined>>;

/** Serializes an item of a List: a Token and its Parameters, which are Strings. Parameters without a value are left out (RFC 9651 3.1.2). */
export const serializeItem = (token: string, parameters: FieldParameters): string =>
  Object.entries(parameters).reduce(
    (item, [key, value]) => (value === undefined ? item : `${item};${key}=${serializeString(value)}`),
    token,
  );
