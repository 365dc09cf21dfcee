import { nearestNames, withoutAccents } from "../../platform/basics/index.ts";
import type { Assumed } from "./assumptions.ts";
import { ATTRIBUTE_POINTER, FIELDS, type Field } from "./fields.ts";

/**
 * A column's name without what does not distinguish it: case, accents, punctuation, a unit in parentheses, and the asterisk that marks a
 * required column. Names that are equal in this form are the same name.
 */
export const foldName = (name: string): string =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/\([^)]*\)/g, " ")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const fieldsByPointer = new Map<string, Field>();
const fieldsByName = new Map<string, Field>();
for (const field of FIELDS) {
  for (const pointer of [field.pointer, ...Object.values(field.at)]) if (!fieldsByPointer.has(pointer)) fieldsByPointer.set(pointer, field);
  for (const name of [field.name, ...field.also]) fieldsByName.set(foldName(name), field);
}

/** The field that a JSON Pointer stands for. */
export const fieldAt = (pointer: string): Field | undefined => fieldsByPointer.get(pointer);
/** The field that a template's column name or a plain Portuguese name stands for. */
export const fieldNamed = (name: string): Field | undefined => fieldsByName.get(foldName(name));
/** Whether a name is the one that templates print. */
export const isTemplateName = (field: Field, name: string): boolean => foldName(field.name) === foldName(name);

/** The attributes that columns may be named after, by their folded names. */
export interface AttributeNames {
  /** The attribute's name in the templates, and whether it may have several values. */
  readonly find: (name: string) => { readonly name: string; readonly isMultiple: boolean } | undefined;
  readonly names: readonly string[];
}

/** A prefix with which a column may say that it is an attribute. */
const ATTRIBUTE_PREFIX = /^(?:\/attributes\/|atributo\s*:?\s+)/i;

/** The name of an attribute in a column's name, with or without the prefix. */
export const attributeNameIn = (name: string): string => name.replace(ATTRIBUTE_PREFIX, "");

/** The pointer of an attribute's column. Attributes are a list in bodies, so this pointer is for headers and mappings only. */
export const attributePointer = (name: string): string => `${ATTRIBUTE_POINTER}${name}`;

/** At most three columns that a name could have been meant as: pointers for a pointer, otherwise template names and attributes. */
export function nearestColumns(name: string, attributes: AttributeNames): readonly string[] {
  if (name.startsWith("/")) return nearestNames(name, POINTERS);
  const near = nearestNames(name, [...KNOWN_NAMES.keys(), ...attributes.names]);
  return [...new Set(near.map((one) => KNOWN_NAMES.get(one) ?? one))];
}

const POINTERS = FIELDS.map(({ pointer }) => pointer);
/** Every name of a column, with the name that templates print for it. */
const KNOWN_NAMES = new Map(FIELDS.flatMap(({ name, also }) => [name, ...also].map((one) => [one, name] as const)));

/**
 * The names of a file's columns by the pointers that refusals of its rows have. Columns of images are left out: in a body, images stand without the
 * gaps of the file.
 */
export function columnNamesOf({ columns }: Pick<Assumed, "columns">): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap(({ name, pointer }) => {
      const field = pointer === undefined || pointer.startsWith("/images/") ? undefined : fieldAt(pointer);
      return field ? [field.pointer, ...Object.values(field.at)].map((one) => [one, name.trim()] as const) : [];
    }),
  );
}

/** The columns that error files add after the input's own. */
export const ERROR_COLUMNS = ["error_code", "error_pointer", "error_message", "suggestion"] as const;
const FOLDED_ERROR_COLUMNS: ReadonlySet<string> = new Set(ERROR_COLUMNS.map(foldName));
/** Whether a column is one of those that error files add. They are ignored in a file that is sent again. */
export const isErrorColumn = (name: string): boolean => FOLDED_ERROR_COLUMNS.has(foldName(name));
