import type { Database } from "../platform/database/database.ts";
import type { Change, ListName } from "./lists.ts";
import { countProducts } from "./queries.ts";
import type { ProductType, ReferenceData, Rules } from "./snapshot.ts";

/** Products that use what a change is about, and whose they are. */
export interface Impact {
  readonly products: number;
  readonly sellers: number;
  readonly byStatus: Readonly<Record<"RECEIVED" | "CRITICIZED" | "CATALOGING" | "APPROVED", number>>;
}

type Field = "brand" | "color" | "flavor" | "size" | "department" | "productType";

/** By what a product is known to use something. */
interface Uses {
  /** A field of the product, and the names that count in it. */
  readonly field?: Field;
  readonly names?: readonly string[];
  /** Hosts of its images, or domains above them. */
  readonly hosts?: readonly string[];
  /** It waits for its family. */
  readonly family?: true;
}

/**
 * Counts the products that use the entries of some changes, by the name before or after: all that a change may
 * criticize and all that it may clear. `data` is what was in effect before.
 */
export async function impactOf(db: Database, data: ReferenceData, changes: readonly Change[]): Promise<Impact> {
  const uses = changes.map((change) => usesOf(data, change));
  const parameters = countParameters(uses);
  const [row] = parameters.every((parameter) => parameter === null) ? [] : await db.wide.run("every seller", countProducts, parameters);
  const { products = 0, sellers = 0, received = 0, criticized = 0, cataloging = 0, approved = 0 } = row ?? {};
  return { products, sellers, byStatus: { RECEIVED: received, CRITICIZED: criticized, CATALOGING: cataloging, APPROVED: approved } };
}

function usesOf(data: ReferenceData, change: Change): Uses {
  const uses = change.list === "rules" ? usesOfRule(data, change) : USES[change.list](data, change);
  return uses.names?.length === 0 ? {} : uses;
}

const USES: Readonly<Record<ListName, (data: ReferenceData, change: Change) => Uses>> = {
  stores: () => ({}),
  brands: ({ brands }, change) => ({ field: "brand", names: namesOf(brands, change) }),
  colors: ({ colors }, change) => ({ field: "color", names: namesOf(colors, change) }),
  flavors: ({ flavors }, change) => ({ field: "flavor", names: namesOf(flavors, change) }),
  sizes: ({ sizes }, change) => ({ field: "size", names: namesOf(sizes, change) }),
  departments: ({ departments }, change) => ({ field: "department", names: namesOf(departments, change) }),
  productTypes: ({ productTypes }, change) => ({ field: "productType", names: namesOf(productTypes, change) }),
  sizeCharts: (data, { code }) => ofTypes(data, (type) => String(type.sizeChart) === code),
  templates: (data, { code }) => ofTypes(data, (type) => String(type.template) === code),
};

/** Minima touch the kinds whose number changes, drive hosts the images on them, the settle window families that wait in it. */
function usesOfRule(data: ReferenceData, { code, item }: Change): Uses {
  if (code === "familySettleSeconds") return { family: true };
  // Whoever is in a family stays in it.
  if (code === "largestFamily") return {};
  // What is taken of a sale says nothing of whether a product may be sold.
  if (code === "commissionPercent") return {};
  if (code === "driveHosts") return { hosts: differing(data.rules.driveHosts, item as Rules["driveHosts"]) };
  const before = data.rules[code as "familyMinimum" | "minimumStock"];
  const after = item as typeof before;
  return ofTypes(data, ({ kind }) => before[kind] !== after[kind]);
}

const ofTypes = ({ productTypes }: ReferenceData, touched: (type: ProductType) => boolean): Uses => ({
  field: "productType",
  names: productTypes.filter(touched).map((type) => type.name),
});

/** Names before and after the change; the same one counts once. */
function namesOf(list: readonly { readonly code: number; readonly name: string }[], { code, item }: Change): readonly string[] {
  const before = list.find((row) => String(row.code) === code)?.name;
  const after = (item as { readonly name: string } | undefined)?.name;
  return [...new Set([before, after])].filter((name) => name !== undefined);
}

const differing = (one: readonly string[], other: readonly string[]) => [
  ...one.filter((host) => !other.includes(host)),
  ...other.filter((host) => !one.includes(host)),
];

/** Colours and flavours are joined with `+`: a product uses each part. */
const JOINED: ReadonlySet<Field | undefined> = new Set<Field | undefined>(["color", "flavor"]);

/** The parameters of countProducts; all null when nothing can match. Changes made together concern one field. */
function countParameters(uses: readonly Uses[]): readonly unknown[] {
  const [field, ...others] = new Set(uses.flatMap((use) => use.field ?? []));
  if (others.length > 0) throw new Error(`changes of ${field} and ${others.join()} cannot be counted together`);
  const hosts = uses.flatMap((use) => use.hosts ?? []);
  return [
    field ? `"${field}":"` : null,
    field ? (JOINED.has(field) ? "+" : NEVER) : null,
    field ? uses.flatMap((use) => use.names ?? []).map((name) => JSON.stringify(name).slice(1, -1)) : null,
    hosts.length > 0 ? onHosts(hosts) : null,
    uses.some((use) => use.family) ? '"code":"family_incomplete"' : null,
  ];
}

/** Stands in no JSON text: what it separates is whole. */
const NEVER = "\n";

/** Addresses on these hosts or their subdomains, as a pattern of the database. Hosts are letters, digits, dots and hyphens. */
const onHosts = (hosts: readonly string[]) =>
  `"url":"[^"/]*//(?:[^"/?#]*\\.)?(?:${hosts.map((host) => host.replaceAll(".", "\\.")).join("|")})[:/?#"]`;
