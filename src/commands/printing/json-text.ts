const WIDTH = 140;
const INDENT = "  ";

/** JSON as a formatter writes it: what fits into 140 columns stands on one line, everything else has a line for each member. */
export const jsonText = (value: unknown): string => `${lines(value, "", 0)}\n`;

/** `before` is what stands on the line already but for its indent, `behind` how many columns follow the value. */
function lines(value: unknown, indent: string, before: number, behind = 0): string {
  const line = onOneLine(value);
  if (indent.length + before + line.length + behind <= WIDTH || typeof value !== "object" || value === null) return line;
  const inner = indent + INDENT;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value) ? value.map((item) => ["", item] as const) : membersOf(value);
  const printed = members.map(([key, member]) => inner + key + lines(member, inner, key.length, 1));
  return `${open}\n${printed.join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => key + onOneLine(member));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const membersOf = (value: object): readonly (readonly [key: string, member: unknown])[] =>
  Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[`${JSON.stringify(key)}: `, member] as const]));
