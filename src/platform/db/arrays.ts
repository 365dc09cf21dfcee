/**
 * An array as PostgreSQL reads it: numbers bare, texts quoted, bytes in hexadecimal. The driver would quote everything; all other
 * values are left to it.
 */
export function onTheWire(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  let text = "{";
  let before: unknown;
  let written: string | undefined = "NULL";
  for (const item of value) {
    // Many columns say the same of all their rows.
    if (item !== before) written = element(item);
    if (written === undefined) return value;
    before = item;
    text += text.length === 1 ? written : `,${written}`;
  }
  return `${text}}`;
}

function element(item: unknown): string | undefined {
  if (typeof item === "string") return SPECIAL.test(item) ? quoted(item) : `"${item}"`;
  if (typeof item === "number" || typeof item === "boolean") return String(item);
  if (Buffer.isBuffer(item)) return `"\\\\x${item.toString("hex")}"`;
  return item === null || item === undefined ? "NULL" : undefined;
}
const SPECIAL = /["\\]/;
/** What JSON escapes by letters, which an array would take for the letters: control characters, and halves of pairs. */
const ESCAPED = /[\p{Cc}\p{Cs}]/u;
/** JSON escapes quotes and backslashes as arrays do, and its writer is many times as fast as replacing them one by one. */
const quoted = (text: string): string => (ESCAPED.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(text));
