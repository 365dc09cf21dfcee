import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { DETAIL_TABS, type DetailTab } from "./details/tabs.ts";
import { readListSearch } from "./list/list-search.ts";

const NAME = "portal/products";
const under = { getParentRoute: () => shellRoute } as const;

/** The list; its filters are in the address. */
const listRoute = createRoute({
  ...under,
  path: "/produtos",
  validateSearch: readListSearch,
  ...screen(NAME, () => import("./list/ProductsPage.tsx"), "ProductsPage"),
});

const newRoute = createRoute({
  ...under,
  path: "/produtos/novo",
  caseSensitive: true,
  validateSearch: ({ tipo }: Record<string, unknown>): { readonly tipo?: "familia" | undefined } => ({
    tipo: tipo === "familia" ? tipo : undefined,
  }),
  ...screen(NAME, () => import("./form/NewProductPage.tsx"), "NewProductPage"),
});

const familyRoute = createRoute({
  ...under,
  path: "/produtos/familia/$group",
  ...screen(NAME, () => import("./family/FamilyPage.tsx"), "FamilyPage"),
});

/** The last part of a product's address is its sku. Of the sku `novo`, whose place the form has, it is `_novo`: no sku begins with `_`. */
const partOf = (sku: string): string => (sku === "novo" ? `_${sku}` : sku);

const productRoute = createRoute({
  ...under,
  path: "/produtos/$sku",
  params: {
    parse: ({ sku }) => ({ sku: sku.replace(/^_/, "") }),
    stringify: ({ sku }) => ({ sku: partOf(sku) }),
  },
  validateSearch: ({ ver }: Record<string, unknown>): { readonly ver?: DetailTab | undefined } => ({
    ver: DETAIL_TABS.find((tab) => tab === ver),
  }),
  ...screen(NAME, () => import("./form/ProductPage.tsx"), "ProductPage"),
});

/** The addresses of products. */
export const productRoutes = [listRoute, newRoute, familyRoute, productRoute] as const;
