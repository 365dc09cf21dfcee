const WIDTH = 140;
const INDENT = "  ";
/** Objects under these keys are short, and read with what stands beside them. */
const SHARING: ReadonlySet<string> = new Set(['"schema": ', '"examples": ', '"example": ']);

/**
 * JSON for people: what fits into 140 columns stands on one line. Of what does not, members with a value of their own, and lists of such
 * values, share lines; so do references, schemas and examples, but for those of an object's fields. Every other member has a line, or several.
 * Invisible characters are escaped.
 */
export const jsonText = (value: unknown): string => `${print(value, "", "", 0)}\n`;

/** `before` is what stands on the line already beside its indent: the value's key, in quotes; `behind` how many columns follow the value. */
function print(value: unknown, indent: string, before: string, behind: number): string {
  const line = onOneLine(value);
  if (indent.length + before.length + line.length + behind <= WIDTH || !isContainer(value)) return line;
  const members = membersOf(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const [last] = members.slice(-1);
  const ahead = members.slice(0, -1).map(([key, member]) => `${key}${onOneLine(member)}, `);
  const opening = `${open} ${ahead.join("")}${last![0]}`;
  // One that ends with another is opened, and closed, on one line with it.
  if (isOpened(last![1]) && members.slice(0, -1).every(([, member]) => isPlain(member)) && fits(indent, before, opening))
    return `${opening}${print(last![1], indent, before + opening, behind + 2)} ${close}`;
  const inner = indent + INDENT;
  const isOfFields = before.endsWith('"properties": ');
  const rows = filled(
    members.map(([key, member], i) => ({
      text: key + print(member, inner, key, i + 1 < members.length ? 1 : 0),
      shares: isPlain(member) || (!isOfFields && (isReference(member) || SHARING.has(key))),
    })),
    inner,
  );
  return `${open}\n${rows.join("\n")}\n${indent}${close}`;
}

/** An object or a list that has to be broken into lines anyway. */
const isOpened = (value: unknown): boolean => isContainer(value) && !isPlain(value);
const fits = (indent: string, before: string, opening: string): boolean => indent.length + before.length + opening.length < WIDTH;

/** Members beside each other where they may be, as many as a line takes. */
function filled(members: readonly { readonly text: string; readonly shares: boolean }[], indent: string): readonly string[] {
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
/** A value of its own, or a list of them. */
const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : !isContainer(value));
const isReference = (value: unknown): boolean => isContainer(value) && Object.keys(value).join() === "$ref";

/** Characters that a reader would not see, or not tell apart. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]|(?! )\p{Z}/gu;
const quoted = (text: string): string =>
  JSON.stringify(text).replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );

function onOneLine(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (!isContainer(value)) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => key + onOneLine(member));
  if (Array.isArray(value)) return `[${members.join(", ")}]`;
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** What stands in an object, each with its key and colon, or in a list, without. */
const membersOf = (value: object): readonly (readonly [key: string, member: unknown])[] =>
  Array.isArray(value)
    ? value.map((item) => ["", item] as const)
    : Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[`${quoted(key)}: `, member] as const]));
