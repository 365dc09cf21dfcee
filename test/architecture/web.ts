import { fileRule, type Rule } from "./rule.ts";

/** Folders of web/src, each importing only from its left. Both portals are at the right end. */
const ORDER = ["api", "ui", "app", "portal", "backoffice"];
/** Types that only all screens together make: their texts and their addresses. */
const KNOW_ALL_SCREENS = new Set(["web/src/app/resources.ts", "web/src/addresses.ts"]);
/** A longer file holds two things that people see. */
const MOST_LINES = 200;

const SOURCES = "web/src/";
const inPages = (path: string) => path.startsWith(SOURCES);
const placeOf = (path: string) => path.slice(SOURCES.length).split("/")[0]!;
/** `portal/orders` for a file of a screen, `portal` for one that belongs to the whole portal; undefined for any other. */
const screenOf = (path: string) => /^web\/src\/((portal|backoffice)(\/[^/]+(?=\/))?)/.exec(path)?.[1];
const isTooFarRight = (from: string, to: string) => {
  const [here, there] = [ORDER.indexOf(placeOf(from)), ORDER.indexOf(placeOf(to))];
  const isOtherPortal = there >= ORDER.indexOf("portal") && placeOf(from) !== placeOf(to);
  return there > here || isOtherPortal;
};

/** How the portals' pages import each other. */
export const WEB_RULES: readonly Rule[] = [
  fileRule({
    name: `pages import only from their left: ${ORDER.slice(0, 3).join(" < ")} < portal, backoffice; nothing of the server`,
    about: (path) => inPages(path) && !KNOW_ALL_SCREENS.has(path),
    find: ({ path, imports }) =>
      imports.flatMap(({ target, line }) => {
        if (target === undefined || (inPages(target) && !isTooFarRight(path, target))) return [];
        return [{ path, line, found: `imports ${target}` }];
      }),
    broken: [
      { "web/src/api/client.ts": 'import { Money } from "../ui/Money.tsx";' },
      { "web/src/ui/Money.tsx": 'import { usePortal } from "../app/use-session.ts";' },
      { "web/src/app/shell/Shell.tsx": 'import { HomePage } from "../../portal/home/HomePage.tsx";' },
      { "web/src/portal/routes.ts": 'import { routeTree } from "../backoffice/routes.ts";' },
      { "web/src/backoffice/routes.ts": 'import { homeRoute } from "../portal/home/route.ts";' },
      { "web/src/ui/StateBadge.tsx": 'import { STATES } from "../../../src/catalog/index.ts";' },
    ],
    kept: [
      {
        "web/src/portal/home/HomePage.tsx":
          'import { useMe } from "../../app/use-session.ts";\nimport { Money } from "../../ui/Money.tsx";',
      },
      { "web/src/app/resources.ts": 'import type { texts } from "../portal/home/texts.pt-BR.ts";' },
      { "web/src/ui/ErrorPanel.tsx": 'import { ApiError } from "../api/errors.ts";\nimport { Button } from "@mantine/core";' },
    ],
  }),
  fileRule({
    name: "a screen imports no other screen",
    about: (path) => screenOf(path)?.includes("/") === true,
    find: ({ path, imports }) =>
      imports.flatMap(({ target = "", line }) => {
        const other = screenOf(target);
        return other === undefined || other === screenOf(path) ? [] : [{ path, line, found: `imports ${target}` }];
      }),
    broken: [
      { "web/src/portal/home/HomePage.tsx": 'import { OrderRow } from "../orders/OrderRow.tsx";' },
      { "web/src/portal/home/HomePage.tsx": 'import { NAVIGATION } from "../navigation.ts";' },
    ],
    kept: [
      { "web/src/portal/home/HomePage.tsx": 'import { Counts } from "./Counts.tsx";' },
      { "web/src/portal/routes.ts": 'import { homeRoute } from "./home/route.ts";' },
    ],
  }),
  fileRule({
    name: `a file of the pages has at most ${MOST_LINES} lines`,
    about: inPages,
    find: ({ path, text }) => {
      const lines = text.split("\n").length - 1;
      return lines > MOST_LINES ? [{ path, line: MOST_LINES, found: `${lines} lines` }] : [];
    },
    broken: [{ "web/src/ui/Money.tsx": "\n".repeat(MOST_LINES + 1) }],
    kept: [{ "web/src/ui/Money.tsx": "\n".repeat(MOST_LINES) }],
  }),
];
