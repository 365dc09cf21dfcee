import {
  IconAlertTriangle,
  IconBox,
  IconCode,
  IconFileText,
  IconHome,
  IconPackage,
  IconShoppingCart,
  IconUpload,
  IconUsers,
} from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import type { ScreenName } from "../../../web/src/app/resources.ts";
import { rootRoute, shellRoute, signInRoute } from "../../../web/src/app/routes.ts";
import { startPortal } from "../../../web/src/app/start.tsx";
import { PartsPage } from "./PartsPage.tsx";
import { SheetPage } from "./SheetPage.tsx";
import { TablePage } from "./TablePage.tsx";

// Every shared component, in the shell of a portal with as many screens as it will have. Built and looked at by test/web only.

const screen = (name: string) => `portal/${name}` as ScreenName;
const parent = { getParentRoute: () => shellRoute };
const partsRoute = createRoute({ ...parent, path: "/", component: PartsPage, staticData: { screen: screen("home") } });
const tableRoute = createRoute({
  ...parent,
  path: "/produtos",
  validateSearch: (search: Record<string, unknown>) => search,
  component: TablePage,
  staticData: { screen: screen("products") },
});
const sheetRoute = createRoute({
  ...parent,
  path: "/estoque",
  validateSearch: (search: Record<string, unknown>) => search,
  component: SheetPage,
  staticData: { screen: screen("stock") },
});

await startPortal(
  {
    name: "portal",
    members: "seller",
    navigation: [
      { screen: screen("home"), to: "/", icon: IconHome, key: "i" },
      { screen: screen("products"), to: "/produtos", icon: IconPackage, key: "p" },
      { screen: screen("critiques"), to: "/criticas", icon: IconAlertTriangle, key: "c" },
      { screen: screen("stock"), to: "/estoque", icon: IconBox, key: "e" },
      { screen: screen("orders"), to: "/pedidos", icon: IconShoppingCart, key: "o" },
      { screen: screen("invoices"), to: "/notas", icon: IconFileText, key: "n" },
      { screen: screen("import"), to: "/importar", icon: IconUpload, key: "m" },
      { screen: screen("developers"), to: "/desenvolvedores", icon: IconCode, key: "d" },
      { screen: screen("team"), to: "/equipe", icon: IconUsers, key: "t" },
    ],
    counts: {
      queryKey: ["counts"],
      queryFn: async () => ({ [screen("products")]: 2_463, [screen("critiques")]: 271, [screen("orders")]: 7 }),
    },
    texts: {
      "./texts.pt-BR.ts": async () => (await import("./texts.pt-BR.ts")).texts,
      "./texts.en.ts": async () => (await import("./texts.en.ts")).texts,
    },
  },
  rootRoute.addChildren([signInRoute, shellRoute.addChildren([partsRoute, tableRoute, sheetRoute])]),
);
