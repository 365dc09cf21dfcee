import type { TSchema } from "../schema.ts";
import { DATE_TIME_FORMS, dateTimeOf } from "./date-times.ts";
import { formOf, orNull, spellingsOf } from "./scalar-schemas.ts";
import { saidHere, saidOf, saidOfRecord } from "./annotations.ts";
import { given, type Json, type Place, type Written } from "./schema-types.ts";

/** Prints the schemas of one document. */
export interface Shapes {
  /** The schema as it stands in its place: named shapes are references. */
  readonly print: (schema: TSchema, place: Place) => Json;
  /** Every named shape that was referred to so far, by its name. */
  readonly named: () => Readonly<Record<string, Json>>;
}

/** A printer of schemas that writes each named shape once. Throws when two shapes have one name. */
export function shapesOfDocument(): Shapes {
  const shapes = new Map<string, Json>();

  function refer(name: string, shape: Json): Json {
    const before = shapes.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(shape)) throw new Error(`two shapes are called ${name}`);
    shapes.set(name, shape);
    return { $ref: `#/components/schemas/${name}` };
  }

  function print(schema: Written, place: Place): Json {
    const { "x-named": named, "x-shown-as": shown, format } = schema;
    if (shown !== undefined) return { ...print(shown, place), ...saidOf(schema, place) };
    if (named !== undefined) return { ...refer(...namedShape(schema, place)), ...saidHere(schema, named) };
    if (format === "date-time" && place !== "answered") {
      const name = dateTimeOf(schema);
      return { ...refer(name, DATE_TIME_FORMS[name]), ...saidOf(schema, place) };
    }
    return whole(schema, place);
  }

  /** The name and the shape behind a reference; what is said of the shape in one place alone is not in it. */
  function namedShape(schema: Written, place: Place): [name: string, shape: Json] {
    const { name, description, examples } = schema["x-named"]!;
    const { description: _said, examples: _shown, default: _usual, "x-description-en": english, ...form } = schema;
    const isCommon = schema.description === description;
    const common: Written = { ...form, ...given({ description, examples, "x-description-en": isCommon ? english : undefined }) };
    if (schema.enum === undefined) return [nameOfRecord(place, name, schema), whole(common, place)];
    const listed = refer(name, whole(common, "answered"));
    const spellings = place === "answered" ? undefined : spellingsOf(schema);
    if (spellings === undefined) return [name, shapes.get(name)!];
    const { description: text, examples: shown } = saidOf({ ...common, "x-meanings": {} }, place);
    return [`${name}Input`, { ...given({ description: text }), anyOf: [listed, spellings], ...given({ examples: shown }) }];
  }

  function whole(schema: Written, place: Place): Json {
    const { items, properties, "x-extends": base } = schema;
    if (base !== undefined) return extension(schema, base, place);
    if (properties !== undefined) return recordOf(schema, properties, place);
    if (items !== undefined) {
      const { minItems, maxItems, uniqueItems } = schema;
      return { type: "array", ...saidOf(schema, place), ...given({ minItems, maxItems, uniqueItems }), items: print(items, place) };
    }
    const { type, ...form } = formOf(schema, place);
    const { description, ...said } = saidOf(schema, place);
    return given({ type, description, ...form, ...said });
  }

  function recordOf(schema: Written, properties: Readonly<Record<string, Written>>, place: Place): Json {
    const { required = [] } = schema;
    // What bodies may repeat and nobody reads is no part of them.
    const read = Object.entries(properties).filter(([, field]) => !field["x-unread"]);
    const fields = read.map(([name, field]) => {
      const form = print(field, place);
      return [name, place === "sent" && !required.includes(name) ? orNull(form) : form];
    });
    return {
      type: "object",
      ...saidOfRecord(schema, place),
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(fields) as Json,
    };
  }

  /** The record that is extended, and what is added to it. */
  function extension(schema: Written, base: Written, place: Place): Json {
    const { properties = {}, required = [] } = schema;
    const { properties: had = {}, required: wasRequired = [] } = base;
    const isNew = ([name, field]: readonly [string, Written]) =>
      had[name] === undefined || JSON.stringify(print(had[name], place)) !== JSON.stringify(print(field, place));
    const added = Object.fromEntries(Object.entries(properties).filter(isNew));
    const changed = Object.keys(added).filter((name) => name in had);
    if (changed.length > 0) throw new Error(`${base["x-named"]?.name} is extended by another ${changed.join(", ")}`);
    const own = { type: "object", required: required.filter((name) => !wasRequired.includes(name)) } as const;
    const { type, ...fields } = recordOf(own, added, place);
    return { type, ...saidOfRecord(schema, place), allOf: [print(base, place)], ...fields };
  }

  return { print, named: () => Object.fromEntries([...shapes].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

const OF_BODIES = /Body$/;

/** A body takes more than an answer holds, so an object that is sent has a name of its own. */
function nameOfRecord(place: Place, name: string, { properties }: Written): string {
  if (properties === undefined) return name;
  if (place === "answered" && OF_BODIES.test(name)) throw new Error(`${name} is sent, and answered too`);
  return place === "sent" && !OF_BODIES.test(name) ? `${name}Input` : name;
}
