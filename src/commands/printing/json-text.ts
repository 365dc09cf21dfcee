const WIDTH = 140;
const INDENT = "  ";

/**
 * JSON as a formatter writes it: what fits into 140 columns stands on one line, everything else has a line for each member; a list of words or
 * numbers fills its lines. Invisible characters are escaped.
 */
export const jsonText = (value: unknown): string => `${lines(value, "", 0)}\n`;

/** `before` is what stands on the line already but for its indent, `behind` how many columns follow the value. */
function lines(value: unknown, indent: string, before: number, behind = 0): string {
  const line = onOneLine(value);
  if (indent.length + before + line.length + behind <= WIDTH || typeof value !== "object" || value === null) return line;
  const inner = indent + INDENT;
  if (Array.isArray(value) && value.every(isScalar)) return `[\n${filled(value.map(onOneLine), inner)}\n${indent}]`;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value) ? value.map((item) => ["", item] as const) : membersOf(value);
  const printed = members.map(([key, member]) => inner + key + lines(member, inner, key.length, 1));
  return `${open}\n${printed.join(",\n")}\n${indent}${close}`;
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;

/** Short values beside each other, as many as a line takes. */
function filled(values: readonly string[], indent: string): string {
  const rows: string[] = [];
  for (const [i, value] of values.entries()) {
    const text = i + 1 < values.length ? `${value},` : value;
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + text.length <= WIDTH) rows[rows.length - 1] = `${row} ${text}`;
    else rows.push(indent + text);
  }
  return rows.join("\n");
}

/** Characters that a reader would not see, or not tell apart. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]|(?! )\p{Z}/gu;
const quoted = (text: string): string =>
  JSON.stringify(text).replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => key + onOneLine(member));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const membersOf = (value: object): readonly (readonly [key: string, member: unknown])[] =>
  Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[`${quoted(key)}: `, member] as const]));
