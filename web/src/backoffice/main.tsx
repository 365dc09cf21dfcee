import { startPortal } from "../app/start.tsx";
import { NAVIGATION } from "./navigation.ts";
import { routeTree } from "./routes.ts";

await startPortal(
  {
    name: "backoffice",
    members: "marketplace",
    navigation: NAVIGATION,
    texts: import.meta.glob("./**/texts.*.ts", { import: "texts" }),
  },
  routeTree,
);
