import { list, type ListOptions, optional, type TSchema } from "./schema.ts";

const SEVERAL = "Um ou vários, separados por vírgula ou repetindo o parâmetro.";

/** Maximum number of values of one filter. */
export const MAX_FILTER_VALUES = 50;

/**
 * A filter parameter with one or several values, separated by commas or repeated. When it is empty or a placeholder, everything is listed.
 */
export const multiValueParameter = <Item extends TSchema>(
  item: Item,
  { description, ...options }: ListOptions & { readonly description?: string } = {},
) => optional(list(item, { ...options, description: description === undefined ? SEVERAL : `${description} ${SEVERAL}` }));

/** The values of a filter, each once. Undefined when it filters nothing, because it has no value or every possible one. */
export function selectedValues<Word>(asked: readonly Word[] | undefined, all: readonly Word[] = []): readonly Word[] | undefined {
  const chosen = all.length === 0 ? [...new Set(asked)] : all.filter((word) => asked?.includes(word));
  return chosen.length === 0 || chosen.length === all.length ? undefined : chosen;
}
