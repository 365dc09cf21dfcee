import { startPortal } from "../app/start.tsx";
import { countsQuery } from "./counts.ts";
import { NAVIGATION } from "./navigation.ts";
import { routeTree } from "./routes.ts";

await startPortal(
  {
    name: "backoffice",
    members: "marketplace",
    navigation: NAVIGATION,
    counts: countsQuery,
    texts: import.meta.glob("./**/texts.*.ts", { import: "texts" }),
  },
  routeTree,
);
