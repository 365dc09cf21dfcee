import { list, type ListOptions, optional, type TSchema } from "./schema.ts";

const SEVERAL = "Um ou vários, separados por vírgula ou repetindo o parâmetro.";

/** Maximum number of values of one filter. */
export const MAX_FILTER_VALUES = 50;

/**
 * A filter parameter with one or several values, separated by commas or sent as repeated parameters. A filter that is empty, or that has only
 * unfilled placeholders (`{status}`), selects everything.
 */
export const multiValueParameter = <Item extends TSchema>(
  item: Item,
  { description, ...options }: ListOptions & { readonly description?: string } = {},
) => optional(list(item, { ...options, description: description === undefined ? SEVERAL : `${description} ${SEVERAL}` }));

/** The distinct values of a filter. Undefined when the filter excludes nothing, because it has no value or every possible one. */
export function selectedValues<Value>(requested: readonly Value[] | undefined, all: readonly Value[] = []): readonly Value[] | undefined {
  const selected = all.length === 0 ? [...new Set(requested)] : all.filter((word) => requested?.includes(word));
  return selected.length === 0 || selected.length === all.length ? undefined : selected;
}
