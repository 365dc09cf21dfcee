import type { JsonObject } from "./schema-types.ts";

/** Parameters that several operations of a document have: where they stand, and references to them. */
export interface SharedParameters {
  /** Each of them by its name. */
  readonly parts: JsonObject;
  /** The parameter, or a reference where it is shared. */
  readonly refer: (parameter: JsonObject) => JsonObject;
}

/**
 * Shares the parameters that are there twice or more. Of those that would have one name the most frequent has it. Answers are not shared: some
 * generators read no media type through a reference, and their clients read no body then.
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
 * What a shared parameter is called: `orderNumber` is `OrderNumber`, `If-Match` is `IfMatch`. Clients name types after parts, so one
 * that is called like a schema is told apart: `rule` is `RuleParameter`.
 */
function parameterName(name: string, schemas: JsonObject): string {
  const word = name.replace(/(?:^|[^A-Za-z0-9])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(schemas, word) ? `${word}Parameter` : word;
}
