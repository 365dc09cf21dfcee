/** JSON that is put together from parts which are JSON text already, as the database keeps them. */

/** A JSON object with further members behind its own; undefined ones are left out. The object has at least one member. */
export function appendMembers(object: string, members: Readonly<Record<string, string | undefined>>): string {
  let text = object.slice(0, -1);
  for (const name in members) if (members[name] !== undefined) text += `,"${name}":${members[name]}`;
  return `${text}}`;
}

/** A JSON list of items. */
export const jsonList = (items: readonly string[]): string => `[${items.join(",")}]`;
