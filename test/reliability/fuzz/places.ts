import type { Edit, Place } from "./probe.ts";
import { typical, type Schema } from "./values.ts";

const DEEPEST = 6;

/** A place of a body, with what the schema says of it. */
export interface PlaceOfBody {
  readonly at: Place;
  readonly schema: Schema;
  readonly required: boolean;
  /** The schemas of everything above, the body's own first. */
  readonly above: readonly Schema[];
}

/** The body itself. */
export const whole = (schema: Schema): PlaceOfBody => ({ at: [], schema, required: false, above: [] });

/** Every place that a body's schema names; of a list, its first item. */
export function placesOf(schema: Schema, at: Place = [], above: readonly Schema[] = []): readonly PlaceOfBody[] {
  if (at.length > DEEPEST) return [];
  const here = [...above, schema];
  const placeOf = (name: string, field: Schema): PlaceOfBody => ({
    at: [...at, name],
    schema: field,
    required: schema.required?.includes(name) ?? false,
    above: here,
  });
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, named]) => {
    // Nobody reads it: anything may stand there.
    const field: Schema = named["x-unread"] ? {} : named;
    return [placeOf(name, field), ...placesOf(field, [...at, name], here)];
  });
  const { items } = schema;
  if (items === undefined) return fields;
  return [...fields, { at: [...at, 0], schema: items, required: false, above: here }, ...placesOf(items, [...at, 0], here)];
}

const under = (node: unknown, at: Place): unknown =>
  at.reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step], node);

/** What has to stand above a place for it to be allowed there, where the body that succeeds has nothing. */
export function scaffold({ at, above }: PlaceOfBody, base: unknown): readonly Edit[] {
  const missing = at.findIndex((_step, depth) => depth > 0 && under(base, at.slice(0, depth)) === undefined);
  if (missing < 0) return [];
  // From the topmost that is missing, all of it: a record may lack the fields that lead on.
  return at.slice(missing).flatMap((_step, i) => {
    const depth = missing + i;
    const schema = above[depth]!;
    return [{ at: at.slice(0, depth), value: schema.type === "array" ? [typical(schema.items ?? {})] : typical(schema) }];
  });
}
