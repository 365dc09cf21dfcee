import type { TSchema } from "../schema.ts";
import { DATE_TIME_SCHEMAS, dateTimeSchemaName } from "./date-times.ts";
import { scalarSchema, nullable, enumSpellings } from "./scalar-schemas.ts";
import { referenceOverrides, annotationsOf, recordAnnotations } from "./annotations.ts";
import { definedKeywords, type JsonObject, type SchemaLocation, type AnnotatedSchema } from "./schema-types.ts";

/** Prints the schemas of one document. */
export interface SchemaPrinter {
  /** The schema as it stands in its place: named shapes are references. */
  readonly print: (schema: TSchema, place: SchemaLocation) => JsonObject;
  /** Every named shape that was referred to so far, by its name. */
  readonly named: () => Readonly<Record<string, JsonObject>>;
}

/** A printer of schemas that writes each named shape once. Throws when two shapes have one name. */
export function createSchemaPrinter(): SchemaPrinter {
  const shapes = new Map<string, JsonObject>();

  function refer(name: string, shape: JsonObject): JsonObject {
    const before = shapes.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(shape)) throw new Error(`two shapes are called ${name}`);
    shapes.set(name, shape);
    return { $ref: `#/components/schemas/${name}` };
  }

  function print(schema: AnnotatedSchema, place: SchemaLocation): JsonObject {
    const { "x-named": named, "x-shown-as": shown, format } = schema;
    if (shown !== undefined) return { ...print(shown, place), ...annotationsOf(schema, place) };
    if (named !== undefined) return { ...refer(...namedShape(schema, place)), ...referenceOverrides(schema, named) };
    if (format === "date-time" && place !== "answered") {
      const name = dateTimeSchemaName(schema);
      return { ...refer(name, DATE_TIME_SCHEMAS[name]), ...annotationsOf(schema, place) };
    }
    return whole(schema, place);
  }

  /** The name and the shape behind a reference; what is said of the shape in one place alone is not in it. */
  function namedShape(schema: AnnotatedSchema, place: SchemaLocation): [name: string, shape: JsonObject] {
    const { name, description, examples } = schema["x-named"]!;
    const { description: _said, examples: _shown, default: _usual, "x-description-en": english, ...form } = schema;
    const isCommon = schema.description === description;
    const common: AnnotatedSchema = {
      ...form,
      ...definedKeywords({ description, examples, "x-description-en": isCommon ? english : undefined }),
    };
    if (schema.enum === undefined) return [nameOfRecord(place, name, schema), whole(common, place)];
    const listed = refer(name, whole(common, "answered"));
    const spellings = place === "answered" ? undefined : enumSpellings(schema);
    if (spellings === undefined) return [name, shapes.get(name)!];
    const { description: text, examples: shown } = annotationsOf({ ...common, "x-meanings": {} }, place);
    return [
      `${name}Input`,
      { ...definedKeywords({ description: text }), anyOf: [listed, spellings], ...definedKeywords({ examples: shown }) },
    ];
  }

  function whole(schema: AnnotatedSchema, place: SchemaLocation): JsonObject {
    const { items, properties, additionalProperties: values, "x-extends": base } = schema;
    if (base !== undefined) return extension(schema, base, place);
    if (properties !== undefined) return recordOf(schema, properties, place);
    if (items !== undefined) {
      const { minItems, maxItems, uniqueItems } = schema;
      return {
        type: "array",
        ...annotationsOf(schema, place),
        ...definedKeywords({ minItems, maxItems, uniqueItems }),
        items: print(items, place),
      };
    }
    if (values !== undefined) return { type: "object", ...annotationsOf(schema, place), additionalProperties: print(values, place) };
    const { type, ...form } = scalarSchema(schema, place);
    const { description, ...said } = annotationsOf(schema, place);
    return definedKeywords({ type, description, ...form, ...said });
  }

  function recordOf(schema: AnnotatedSchema, properties: Readonly<Record<string, AnnotatedSchema>>, place: SchemaLocation): JsonObject {
    const { required = [] } = schema;
    // What bodies may repeat and nobody reads is no part of them.
    const read = Object.entries(properties).filter(([, field]) => !field["x-unread"]);
    const fields = read.map(([name, field]) => {
      const form = print(field, place);
      return [name, place === "sent" && !required.includes(name) ? nullable(form) : form];
    });
    return {
      type: "object",
      ...recordAnnotations(schema, place),
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(fields) as JsonObject,
    };
  }

  /** The record that is extended, and what is added to it. */
  function extension(schema: AnnotatedSchema, base: AnnotatedSchema, place: SchemaLocation): JsonObject {
    const { properties = {}, required = [] } = schema;
    const { properties: had = {}, required: wasRequired = [] } = base;
    const isNew = ([name, field]: readonly [string, AnnotatedSchema]) =>
      had[name] === undefined || JSON.stringify(print(had[name], place)) !== JSON.stringify(print(field, place));
    const added = Object.fromEntries(Object.entries(properties).filter(isNew));
    const changed = Object.keys(added).filter((name) => name in had);
    if (changed.length > 0) throw new Error(`${base["x-named"]?.name} is extended by another ${changed.join(", ")}`);
    const own = { type: "object", required: required.filter((name) => !wasRequired.includes(name)) } as const;
    const { type, ...fields } = recordOf(own, added, place);
    return { type, ...recordAnnotations(schema, place), allOf: [print(base, place)], ...fields };
  }

  return { print, named: () => Object.fromEntries([...shapes].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

const OF_BODIES = /Body$/;

/** A body takes more than an answer holds, so an object that is sent has a name of its own. */
function nameOfRecord(place: SchemaLocation, name: string, { properties }: AnnotatedSchema): string {
  if (properties === undefined) return name;
  if (place === "answered" && OF_BODIES.test(name)) throw new Error(`${name} is sent, and answered too`);
  return place === "sent" && !OF_BODIES.test(name) ? `${name}Input` : name;
}
