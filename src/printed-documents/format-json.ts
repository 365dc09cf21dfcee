const WIDTH = 200;
const INDENT = "  ";
/** Keys of members that may share a line with other members. */
const SHARING_KEYS: ReadonlySet<string> = new Set(['"schema": ', '"examples": ', '"example": ']);

/**
 * JSON for people. A value that fits into 200 columns is printed on one line. In a longer value, simple members (`isSimple`) share lines.
 * Members that are a `$ref`, and members named `schema`, `example` or `examples`, share lines too, but not in `properties`, where each
 * member is a field. Any other member starts a new line. Escapes invisible characters.
 */
export const formatJson = (value: unknown): string => `${print(value, "", "", 0)}\n`;

/** Prints a value. `before` is the text between the indent and the value. `after` is the number of columns needed after the value. */
function print(value: unknown, indent: string, before: string, after: number): string {
  const line = onOneLine(value);
  if (indent.length + before.length + line.length + after <= WIDTH || !isContainer(value)) return line;
  const members = membersOf(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const [last] = members.slice(-1);
  const ahead = members.slice(0, -1).map(([key, member]) => `${key}${onOneLine(member)}, `);
  const opening = `${open} ${ahead.join("")}${last![0]}`;
  // If only the last member may be broken and the others fit before it, both opening brackets share a line, and so do both closing brackets.
  if (isOpened(last![1]) && members.slice(0, -1).every(([, member]) => isSimple(member)) && fits(indent, before, opening))
    return `${opening}${print(last![1], indent, before + opening, after + 2)} ${close}`;
  const inner = indent + INDENT;
  const isOfFields = before.endsWith('"properties": ');
  const rows = joinShared(
    members.map(([key, member], i) => ({
      text: key + print(member, inner, key, i + 1 < members.length ? 1 : 0),
      shares: isSimple(member) || (!isOfFields && (isReference(member) || SHARING_KEYS.has(key))),
    })),
    inner,
  );
  return `${open}\n${rows.join("\n")}\n${indent}${close}`;
}

/** Whether a value may be broken into lines if it does not fit on one. */
const isOpened = (value: unknown): boolean => isContainer(value) && !isSimple(value);
const fits = (indent: string, before: string, opening: string): boolean => indent.length + before.length + opening.length < WIDTH;

/** Joins members that may share lines, as many per line as fit. */
function joinShared(members: readonly { readonly text: string; readonly shares: boolean }[], indent: string): readonly string[] {
  const rows: string[] = [];
  let isOpen = false;
  for (const [i, { text, shares }] of members.entries()) {
    const printed = i + 1 < members.length ? `${text},` : text;
    const row = rows.at(-1);
    const hasRoom = isOpen && shares && row !== undefined && row.length + 1 + printed.length <= WIDTH;
    if (hasRoom) rows[rows.length - 1] = `${row} ${printed}`;
    else rows.push(indent + printed);
    isOpen = shares && !printed.includes("\n");
  }
  return rows;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
/** Whether a value is a string, number, boolean or null, or a list of these. */
const isSimple = (value: unknown): boolean => (Array.isArray(value) ? value.every(isSimple) : !isContainer(value));
const isReference = (value: unknown): boolean => isContainer(value) && Object.keys(value).join() === "$ref";

/** Characters that are invisible or easily confused. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]|(?! )\p{Z}/gu;
const quoted = (text: string): string =>
  JSON.stringify(text).replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );

function onOneLine(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (!isContainer(value)) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => key + onOneLine(member));
  if (Array.isArray(value)) return `[${members.join(", ")}]`;
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The members of an object, with key and colon; or the items of a list, with an empty key. */
const membersOf = (value: object): readonly (readonly [key: string, member: unknown])[] =>
  Array.isArray(value)
    ? value.map((item) => ["", item] as const)
    : Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[`${quoted(key)}: `, member] as const]));
