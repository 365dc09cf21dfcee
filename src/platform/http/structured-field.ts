const VISIBLE = /^[\x20-\x7e]*$/;

/** A text as a String of a structured field, or as a Display String where it has characters that a String may not have (RFC 9651 3.3.3, 3.3.8). */
export function serializeString(text: string): string {
  if (VISIBLE.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `%"${[...Buffer.from(text)].map(displayed).join("")}"`;
}

const PERCENT = 0x25;
const QUOTE = 0x22;
const displayed = (byte: number): string =>
  byte < 0x20 || byte > 0x7e || byte === PERCENT || byte === QUOTE ? `%${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte);

/** Facts of an item, by keys in lower case. */
export type FieldParameters = Readonly<Record<string, string | undefined>>;

/** An item of a List: a Token and its Parameters, as Strings; those without a value are left out (RFC 9651 3.1.2). */
export const serializeItem = (token: string, parameters: FieldParameters): string =>
  Object.entries(parameters).reduce(
    (item, [key, value]) => (value === undefined ? item : `${item};${key}=${serializeString(value)}`),
    token,
  );
