import { int32Field } from "./fields.ts";
import { integer, link, optional, describedAs, namedObject } from "./schema.ts";

/** Default number of items per page (decisions 1.10). */
export const DEFAULT_SIZE = 20;

/** Query parameters of paged lists. */
export const PAGE_QUERY = {
  page: optional(integer({ minimum: 0, default: 0, description: "Página, a partir de 0.", examples: [0] })),
  size: optional(
    integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_SIZE,
      description: "Itens por página; recomendado até 50.",
      examples: [DEFAULT_SIZE],
    }),
  ),
};

/** The fields of a page with a total. */
export const PAGE_COUNTS = {
  page: int32Field("Esta página, a partir de 0.", 0),
  totalPages: int32Field("Quantas páginas há deste tamanho.", 7),
  size: int32Field("Itens por página, como pedido.", DEFAULT_SIZE),
  total: int32Field("Quantos itens há em todas as páginas.", 132),
};
/** The fields of a page without a total. */
export const UNCOUNTED_PAGE = { page: PAGE_COUNTS.page, size: PAGE_COUNTS.size };

const leadsTo = (description: string) => describedAs(link, { description });
/** The `_links` of a page without a total. */
export const UNCOUNTED_LINKS = {
  self: leadsTo("Esta página."),
  first: leadsTo("A primeira página."),
  next: optional(leadsTo("A próxima página; ausente na última.")),
  prev: optional(leadsTo("A página anterior; ausente na primeira.")),
};
/** The `_links` of a page with a total (seed 2.2). */
export const PageLinks = namedObject("PageLinks", "As páginas ao redor desta.", { ...UNCOUNTED_LINKS, last: leadsTo("A última página.") });

/** The number of a page, counted from 0, the number of items per page, and the number of pages. */
export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly totalPages: number;
}

/** The link of a resource to itself, for the `links` of v1 and operator resources. */
export const selfLink = (href: string) => ({ rel: "self", href });

interface Link {
  readonly href: string;
}
/** The `_links` of a page without a total. `prev` and `next` are present only when that page exists. */
export interface UncountedPageLinks {
  readonly self: Link;
  readonly first: Link;
  readonly prev?: Link;
  readonly next?: Link;
}
/** The `_links` of a page with a total. */
export interface PageLinks extends UncountedPageLinks {
  readonly last: Link;
}

/** The query parameters of a list. Undefined parameters are left out. Several values of a filter are joined with commas. */
export type ListQuery = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;

/** The address of a list with the given query. */
export function listPath(path: string, asked: ListQuery): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

const linkTo = (path: string, page: number, size: number, kept: ListQuery): Link => ({ href: listPath(path, { ...kept, page, size }) });

/** Creates the `_links` of a page without a total. `more` says whether another page follows. */
export const uncountedPageLinks = (
  path: string,
  { page, size, more }: Omit<Paging, "totalPages"> & { readonly more: boolean },
  kept: ListQuery = {},
): UncountedPageLinks => ({
  self: linkTo(path, page, size, kept),
  first: linkTo(path, 0, size, kept),
  ...(page > 0 ? { prev: linkTo(path, page - 1, size, kept) } : {}),
  ...(more ? { next: linkTo(path, page + 1, size, kept) } : {}),
});

/**
 * Creates the `_links` of a v2 page (seed 2.2). `kept` are the query parameters of the list other than `page` and `size`. Set `more` for a
 * list that shrinks while it is read, because the total then does not show whether another page follows.
 */
export const pageLinks = (
  path: string,
  { page, size, totalPages, more = page + 1 < totalPages }: Paging & { readonly more?: boolean },
  kept: ListQuery = {},
): PageLinks => ({
  ...uncountedPageLinks(path, { page, size, more }, kept),
  last: linkTo(path, Math.max(0, totalPages - 1), size, kept),
});

/** Converts the `_links` of a page to a `links` array, for v1 and operator resources. */
export const relLinks = (links: UncountedPageLinks): readonly { readonly rel: string; readonly href: string }[] =>
  Object.entries(links).map(([rel, { href }]: [string, Link]) => ({ rel, href }));

/** Takes the rows of one page from a list without a total. `rows` has one more row than the page when another page follows. */
export const takePage = <Row>(size: number, rows: readonly Row[]): { readonly rows: readonly Row[]; readonly more: boolean } => ({
  rows: rows.slice(0, size),
  more: rows.length > size,
});
