import type { Database } from "../platform/db.ts";
import type { Entry } from "./lists.ts";
import { countProducts } from "./queries.ts";
import type { ReferenceData, Rules } from "./snapshot.ts";
import type { Change } from "./timeline.ts";

/** Products that use what a change is about, and whose they are. */
export interface Impact {
  readonly products: number;
  readonly sellers: number;
  readonly byStatus: Readonly<Record<"RECEIVED" | "CRITICIZED" | "CATALOGING" | "APPROVED", number>>;
}

/** Where a product's row shows that it uses something: patterns of its columns, in the database's notation. */
type Signs = Partial<Record<"core" | "images" | "pending", string>>;

/**
 * Counts the products that use the entries of some changes, by the name before or after: all that a change may
 * criticize and all that it may clear. `data` is what was in effect before.
 */
export async function impactOf(db: Database, data: ReferenceData, changes: readonly Change[]): Promise<Impact> {
  const signs = changes.map((change) => signsOf(data, change));
  const pattern = (column: keyof Signs) => signs.flatMap((sign) => sign[column] ?? []).join("|") || null;
  const patterns = [pattern("core"), pattern("images"), pattern("pending")];
  const [row] = patterns.every((one) => one === null) ? [] : await db.wide.run("every seller", countProducts, patterns);
  const { products = 0, sellers = 0, received = 0, criticized = 0, cataloging = 0, approved = 0 } = row ?? {};
  return { products, sellers, byStatus: { RECEIVED: received, CRITICIZED: criticized, CATALOGING: cataloging, APPROVED: approved } };
}

type Field = "brand" | "color" | "flavor" | "size" | "department" | "productType";

const signsOf = (data: ReferenceData, change: Change): Signs => (change.list === "rules" ? ruleSigns : SIGNS[change.list])(data, change);

const SIGNS: Readonly<Record<Exclude<Entry["list"], "rules">, (data: ReferenceData, change: Change) => Signs>> = {
  stores: () => ({}),
  brands: ({ brands }, change) => named("brand", namesOf(brands, change)),
  colors: ({ colors }, change) => named("color", namesOf(colors, change)),
  flavors: ({ flavors }, change) => named("flavor", namesOf(flavors, change)),
  sizes: ({ sizes }, change) => named("size", namesOf(sizes, change)),
  departments: ({ departments }, change) => named("department", namesOf(departments, change)),
  productTypes: ({ productTypes }, change) => named("productType", namesOf(productTypes, change)),
  sizeCharts: ({ productTypes }, { code }) =>
    named(
      "productType",
      typeNames(productTypes, (type) => String(type.sizeChart) === code),
    ),
  templates: ({ productTypes }, { code }) =>
    named(
      "productType",
      typeNames(productTypes, (type) => String(type.template) === code),
    ),
};

/** Minima touch the kinds whose number changes, drive hosts the images on them, the settle window families that wait in it. */
function ruleSigns({ productTypes, rules }: ReferenceData, { code, item }: Change): Signs {
  if (code === "familySettleSeconds") return { pending: '"code":"family_incomplete"' };
  if (code === "driveHosts") return onHosts(differing(rules.driveHosts, item as Rules["driveHosts"]));
  const before = rules[code as "familyMinimum" | "minimumStock"];
  const after = item as typeof before;
  return named(
    "productType",
    typeNames(productTypes, ({ kind }) => before[kind] !== after[kind]),
  );
}

const typeNames = (types: ReferenceData["productTypes"], touched: (type: ReferenceData["productTypes"][number]) => boolean) =>
  types.filter(touched).map((type) => type.name);

const differing = (one: readonly string[], other: readonly string[]) => [
  ...one.filter((host) => !other.includes(host)),
  ...other.filter((host) => !one.includes(host)),
];

function namesOf(list: readonly { readonly code: number; readonly name: string }[], { code, item }: Change): readonly string[] {
  const before = list.find((row) => String(row.code) === code)?.name;
  const after = (item as { readonly name: string } | undefined)?.name;
  return [...new Set([before, after])].filter((name) => name !== undefined);
}

const PARTS_BEFORE = '(?:(?:[^"\\\\]|\\\\.)*\\+)?';
const PARTS_AFTER = '(?:\\+(?:[^"\\\\]|\\\\.)*)?';
const JOINED: ReadonlySet<Field> = new Set<Field>(["color", "flavor"]);

/**
 * A product's document holds `"brand":"Name"` exactly as JSON.stringify writes it, and no quote stands unescaped inside
 * a text, so this finds the field and nothing else. Colours and flavours may be one part of several.
 */
function named(field: Field, names: readonly string[]): Signs {
  if (names.length === 0) return {};
  const literals = names.map((name) => literal(JSON.stringify(name).slice(1, -1))).join("|");
  const value = JOINED.has(field) ? `${PARTS_BEFORE}(?:${literals})${PARTS_AFTER}` : `(?:${literals})`;
  return { core: `"${field}":"${value}"` };
}

/** Addresses on these hosts or their subdomains. */
const onHosts = (hosts: readonly string[]): Signs =>
  hosts.length === 0 ? {} : { images: `"url":"[^"/]*//(?:[^"/?#]*\\.)?(?:${hosts.map(literal).join("|")})[:/?#"]` };

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
