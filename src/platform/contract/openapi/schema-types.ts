import type { LocalizedText } from "../errors.ts";
import type { SchemaKeywords } from "../check-values.ts";
import type { Named } from "../schema.ts";

/** A JSON object of a document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A schema created by the builders of schema.ts. */
export interface AnnotatedSchema extends Omit<SchemaKeywords, "items" | "properties"> {
  readonly description?: string;
  readonly "x-description-en"?: string;
  readonly examples?: readonly unknown[];
  readonly items?: AnnotatedSchema;
  readonly properties?: Readonly<Record<string, AnnotatedSchema>>;
  /** The schema of the values in an object whose keys are data. */
  readonly additionalProperties?: AnnotatedSchema;
  readonly "x-meanings"?: Readonly<Record<string, LocalizedText | string>>;
  readonly "x-named"?: Named;
  readonly "x-extends"?: AnnotatedSchema;
  readonly "x-shown-as"?: AnnotatedSchema;
}

/** Where a schema is used: in a request body ("sent"), in an answer ("answered"), or as a path, query or header parameter ("asked"). */
export type SchemaLocation = "sent" | "answered" | "asked";

/** Drops undefined keywords. */
export const definedKeywords = (keywords: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
