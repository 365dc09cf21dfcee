/** How a product type's family rule, size chart and colour-or-flavour are decided (seed 2.1, decisions 3). */
export type Kind = "CLOTHES" | "SHOES" | "ACCESSORY" | "SINGLE" | "FOOD";
/** How an attribute is filled in: freely, with one of its values, or with several. */
export type TypeSelection = "FREE_TEXT" | "SINGLE" | "MULTIPLE";

/** A row of brands, colors, flavors or sizes. `code` is below 2^31; products use `name`. */
export interface NamedItem {
  readonly code: number;
  readonly name: string;
  readonly externalCode: string;
}
/** A store (business unit) of the marketplace; `code` is its buId. */
export interface Store {
  readonly code: string;
  readonly name: string;
}
/** A department and the stores that show it. */
export interface Department {
  readonly code: number;
  readonly name: string;
  /** Codes of the stores that show it. */
  readonly stores: readonly string[];
}
/** `sizes` in the order of the chart: the family rule's "sequential" is the position here, never string order. */
export interface SizeChart {
  readonly code: number;
  readonly name: string;
  readonly sizes: readonly string[];
}
/** An attribute of a template: its values when they are predefined. */
export interface TemplateAttribute {
  readonly code: number;
  readonly name: string;
  readonly required: boolean;
  readonly typeSelection: TypeSelection;
  /** Empty = free content. */
  readonly values: readonly { readonly code: number; readonly value: string }[];
}
/** The attributes that products of a type have. */
export interface Template {
  readonly code: number;
  readonly name: string;
  readonly attributes: readonly TemplateAttribute[];
}
/** A product type: what decides which products of it are right. */
export interface ProductType {
  readonly code: number;
  readonly name: string;
  /** Codes of the departments it belongs to. */
  readonly departments: readonly number[];
  readonly kind: Kind;
  /** Code of its size chart. */
  readonly sizeChart: number;
  /** Heaviest accepted weight in kilograms, at most 3 decimals. */
  readonly weightMaxKg: number;
  readonly distinguishedBy: "color" | "flavor";
  /** Code of its attribute template. */
  readonly template: number;
}
/** The marketplace's share of what is sold: that of the department, otherwise the standard one. */
export interface CommissionPercent {
  readonly standard: number;
  readonly departments: readonly { readonly code: number; readonly percent: number }[];
}
/** The marketplace's rules that are data, beside those of each product type. */
export interface Rules {
  /** Variations in sequence that a family needs, by kind. */
  readonly familyMinimum: Readonly<Record<Kind, number>>;
  /** Units of physical stock that a family needs over all its members, by kind. */
  readonly minimumStock: Readonly<Record<Kind, number>>;
  /** Seconds an incomplete family waits for its missing members; absent = FAMILY_SETTLE_SECONDS. */
  readonly familySettleSeconds?: number;
  /** Products one family may have: they are judged together, and everybody waits while a family is. */
  readonly largestFamily: number;
  /** The marketplace's share of what is sold, in percent with at most 2 decimals; absent = 16. */
  readonly commissionPercent?: CommissionPercent;
  /** Hosts of file-sharing drives, refused as image hosts; a host matches itself and its subdomains. */
  readonly driveHosts: readonly string[];
}

/** Everything the marketplace registers, as plain data: the shape of data/reference/*.json and of the database's rows. */
/** All reference data of one version, as the data files hold it. */
export interface ReferenceData {
  readonly stores: readonly Store[];
  readonly brands: readonly NamedItem[];
  readonly colors: readonly NamedItem[];
  readonly flavors: readonly NamedItem[];
  readonly sizes: readonly NamedItem[];
  readonly sizeCharts: readonly SizeChart[];
  readonly departments: readonly Department[];
  readonly productTypes: readonly ProductType[];
  readonly templates: readonly Template[];
  readonly rules: Rules;
}

/** Reference data of which only some rows are looked at, and some rules. */
export type Excerpt = Omit<ReferenceData, "rules"> & { readonly rules: Partial<Rules> };

/** A list of names with exact look-up and the nearest names to a wrong one. */
export interface NameIndex {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  /** At most 3 registered names nearest to `received`: same but for case and accents first, then by edit distance. */
  readonly suggest: (received: string) => readonly string[];
}

/** What one (department, productType) pair asks of a product; the validator runs it and the JSON Schema is printed from it. */
export interface TypeRules {
  readonly department: Department;
  readonly type: ProductType;
  readonly chart: SizeChart;
  readonly sizes: NameIndex;
  readonly template: Template;
  readonly attributes: ReadonlyMap<string, TemplateAttribute>;
  readonly attributeNames: NameIndex;
}

/** One version of the reference data, indexed for look-up. Immutable; swapped whole when a version is published. */
export interface ReferenceSnapshot {
  readonly version: number;
  readonly data: ReferenceData;
  readonly brands: NameIndex;
  readonly colors: NameIndex;
  readonly flavors: NameIndex;
  readonly sizes: NameIndex;
  readonly departments: NameIndex;
  /** Product types of a department, by the department's name; undefined when the department is not registered. */
  readonly typesOf: (department: string) => NameIndex | undefined;
  /** Undefined when the department, or the type within it, is not registered. */
  readonly typeRules: (department: string, productType: string) => TypeRules | undefined;
}
