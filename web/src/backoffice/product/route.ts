import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { type Tab, TABS } from "./tabs.ts";

interface ProductSearch {
  readonly aba?: Tab | undefined;
  /** The two versions that are compared. */
  readonly de?: number | undefined;
  readonly para?: number | undefined;
}
const versionOf = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined);

export const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/produtos/$sellerId/$sku",
  validateSearch: ({ aba, de, para }: Record<string, unknown>): ProductSearch => ({
    aba: TABS.find((one) => one === aba),
    de: versionOf(de),
    para: versionOf(para),
  }),
  ...screen("backoffice/product", () => import("./ProductPage.tsx"), "ProductPage"),
});
