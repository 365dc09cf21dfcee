import { echoableValue, type Failure } from "../../platform/contract/index.ts";
import { attributeNameIn, attributePointer, type AttributeNames, fieldAt, fieldNamed, foldName, nearestColumns } from "./column-names.ts";
import { fileErrors } from "./errors.ts";
import { ATTRIBUTE_POINTER } from "./fields.ts";

/** The target of a column that is ignored. */
export const IGNORED = "-";

/** What a caller says about one column: the field it fills, as a pointer, or that it is ignored. */
export interface MappedColumn {
  readonly name: string;
  /** A field's pointer or `-`. */
  readonly target: string;
}
/** What a caller says about columns, each once. */
export type Mapping = readonly MappedColumn[];

/**
 * Parses `?mapping=column:field,column:field`. A field is a pointer, a template's column name, an attribute's name, or `-`. A comma that is part
 * of a name is written `\,`. Returns the mapping, or every failure.
 */
export function readMapping(text: string, attributes: AttributeNames): Mapping | readonly Failure[] {
  const mapping: MappedColumn[] = [];
  const failures: Failure[] = [];
  for (const entry of text.split(SEPARATOR).map((one) => one.replaceAll("\\,", ","))) {
    const colon = entry.lastIndexOf(":");
    const [name, field] = [entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()];
    if (colon === -1 || name === "" || field === "") {
      if (entry.trim() !== "") failures.push(fileErrors.failure("mapping_malformed", { pointer: "query.mapping", received: entry.trim() }));
      continue;
    }
    const target = targetOf(field, attributes);
    const before = mapping.find((one) => foldName(one.name) === foldName(name));
    if (target === undefined) failures.push(unknownField(name, field, attributes));
    else if (before) failures.push(repeatedColumn(name, before.target));
    else mapping.push({ name, target });
  }
  return failures.length === 0 ? mapping : sameStatus(failures);
}

const SEPARATOR = /(?<!\\),/;

/** A refusal has one status, so malformed entries are reported before unknown fields. */
function sameStatus(failures: readonly Failure[]): readonly Failure[] {
  const { status } = failures.find(({ row }) => row.status === 400)?.row ?? failures[0]!.row;
  return failures.filter(({ row }) => row.status === status);
}

/** The pointer that a field's pointer or name stands for, or `-`. Undefined when there is no such field. */
export function targetOf(field: string, attributes: AttributeNames): string | undefined {
  if (field === IGNORED) return IGNORED;
  const known = fieldAt(field) ?? fieldNamed(field);
  if (known) return known.pointer;
  const attribute = attributes.find(attributeNameIn(field));
  return attribute && attributePointer(attribute.name);
}

/** The failure of a mapping to a field that does not exist. */
export function unknownField(column: string, received: string, attributes: AttributeNames): Failure {
  const suggestions = nearestColumns(received, attributes).map((name) => targetOf(name, attributes) ?? name);
  return fileErrors.failure("mapping_field_unknown", {
    pointer: "query.mapping",
    received: echoableValue(received),
    ...(suggestions.length > 0 ? { suggestions } : {}),
    params: { column, nearest: nearestText(suggestions) },
  });
}

const repeatedColumn = (received: string, first: string): Failure =>
  fileErrors.failure("mapping_column_repeated", { pointer: "query.mapping", received: echoableValue(received), params: { first } });

/** The part of a message that names what a wrong name could have been meant as. */
export const nearestText = (suggestions: readonly string[]) => ({
  "pt-BR": suggestions.length === 0 ? "" : `; o nome mais próximo é ${suggestions[0]}`,
  en: suggestions.length === 0 ? "" : `; the nearest name is ${suggestions[0]}`,
});

/** The targets of a mapping by folded column name. */
export const mappingByName = (mapping: Mapping): ReadonlyMap<string, string> =>
  new Map(mapping.map(({ name, target }) => [foldName(name), target]));

/** Whether a pointer is that of an attribute. */
export const isAttributePointer = (pointer: string): boolean => pointer.startsWith(ATTRIBUTE_POINTER);
