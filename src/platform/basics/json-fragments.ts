/** Assembles JSON from parts that are already JSON text, because the database stores them as text. */

/** Appends members, whose values are JSON texts, to a JSON object that already has a member. Leaves out members that are undefined. */
export function appendMembers(object: string, members: Readonly<Record<string, string | undefined>>): string {
  let text = object.slice(0, -1);
  for (const name in members) if (members[name] !== undefined) text += `,"${name}":${members[name]}`;
  return `${text}}`;
}

/** Joins JSON texts into a JSON array. */
export const jsonList = (items: readonly string[]): string => `[${items.join(",")}]`;
