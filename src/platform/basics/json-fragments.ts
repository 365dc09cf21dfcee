/** Assembles JSON from parts that are JSON text already, as the database stores them. */

/** Appends members to a JSON object that has at least one. Undefined members are left out. */
export function appendMembers(object: string, members: Readonly<Record<string, string | undefined>>): string {
  let text = object.slice(0, -1);
  for (const name in members) if (members[name] !== undefined) text += `,"${name}":${members[name]}`;
  return `${text}}`;
}

/** Joins items to a JSON array. */
export const jsonList = (items: readonly string[]): string => `[${items.join(",")}]`;
