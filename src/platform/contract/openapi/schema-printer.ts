import type { TSchema } from "../schema.ts";
import { annotationsOf, recordAnnotations, referenceOverrides } from "./annotations.ts";
import { DATE_TIME_SCHEMAS, dateTimeSchemaName } from "./date-times.ts";
import { enumSpellings, nullable, scalarSchema } from "./scalar-schemas.ts";
import { definedKeywords, type AnnotatedSchema, type JsonObject, type SchemaLocation } from "./schema-types.ts";

/** Prints the schemas of one document. */
export interface SchemaPrinter {
  /** Prints a schema for one location. Named schemas become references. */
  readonly print: (schema: TSchema, location: SchemaLocation) => JsonObject;
  /** Returns the named schemas referred to so far, by name. */
  readonly named: () => Readonly<Record<string, JsonObject>>;
}

/** Named schemas by name. */
type Components = Map<string, JsonObject>;

/** Creates a printer that prints each named schema once. It throws when two different schemas have the same name. */
export function createSchemaPrinter(): SchemaPrinter {
  const components: Components = new Map();
  return {
    print: (schema, location) => print(components, schema, location),
    named: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function referTo(components: Components, name: string, schema: JsonObject): JsonObject {
  const known = components.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two shapes are called ${name}`);
  components.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

function print(components: Components, schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { "x-named": named, "x-shown-as": shownAs, format } = schema;
  if (shownAs !== undefined) return { ...print(components, shownAs, location), ...annotationsOf(schema, location) };
  if (named !== undefined)
    return { ...referTo(components, ...namedSchema(components, schema, location)), ...referenceOverrides(schema, named) };
  if (format === "date-time" && location !== "answered") {
    const name = dateTimeSchemaName(schema);
    return { ...referTo(components, name, DATE_TIME_SCHEMAS[name]), ...annotationsOf(schema, location) };
  }
  return printInline(components, schema, location);
}

/** The name of a schema in the document, and the schema without the annotations that apply only at one place. */
function namedSchema(components: Components, schema: AnnotatedSchema, location: SchemaLocation): [name: string, schema: JsonObject] {
  const { name, description, examples } = schema["x-named"]!;
  const { description: _description, examples: _examples, default: _default, "x-description-en": english, ...keywords } = schema;
  const hasOwnDescription = schema.description !== description;
  const common: AnnotatedSchema = {
    ...keywords,
    ...definedKeywords({ description, examples, "x-description-en": hasOwnDescription ? undefined : english }),
  };
  if (schema.enum === undefined) return [objectName(location, name, schema), printInline(components, common, location)];
  const listed = referTo(components, name, printInline(components, common, "answered"));
  const spellings = location === "answered" ? undefined : enumSpellings(schema);
  if (spellings === undefined) return [name, components.get(name)!];
  const { description: text, examples: shown } = annotationsOf({ ...common, "x-meanings": {} }, location);
  return [
    `${name}Input`,
    { ...definedKeywords({ description: text }), anyOf: [listed, spellings], ...definedKeywords({ examples: shown }) },
  ];
}

function printInline(components: Components, schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { items, properties, additionalProperties: values, "x-extends": base } = schema;
  if (base !== undefined) return printExtension(components, schema, base, location);
  if (properties !== undefined) return printObject(components, schema, properties, location);
  if (items !== undefined) {
    const { minItems, maxItems, uniqueItems } = schema;
    return {
      type: "array",
      ...annotationsOf(schema, location),
      ...definedKeywords({ minItems, maxItems, uniqueItems }),
      items: print(components, items, location),
    };
  }
  if (values !== undefined)
    return { type: "object", ...annotationsOf(schema, location), additionalProperties: print(components, values, location) };
  const { type, ...keywords } = scalarSchema(schema, location);
  const { description, ...annotations } = annotationsOf(schema, location);
  return definedKeywords({ type, description, ...keywords, ...annotations });
}

function printObject(
  components: Components,
  schema: AnnotatedSchema,
  properties: Readonly<Record<string, AnnotatedSchema>>,
  location: SchemaLocation,
): JsonObject {
  const { required = [] } = schema;
  // Bodies may contain ignored members. Documents leave them out.
  const documented = Object.entries(properties).filter(([, field]) => !field["x-unread"]);
  const fields = documented.map(([name, field]) => {
    const printed = print(components, field, location);
    return [name, location === "sent" && !required.includes(name) ? nullable(printed) : printed];
  });
  return {
    type: "object",
    ...recordAnnotations(schema, location),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(fields) as JsonObject,
  };
}

/** Prints an object that extends another one: a reference to the extended object, and the added properties. */
function printExtension(components: Components, schema: AnnotatedSchema, base: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { properties = {}, required = [] } = schema;
  const { properties: inherited = {}, required: inheritedRequired = [] } = base;
  const isOwn = ([name, field]: readonly [string, AnnotatedSchema]) =>
    inherited[name] === undefined ||
    JSON.stringify(print(components, inherited[name], location)) !== JSON.stringify(print(components, field, location));
  const added = Object.fromEntries(Object.entries(properties).filter(isOwn));
  const changed = Object.keys(added).filter((name) => name in inherited);
  if (changed.length > 0) throw new Error(`${base["x-named"]?.name} is extended by another ${changed.join(", ")}`);
  const own = { type: "object", required: required.filter((name) => !inheritedRequired.includes(name)) } as const;
  const { type, ...fields } = printObject(components, own, added, location);
  return { type, ...recordAnnotations(schema, location), allOf: [print(components, base, location)], ...fields };
}

const BODY_NAME = /Body$/;

/**
 * The name of an object schema in the document. A request body accepts more than an answer contains, so the two forms of an object have
 * different names.
 */
function objectName(location: SchemaLocation, name: string, { properties }: AnnotatedSchema): string {
  if (properties === undefined) return name;
  if (location === "answered" && BODY_NAME.test(name)) throw new Error(`${name} is sent, and answered too`);
  return location === "sent" && !BODY_NAME.test(name) ? `${name}Input` : name;
}
