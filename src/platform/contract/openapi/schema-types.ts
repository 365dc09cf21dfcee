import type { Texts } from "../errors.ts";
import type { Keywords } from "../check-values.ts";
import type { Named } from "../schema.ts";

/** A piece of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** A schema as the builders of schema.ts make it. */
export interface Written extends Omit<Keywords, "items" | "properties"> {
  readonly description?: string;
  readonly "x-description-en"?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Written;
  readonly properties?: Readonly<Record<string, Written>>;
  readonly "x-meanings"?: Readonly<Record<string, Texts | string>>;
  readonly "x-named"?: Named;
  readonly "x-extends"?: Written;
  readonly "x-shown-as"?: Written;
}

/** Where a schema stands: in a body that is sent, in an answer, or as a parameter of an address, a query or a header. */
export type Place = "sent" | "answered" | "asked";

/** The keywords that have a value. */
export const given = (keywords: Json): Json => Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
