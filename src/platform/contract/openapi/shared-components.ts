import type { JsonObject } from "./schema-types.ts";

/** Parts of a document that several of its operations have: where they stand, and references to them. */
export interface SharedComponents {
  /** Each of them by its name. */
  readonly parts: JsonObject;
  /** The part, or a reference where it is shared. */
  readonly refer: (part: JsonObject) => JsonObject;
}

/** Shares what is there twice or more. Of parts that would have one name the most frequent has it; a part without a name stays where it is. */
export function extractSharedComponents(
  place: string,
  parts: readonly JsonObject[],
  nameOf: (part: JsonObject) => string | undefined,
): SharedComponents {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = new Map<string, string>();
  for (const [text, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    const name = nameOf(JSON.parse(text) as JsonObject);
    if (count > 1 && name !== undefined && !texts.has(name)) texts.set(name, text);
  }
  const names = new Map([...texts].map(([name, text]) => [text, name]));
  return {
    parts: Object.fromEntries(
      [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => [name, JSON.parse(text) as JsonObject]),
    ),
    refer(part) {
      const name = names.get(JSON.stringify(part));
      return name === undefined ? part : { $ref: `#/components/${place}/${name}` };
    },
  };
}

/** What a parameter or a header is called as a part: `orderNumber` is `OrderNumber`, `If-Match` is `IfMatch`. */
export const componentName = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

interface Answer extends JsonObject {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}
/** An answer is called what its body is. */
export const responseComponentName = ({ content = {} }: Answer): string | undefined =>
  content["application/json"]?.schema.$ref?.split("/").at(-1);
