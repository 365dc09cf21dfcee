import { pointerStep } from "./failure-collector.ts";
import { nearestNames } from "../basics/nearest-words.ts";

/** A member that a schema does not name. */
export interface UnknownMember {
  /** JSON Pointer of the first occurrence. The same member in several items of a list is listed once. */
  readonly pointer: string;
  /** The member's name as it was sent. */
  readonly name: string;
  /** At most 3 members of the schema with similar names. */
  readonly suggestions: readonly string[];
}

/** Maximum number of unknown members in one answer. */
export const MOST_UNKNOWN_MEMBERS = 20;

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/**
 * Lists the members of a value, at any depth, that its schema does not name and that are therefore ignored. A member in several items of a
 * list is listed once. The order is that of the request, and the list has at most `MOST_UNKNOWN_MEMBERS` entries. Members inside an unknown
 * member, or inside an object whose schema names no members, are not listed.
 */
export function unknownMembers(value: unknown, schema: object): readonly UnknownMember[] {
  const found = new Map<string, UnknownMember>();
  /** `place` is the pointer with `*` in place of list indices. */
  function walk(part: unknown, { properties, items }: Shape, pointer: string, place: string): void {
    if (typeof part !== "object" || part === null || found.size === MOST_UNKNOWN_MEMBERS) return;
    if (Array.isArray(part)) {
      if (items !== undefined) part.forEach((item, i) => walk(item, items, `${pointer}/${i}`, `${place}/*`));
    } else if (properties !== undefined) members(part, properties, pointer, place);
  }
  function members(part: object, properties: Readonly<Record<string, Shape>>, pointer: string, place: string): void {
    for (const [name, member] of Object.entries(part)) {
      const step = pointerStep(name);
      const at = place + step;
      if (Object.hasOwn(properties, name)) walk(member, properties[name]!, pointer + step, at);
      else if (!found.has(at) && found.size < MOST_UNKNOWN_MEMBERS)
        found.set(at, { pointer: pointer + step, name, suggestions: nearestNames(name, Object.keys(properties)) });
    }
  }
  walk(value, schema, "", "");
  return [...found.values()];
}
