/**
 * The kind of a product type. It decides how many variations and units a family needs. Only FOOD has flavours instead of colours (seed 2.1,
 * decisions 3).
 */
export type ProductKind = "CLOTHES" | "SHOES" | "ACCESSORY" | "SINGLE" | "FOOD";
/** How an attribute is filled in: with free text, with one of its values, or with several. */
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
/** A chart of sizes. The order of `sizes` is the order that the family rule means by "sequential". */
export interface SizeChart {
  readonly code: number;
  readonly name: string;
  readonly sizes: readonly string[];
}
/** An attribute of a template, with its predefined values if it has any. */
export interface TemplateAttribute {
  readonly code: number;
  readonly name: string;
  readonly required: boolean;
  readonly typeSelection: TypeSelection;
  /** Empty = any text is accepted. */
  readonly values: readonly { readonly code: number; readonly value: string }[];
}
/** The attributes that products of a type have. */
export interface Template {
  readonly code: number;
  readonly name: string;
  readonly attributes: readonly TemplateAttribute[];
}
/** A product type and the rules for its products. */
export interface ProductType {
  readonly code: number;
  readonly name: string;
  /** Codes of the departments it belongs to. */
  readonly departments: readonly number[];
  readonly kind: ProductKind;
  /** Code of its size chart. */
  readonly sizeChart: number;
  /** Maximum accepted weight in kilograms, at most 3 decimals. */
  readonly weightMaxKg: number;
  readonly distinguishedBy: "color" | "flavor";
  /** Code of its attribute template. */
  readonly template: number;
}
/** The marketplace's commission: a department's own percentage if it has one, otherwise the standard one. */
export interface CommissionPercent {
  readonly standard: number;
  readonly departments: readonly { readonly code: number; readonly percent: number }[];
}
/** The hours of the week in which the time for a review runs. Times are São Paulo's. */
export interface BusinessHours {
  /** 1 = Monday, 7 = Sunday. */
  readonly days: readonly number[];
  /** `HH:MM`; `from` is before `until`. */
  readonly from: string;
  readonly until: string;
  /** ISO dates on which no time runs. */
  readonly holidays?: readonly string[];
}
/** The time within which a product is reviewed: its department's hours, otherwise the standard ones. */
export interface ReviewDeadlines {
  readonly hours: number;
  readonly byDepartment: readonly { readonly code: number; readonly hours: number }[];
  /** Absent = the time always runs. */
  readonly businessHours?: BusinessHours;
}
/** The marketplace's rules that operators can change. */
export interface Rules {
  /** Number of sequential variations that a family needs, by kind. */
  readonly familyMinimum: Readonly<Record<ProductKind, number>>;
  /** Units of physical stock that all members of a family need together, by kind. */
  readonly minimumStock: Readonly<Record<ProductKind, number>>;
  /** Seconds for which an incomplete family waits for its missing members; absent = the setting FAMILY_SETTLE_SECONDS. */
  readonly familySettleSeconds?: number;
  /** Maximum number of products in a family. A family is validated as a whole, which blocks other work. */
  readonly largestFamily: number;
  /** The commission in percent, with at most 2 decimals; absent = 16. */
  readonly commissionPercent?: CommissionPercent;
  /** Within which time reviews are due; absent = REVIEW_SLA_HOURS for every department. */
  readonly reviewDeadlines?: ReviewDeadlines;
  /** Hosts of file-sharing drives, refused as image hosts; a host matches itself and its subdomains. */
  readonly driveHosts: readonly string[];
}

/** All reference data of one version as plain data, as in the files of data/reference and in the database. */
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

/** Reference data with only some of its rows and rules. */
export type PartialReferenceData = Omit<ReferenceData, "rules"> & { readonly rules: Partial<Rules> };

/** A list of names with exact look-up, and suggestions for a wrong name. */
export interface NameIndex {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  /** At most 3 registered names nearest to `received`. If names differ from it only in case, accents, spaces and hyphens, only these. */
  readonly suggest: (received: string) => readonly string[];
}

/** The rules for products of one (department, productType). The validator applies them, and the JSON Schema is generated from them. */
export interface TypeRules {
  readonly department: Department;
  readonly type: ProductType;
  readonly chart: SizeChart;
  readonly sizes: NameIndex;
  readonly template: Template;
  readonly attributes: ReadonlyMap<string, TemplateAttribute>;
  readonly attributeNames: NameIndex;
}

/** One version of the reference data, indexed for look-up. Immutable; a new version replaces it as a whole. */
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
