import { join } from "node:path";
import { within } from "../../architecture/source.ts";
import { SELLER_ROLES } from "../../../src/people/roles.ts";
import { PROJECT } from "../../../src/project.ts";
import { callsOf, filesBehind, operationsBehind, PAGES, propertyOf } from "./source-files.ts";

type Portal = "portal" | "backoffice";

/** A screen as the sources have it. */
export interface Screen {
  readonly portal: Portal;
  /** Its address, with the names of its parameters: `/portal/pedidos/$numero`. */
  readonly route: string;
  /** The first sentences of its page. */
  readonly shows: string;
  /** As a person presses them: `g p`, `mod+Enter`. */
  readonly keys: readonly string[];
  readonly operations: readonly string[];
  /** Who has it in the navigation, or has the entry that leads to it; empty = whoever is signed in. */
  readonly roles: readonly string[];
}

interface Entry {
  readonly to: string;
  readonly key: string;
  readonly isFor?: (me: { readonly memberships: readonly object[] }, sellerId: number | undefined) => boolean;
}
type KeyTables = Readonly<Record<string, Readonly<Record<string, { readonly keys: string }>>>>;

const MARKETPLACE_ROLES = ["admin", "catalog", "orders", "risk", "fulfillment", "integration", "support"];
const SELLER = 1;

/** The screens of both portals, by their address. */
export async function allScreens(): Promise<readonly Screen[]> {
  const both = await Promise.all((["portal", "backoffice"] as const).map(screensOf));
  return both.flat().toSorted((one, other) => (one.route < other.route ? -1 : 1));
}

async function screensOf(portal: Portal): Promise<readonly Screen[]> {
  const other = portal === "portal" ? "backoffice" : "portal";
  const { NAVIGATION } = (await import(join(PROJECT, "web", "src", portal, "navigation.ts"))) as { readonly NAVIGATION: readonly Entry[] };
  const inUse = filesBehind(`web/src/${portal}/routes.ts`);
  const pages = [...PAGES.values()].filter(({ path }) => inUse.has(path) && !path.startsWith(`web/src/${other}/`)).flatMap(routesIn);
  return Promise.all(
    pages.map(async ({ path, file, component }) => {
      const files = filesBehind(file);
      const entry = entryOf(NAVIGATION, path);
      return {
        portal,
        route: path === "/" ? `/${portal}` : `/${portal}${path}`,
        shows: docstringOf(file, component),
        keys: [...(entry?.to === path ? [`g ${entry.key}`] : []), ...(await keysOf(files))],
        operations: operationsBehind(files),
        roles: entry === undefined ? [] : rolesOf(portal, entry),
      };
    }),
  );
}

/** The routes that a file declares, with the page that each shows. */
function routesIn(source: NonNullable<ReturnType<typeof PAGES.get>>) {
  return callsOf(source, "createRoute").flatMap((node) => {
    const path = propertyOf(node, "path");
    const loaded = [...within(node)].find(({ type }) => type === "ImportExpression");
    const from = (loaded?.["source"] as { readonly value: string } | undefined)?.value;
    const component = source.text.slice(loaded?.end ?? 0).match(/^\)?,\s*"(\w+)"/)?.[1];
    if (path === undefined || from === undefined || component === undefined) return [];
    return [{ path, file: join(source.path, "..", from), component }];
  });
}

/** The entry of the navigation that leads to an address, or to what stands above it. */
const entryOf = (navigation: readonly Entry[], path: string): Entry | undefined =>
  navigation
    .filter(({ to }) => path === to || (to !== "/" && path.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0];

function rolesOf(portal: Portal, { isFor }: Entry): readonly string[] {
  const roles = portal === "portal" ? SELLER_ROLES : MARKETPLACE_ROLES;
  const membership = portal === "portal" ? { kind: "seller", sellerId: SELLER } : { kind: "marketplace" };
  const allowed = roles.filter((role) => isFor === undefined || isFor({ memberships: [{ ...membership, role }] }, SELLER));
  return allowed.length === roles.length ? [] : allowed;
}

/** The keys of all tables among some files, but those of the shell and of shared components. */
async function keysOf(files: ReadonlySet<string>): Promise<readonly string[]> {
  const tables = [...files].filter((path) => path.endsWith("/keys.ts") && !path.startsWith("web/src/app/shell/"));
  const loaded = await Promise.all(tables.map(async (path) => (await import(join(PROJECT, path))) as KeyTables));
  const keys = loaded.flatMap((tablesOf) => Object.values(tablesOf).flatMap((table) => Object.values(table).map((row) => row.keys)));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** What is said above a component. */
function docstringOf(file: string, component: string): string {
  const text = PAGES.get(file)?.text ?? "";
  const above = text.slice(0, text.search(new RegExp(`export (?:default )?function ${component}\\b`)));
  const said = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(above)?.[1] ?? "";
  return said.replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}
