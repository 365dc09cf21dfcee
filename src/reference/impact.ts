import type { Database } from "../platform/database/index.ts";
import type { ReferenceChange, ListName } from "./lists.ts";
import { countProducts } from "./queries.ts";
import type { ProductType, ReferenceData, Rules } from "./snapshot.ts";

/** Number of products that a change may affect, in total and by status, and number of their sellers. */
export interface Impact {
  readonly products: number;
  readonly sellers: number;
  readonly byStatus: Readonly<Record<"RECEIVED" | "CRITICIZED" | "CATALOGING" | "APPROVED", number>>;
}

type Field = "brand" | "color" | "flavor" | "size" | "department" | "productType";

/** Criteria for the products that a change may affect. Without criteria it affects none. */
interface Usage {
  /** A field of the product, and the names to match in it. */
  readonly field?: Field;
  readonly names?: readonly string[];
  /** Hosts of the product's images, or parent domains of these hosts. */
  readonly hosts?: readonly string[];
  /** Set for products that wait for their family to become complete. */
  readonly family?: true;
}

/**
 * Counts the products that use the entries of some changes, by the entries' names before or after the changes. Products with an old name may get
 * critiques through the changes, and products with a new name may lose theirs. `data` is the data before the changes.
 */
export async function countImpact(db: Database, data: ReferenceData, changes: readonly ReferenceChange[]): Promise<Impact> {
  const parameters = productCriteria(data, changes);
  const [row] = parameters.every((parameter) => parameter === null) ? [] : await db.wide.run("every seller", countProducts, parameters);
  const { products = 0, sellers = 0, received = 0, criticized = 0, cataloging = 0, approved = 0 } = row ?? {};
  return { products, sellers, byStatus: { RECEIVED: received, CRITICIZED: criticized, CATALOGING: cataloging, APPROVED: approved } };
}

/**
 * The parameters $1 to $5 of USES_CHANGED_ENTRY, for the products that use the entries of some changes. All are null when no product can. `data`
 * is the data before the changes.
 */
export const productCriteria = (data: ReferenceData, changes: readonly ReferenceChange[]): readonly unknown[] =>
  countParameters(changes.map((change) => usageOf(data, change)));

function usageOf(data: ReferenceData, change: ReferenceChange): Usage {
  const usages = change.list === "rules" ? usageOfRule(data, change) : USAGE_BY_LIST[change.list](data, change);
  return usages.names?.length === 0 ? {} : usages;
}

const USAGE_BY_LIST: Readonly<Record<ListName, (data: ReferenceData, change: ReferenceChange) => Usage>> = {
  stores: () => ({}),
  brands: ({ brands }, change) => ({ field: "brand", names: namesOf(brands, change) }),
  colors: ({ colors }, change) => ({ field: "color", names: namesOf(colors, change) }),
  flavors: ({ flavors }, change) => ({ field: "flavor", names: namesOf(flavors, change) }),
  sizes: ({ sizes }, change) => ({ field: "size", names: namesOf(sizes, change) }),
  departments: ({ departments }, change) => ({ field: "department", names: namesOf(departments, change) }),
  productTypes: ({ productTypes }, change) => ({ field: "productType", names: namesOf(productTypes, change) }),
  sizeCharts: (data, { code }) => usageOfTypes(data, (type) => String(type.sizeChart) === code),
  templates: (data, { code }) => usageOfTypes(data, (type) => String(type.template) === code),
};

/**
 * The products that a change of a rule affects. `familyMinimum` and `minimumStock` affect the products of each `kind` whose number changes.
 * `driveHosts` affects products with images on added or removed hosts. `familySettleSeconds` affects the products of incomplete families.
 */
function usageOfRule(data: ReferenceData, { code, item }: ReferenceChange): Usage {
  if (code === "familySettleSeconds") return { family: true };
  // The rule affects no existing product: products that are in a family stay in it.
  if (code === "largestFamily") return {};
  // The commission and the time for reviews do not affect whether a product may be sold.
  if (code === "commissionPercent" || code === "reviewDeadlines") return {};
  if (code === "driveHosts") return { hosts: differing(data.rules.driveHosts, item as Rules["driveHosts"]) };
  const before = data.rules[code as "familyMinimum" | "minimumStock"];
  const after = item as typeof before;
  return usageOfTypes(data, ({ kind }) => before[kind] !== after[kind]);
}

const usageOfTypes = ({ productTypes }: ReferenceData, isAffected: (type: ProductType) => boolean): Usage => ({
  field: "productType",
  names: productTypes.filter(isAffected).map((type) => type.name),
});

/** The entry's names before and after the change, without repetition. */
function namesOf(list: readonly { readonly code: number; readonly name: string }[], { code, item }: ReferenceChange): readonly string[] {
  const before = list.find((row) => String(row.code) === code)?.name;
  const after = (item as { readonly name: string } | undefined)?.name;
  return [...new Set([before, after])].filter((name) => name !== undefined);
}

const differing = (one: readonly string[], other: readonly string[]) => [
  ...one.filter((host) => !other.includes(host)),
  ...other.filter((host) => !one.includes(host)),
];

/** Fields that may hold several names, joined with `+`. Each name is compared. */
const JOINED_FIELDS: ReadonlySet<Field | undefined> = new Set<Field | undefined>(["color", "flavor"]);

/** The parameters of countProducts; all null when nothing can match. Throws when the changes concern different fields of products. */
function countParameters(usages: readonly Usage[]): readonly unknown[] {
  const [field, ...others] = new Set(usages.flatMap((usage) => usage.field ?? []));
  if (others.length > 0) throw new Error(`changes of ${field} and ${others.join()} cannot be counted together`);
  const hosts = usages.flatMap((usage) => usage.hosts ?? []);
  return [
    field ? `"${field}":"` : null,
    field ? (JOINED_FIELDS.has(field) ? "+" : NO_SEPARATOR) : null,
    field ? usages.flatMap((usage) => usage.names ?? []).map((name) => JSON.stringify(name).slice(1, -1)) : null,
    hosts.length > 0 ? hostPattern(hosts) : null,
    usages.some((usage) => usage.family) ? '"code":"family_incomplete"' : null,
  ];
}

/** A separator that no JSON text contains, so that the value stays whole. */
const NO_SEPARATOR = "\n";

/** A PostgreSQL pattern for image URLs on these hosts or their subdomains. Hosts consist of letters, digits, dots and hyphens. */
const hostPattern = (hosts: readonly string[]) =>
  `"url":"[^"/]*//(?:[^"/?#]*\\.)?(?:${hosts.map((host) => host.replaceAll(".", "\\.")).join("|")})[:/?#"]`;
