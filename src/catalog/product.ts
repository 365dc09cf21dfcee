import type { LocalizedText } from "../platform/contract/errors.ts";
import type { ReferenceSnapshot, TypeRules } from "../reference/index.ts";

/** A product after the synchronous checks: the seed's fields (2.1) with nulls dropped and decimals as exact numbers. */
export interface ProductDocument {
  readonly sku: string;
  readonly productGroup: string;
  readonly department: string;
  readonly productType: string;
  readonly brand: string;
  readonly name: string;
  readonly description: string;
  readonly color?: string;
  readonly flavor?: string;
  readonly gender: "Homem" | "Mulher" | "Unissex";
  readonly size: string;
  readonly manufacturerCode?: string;
  readonly eanIsbn?: string;
  /** Centimetres, at most 3 decimals. */
  readonly height: number;
  readonly width: number;
  readonly depth: number;
  /** Kilograms, at most 3 decimals. */
  readonly weight: number;
  readonly video?: string;
  readonly images: readonly { readonly url: string }[];
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly fulfillment: { readonly candidate: boolean };
}

/** What fetching an image found. `pending` until fetched; a failed fetch is retried before it becomes a verdict. */
export type ImageVerdict =
  | { readonly state: "pending" }
  | { readonly state: "ok"; readonly width: number; readonly height: number; readonly bytes: number }
  | { readonly state: "unreachable" }
  | { readonly state: "not_jpeg"; readonly found: string }
  | { readonly state: "too_heavy"; readonly bytes: number }
  | { readonly state: "wrong_size"; readonly width: number; readonly height: number };

/** What a product's family looks like at validation (seed 2.1 family rule). */
export interface FamilyFacts {
  /** Members in the longest run of the size chart, and how many the kind asks for. */
  readonly sequential: number;
  readonly minimum: number;
  /** Whether the settle window is over, so that an incomplete family is a critique and no longer pending. */
  readonly settled: boolean;
  /** Physical units over the members that have a stock, and whether a member's first one is awaited. */
  readonly stock: number;
  readonly stockAwaited: boolean;
  /** Units the kind asks for before the first of the family is catalogued; undefined while the type is unknown. */
  readonly minimumStock: number | undefined;
  /** Whether the family had as many once: it is asked on its way in only, and never after a sale (decisions 3). */
  readonly stockSufficed: boolean;
  /** Other members whose department, product type or brand differs from this product's. */
  readonly mixedWith: readonly { readonly sku: string; readonly field: "department" | "productType" | "brand"; readonly value: string }[];
  /** Other members with the same colour or flavour and the same size. */
  readonly sameVariation: readonly string[];
}

/** Everything a critique may look at. `type` is undefined while department or product type is unknown. */
export interface CritiqueContext {
  readonly reference: ReferenceSnapshot;
  readonly type: TypeRules | undefined;
  readonly images: ReadonlyMap<string, ImageVerdict>;
  readonly family: FamilyFacts;
}

/** Errors criticize; warnings never block. */
export const SEVERITIES = ["error", "warning"] as const;
type Severity = (typeof SEVERITIES)[number];

/** One finding of one critique: where, what was received, and what would be right. */
export interface Finding {
  readonly pointer: string;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
  /** Facts the critique's message names beside `received` and `allowed`. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * A rule of the automatic validation. Pure: the same product and context always find the same.
 * `ofSchema` marks the rules that the template's JSON Schema states too (beyond M4).
 */
export interface Critique {
  readonly code: string;
  readonly severity: Severity;
  readonly ofSchema: boolean;
  /** One sentence per language for the documentation: what the rule asks and why. */
  readonly rule: LocalizedText;
  /** One sentence per finding; may name {received}, {allowed}, {pointer} and the finding's params. */
  readonly message: LocalizedText;
  /** The sentence of a finding that asks for something else than the others, by its params; undefined = `message`. */
  readonly messageOf?: (params: NonNullable<Finding["params"]>) => LocalizedText | undefined;
  readonly find: (product: ProductDocument, context: CritiqueContext) => readonly Finding[];
  readonly examples: readonly CritiqueExample[];
}

/** A product by its difference from the clean example product, the context likewise, and the findings expected. */
export interface CritiqueExample {
  readonly title: string;
  readonly product?: Partial<ProductDocument>;
  readonly context?: Partial<CritiqueContext>;
  readonly finds: readonly Finding[];
}

/** A finding as it is stored with the product; its message is rendered when read, in the reader's language. */
export interface Review extends Finding {
  readonly code: string;
  readonly stage: "automatic" | "review";
  readonly severity: Severity;
  /** When it was first found, epoch ms by the marketplace's clock. */
  readonly at: number;
  /** Text of a human reviewer (stage review only). */
  readonly text?: string;
}

/** Why a product waits although nothing is wrong with it yet. */
export interface Pending {
  readonly code: "images_checking" | "family_incomplete" | "family_stock_awaited" | "price_missing" | "stock_missing";
  readonly params: Readonly<Record<string, unknown>>;
}
