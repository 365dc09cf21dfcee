import { list, type ListOptions, optional, type TSchema } from "./schema.ts";

const SEVERAL = "Um ou vários, separados por vírgula ou repetindo o parâmetro.";

/** Texts that one filter names, at most. */
export const MAX_FILTER_VALUES = 50;

/**
 * A parameter of a list that names one word or several, between commas or by repeating it. Empty, or a placeholder, it names none: then
 * everything is listed.
 */
export const multiValueParameter = <Item extends TSchema>(
  item: Item,
  { description, ...options }: ListOptions & { readonly description?: string } = {},
) => optional(list(item, { ...options, description: description === undefined ? SEVERAL : `${description} ${SEVERAL}` }));

/** What a filter names, each once; undefined when it filters nothing, for it names none, or all that there are. */
export function selectedValues<Word>(asked: readonly Word[] | undefined, all: readonly Word[] = []): readonly Word[] | undefined {
  const chosen = all.length === 0 ? [...new Set(asked)] : all.filter((word) => asked?.includes(word));
  return chosen.length === 0 || chosen.length === all.length ? undefined : chosen;
}
