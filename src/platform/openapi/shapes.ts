import type { Keywords } from "../check-values.ts";
import type { Named, TSchema } from "../schema.ts";

/** A piece of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** A schema as the builders of schema.ts make it. */
export interface Written extends Omit<Keywords, "items" | "properties"> {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Written;
  readonly properties?: Readonly<Record<string, Written>>;
  readonly "x-named"?: Named;
  readonly "x-extends"?: Written;
}

/** Where a schema stands: in a body that is sent, in an answer, or as a parameter of an address, a query or a header. */
export type Place = "sent" | "answered" | "asked";

/** Prints the schemas of one document. */
export interface Shapes {
  /** The schema as it stands in its place: named shapes are references. */
  readonly print: (schema: TSchema, place: Place) => Json;
  /** Every named shape that was referred to so far, by its name. */
  readonly named: () => Readonly<Record<string, Json>>;
}

/** Where documents keep shapes that have a name. */
const referenceTo = (name: string) => `#/components/schemas/${name}`;

/** A printer of schemas that writes each named shape once. Throws when two shapes have one name. */
export function shapesOfDocument(): Shapes {
  const shapes = new Map<string, Json>();

  function print(schema: Written, place: Place): Json {
    const { "x-named": named } = schema;
    if (named === undefined) return whole(schema, place);
    const name = nameIn(place, named.name, schema);
    const { description, examples } = named;
    const shape = whole({ ...without(schema, ["description", "examples"]), ...given({ description, examples }) }, place);
    const before = shapes.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(shape)) throw new Error(`two shapes are called ${name}`);
    shapes.set(name, shape);
    return { $ref: referenceTo(name), ...saidHere(schema, named) };
  }

  function whole(schema: Written, place: Place): Json {
    const { type, description, required, properties, items, "x-named": _name, "x-extends": base, ...rest } = schema;
    if (base !== undefined) return extension(schema, base, place);
    return {
      ...given({ type, description, ...rest, required: required?.length === 0 ? undefined : required }),
      ...(place === "sent" && (type === "integer" || type === "number") ? { "x-also": "text" } : {}),
      ...(items === undefined ? {} : { items: print(items, place) }),
      ...(properties === undefined
        ? {}
        : { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, print(field, place)])) }),
    };
  }

  /** The record that is extended, and what is added to it. */
  function extension({ description, examples, properties = {}, required = [] }: Written, base: Written, place: Place): Json {
    const { properties: had = {}, required: wasRequired = [] } = base;
    const isNew = ([name, field]: readonly [string, Written]) =>
      had[name] === undefined || JSON.stringify(print(had[name], place)) !== JSON.stringify(print(field, place));
    const added = Object.fromEntries(Object.entries(properties).filter(isNew));
    const changed = Object.keys(added).filter((name) => name in had);
    if (changed.length > 0) throw new Error(`${base["x-named"]?.name} is extended by another ${changed.join(", ")}`);
    const own = whole({ type: "object", properties: added, required: required.filter((name) => !wasRequired.includes(name)) }, place);
    return { ...given({ description, examples }), allOf: [print(base, place), own] };
  }

  return { print, named: () => Object.fromEntries([...shapes].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

const OF_BODIES = /Body$/;

/** A body takes more than an answer holds, so an object that is sent has a name of its own. */
function nameIn(place: Place, name: string, { properties }: Written): string {
  if (properties === undefined) return name;
  if (place === "answered" && OF_BODIES.test(name)) throw new Error(`${name} is sent, and answered too`);
  return place === "sent" && !OF_BODIES.test(name) ? `${name}Input` : name;
}

/** What is said of a named shape in this place alone. */
const saidHere = (schema: Written, named: Named): Json =>
  given({
    description: schema.description === named.description ? undefined : schema.description,
    examples: schema.examples === named.examples ? undefined : schema.examples,
    default: schema.default,
  });

const given = (keywords: Json): Json => Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

const without = (schema: Written, keywords: readonly string[]): Written =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
