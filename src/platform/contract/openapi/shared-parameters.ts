import type { JsonObject } from "./schema-types.ts";

/** The parameters that several operations of a document share. */
export interface SharedParameters {
  /** The shared parameters by name. */
  readonly parts: JsonObject;
  /** Returns a reference when the parameter is shared, otherwise the parameter itself. */
  readonly refer: (parameter: JsonObject) => JsonObject;
}

/**
 * Turns each parameter that occurs at least twice into a shared component. When different parameters have the same name, only the most
 * frequent one is shared. Answers are not shared, because some generators do not follow references to a media type, and their clients would
 * read no body.
 */
export function extractSharedParameters(parameters: readonly JsonObject[], schemas: JsonObject): SharedParameters {
  const counts = new Map<string, number>();
  for (const parameter of parameters) {
    const text = JSON.stringify(parameter);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = new Map<string, string>();
  for (const [text, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    const name = parameterName((JSON.parse(text) as { readonly name: string }).name, schemas);
    if (count > 1 && !texts.has(name)) texts.set(name, text);
  }
  const names = new Map([...texts].map(([name, text]) => [text, name]));
  return {
    parts: Object.fromEntries(
      [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => [name, JSON.parse(text) as JsonObject]),
    ),
    refer(parameter) {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    },
  };
}

/**
 * The name of a shared parameter: `orderNumber` becomes `OrderNumber`, `If-Match` becomes `IfMatch`. Generated clients name types after
 * components, so a parameter with the same name as a schema gets a suffix: `rule` becomes `RuleParameter`.
 */
function parameterName(name: string, schemas: JsonObject): string {
  const word = name.replace(/(?:^|[^A-Za-z0-9])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(schemas, word) ? `${word}Parameter` : word;
}
