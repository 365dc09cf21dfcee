/** Items per page when the caller does not say (decisions 1.10). */
export const DEFAULT_SIZE = 20;

/** Which page of how many; pages count from 0. */
export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly totalPages: number;
}

/** The `_links` of a page; `prev` and `next` only where there is one. */
export interface PageLinks {
  readonly self: { readonly href: string };
  readonly first: { readonly href: string };
  readonly prev?: { readonly href: string };
  readonly next?: { readonly href: string };
  readonly last: { readonly href: string };
}

/** The `_links` of a v2 page (seed 2.2); `kept` are the query's other parameters. */
export function pageLinks(path: string, { page, size, totalPages }: Paging, kept: Readonly<Record<string, string>> = {}): PageLinks {
  const to = (target: number) => ({
    href: `${path}?${new URLSearchParams({ ...kept, page: String(target), size: String(size) }).toString()}`,
  });
  return {
    self: to(page),
    first: to(0),
    ...(page > 0 ? { prev: to(page - 1) } : {}),
    ...(page + 1 < totalPages ? { next: to(page + 1) } : {}),
    last: to(Math.max(0, totalPages - 1)),
  };
}

/** The same as a v1 or operator `links` array. */
export const relLinks = (links: PageLinks): readonly { readonly rel: string; readonly href: string }[] =>
  Object.entries(links).map(([rel, link]: [string, { readonly href: string }]) => ({ rel, href: link.href }));
