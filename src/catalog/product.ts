import type { LocalizedText } from "../platform/contract/index.ts";
import type { ReferenceSnapshot, TypeRules } from "../reference/index.ts";

/** A product after the synchronous checks: the fields of seed 2.1 without nulls, decimals as exact numbers. */
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

/** Result of checking an image. `pending` until the image was fetched. A failed fetch is retried before the image becomes `unreachable`. */
export type ImageVerdict =
  | { readonly state: "pending" }
  | { readonly state: "ok"; readonly width: number; readonly height: number; readonly bytes: number }
  | { readonly state: "unreachable" }
  | { readonly state: "not_jpeg"; readonly found: string }
  | { readonly state: "too_heavy"; readonly bytes: number }
  | { readonly state: "wrong_size"; readonly width: number; readonly height: number };

/** Facts about a product's family when the product is validated (family rule of seed 2.1). */
export interface FamilyFacts {
  /** Length of the family's longest unbroken sequence of sizes on the size chart; 0 while the product type is unknown. */
  readonly sequential: number;
  /** Minimum of `sequential` for the `kind` of the product type; 1 if all members have the size `Único`, 0 while the type is unknown. */
  readonly minimum: number;
  /**
   * Whether the settle window, the time for sending missing members, has ended. Until then an incomplete family is pending; afterwards it
   * is criticized.
   */
  readonly settled: boolean;
  /** Physical units of all members that have a stock. */
  readonly stock: number;
  /** Whether a member has no stock yet. */
  readonly stockAwaited: boolean;
  /**
   * Minimum units for the `kind` of the product type, required before the family's first product is catalogued. Undefined while the type is
   * unknown.
   */
  readonly minimumStock: number | undefined;
  /**
   * Whether the family's stock was ever sufficient before. If so, the minimum no longer applies, so sales cannot violate it (decisions 3).
   */
  readonly stockSufficed: boolean;
  /** Other members whose department, product type or brand differs from this product's: at most 3 for each of these fields. */
  readonly mixedWith: readonly { readonly sku: string; readonly field: "department" | "productType" | "brand"; readonly value: string }[];
  /** Skus of the first 3 other members with the same size and the same colour or flavour. */
  readonly sameVariation: readonly string[];
}

/** Data that a critique rule may read. `type` is undefined while the department or the product type is unknown. */
export interface CritiqueContext {
  readonly reference: ReferenceSnapshot;
  readonly type: TypeRules | undefined;
  readonly images: ReadonlyMap<string, ImageVerdict>;
  readonly family: FamilyFacts;
}

/** Errors criticize a product; warnings never block it. */
export const SEVERITIES = ["error", "warning"] as const;
type Severity = (typeof SEVERITIES)[number];

/** A finding of a critique rule: its place, the received value, and the values that would be right. */
export interface Finding {
  readonly pointer: string;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
  /** Parameters of the message, in addition to `received` and `allowed`. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * A rule of the automatic validation. Pure: the same product and context always give the same findings. `ofSchema` marks the rules that the
 * published JSON Schema also contains.
 */
export interface CritiqueRule {
  readonly code: string;
  readonly severity: Severity;
  readonly ofSchema: boolean;
  /** Text for the documentation: one sentence per language that states what the rule requires. */
  readonly rule: LocalizedText;
  /** One sentence per finding, with the placeholders {received}, {allowed}, {pointer} and those of the finding's params. */
  readonly message: LocalizedText;
  /** A different sentence for findings with certain params; undefined = `message`. */
  readonly messageOf?: (params: NonNullable<Finding["params"]>) => LocalizedText | undefined;
  readonly find: (product: ProductDocument, context: CritiqueContext) => readonly Finding[];
  readonly examples: readonly CritiqueExample[];
}

/**
 * An example for a rule. `product` and `context` contain only the differences from EXAMPLE_PRODUCT (example-products.ts), which has no
 * findings, and from its context. `finds` are the expected findings.
 */
export interface CritiqueExample {
  readonly title: string;
  readonly product?: Partial<ProductDocument>;
  readonly context?: Partial<CritiqueContext>;
  readonly finds: readonly Finding[];
}

/** A finding that is stored with its product. Its message is written when it is shown, in the language of the call. */
export interface StoredFinding extends Finding {
  readonly code: string;
  readonly stage: "automatic" | "review";
  readonly severity: Severity;
  /** Time when the problem was first found, epoch ms of the marketplace's clock. */
  readonly at: number;
  /** Text that a human reviewer wrote; present only in findings of the stage `review`. */
  readonly text?: string;
  /** The text of the registered reason that a reviewer chose instead of writing one. */
  readonly texts?: LocalizedText;
}

/** A reason, other than a critique, why a product waits. */
export interface Pending {
  readonly code: "images_checking" | "family_incomplete" | "family_stock_awaited" | "price_missing" | "stock_missing" | "reference_changed";
  readonly params: Readonly<Record<string, unknown>>;
}
