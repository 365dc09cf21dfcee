import { createContext, use } from "react";
import type { Finding } from "./findings.ts";
import type { ProductValues } from "./product-values.ts";

/** What the controls of a product's form share. */
export interface ProductForm {
  readonly values: ProductValues;
  /** Replaces one field. */
  readonly set: (field: string, value: unknown) => void;
  /** What is to be shown at a place of the form: `/color`, `/images/0`. */
  readonly findingsAt: (pointer: string) => readonly Finding[];
  /** What the server found, shown at fields or not. */
  readonly findings: readonly Finding[];
  /** Shows everything that is wrong with a field, once the person has been there. */
  readonly touch: (field: string) => void;
  readonly isReadOnly: boolean;
  /** Fields that cannot be changed any more, such as the sku. */
  readonly fixed: ReadonlySet<string>;
}

const ProductFormContext = createContext<ProductForm | undefined>(undefined);
/** Gives controls the form that they belong to. */
export const ProductFormProvider = ProductFormContext.Provider;

/** The form that a control belongs to. */
export function useProductForm(): ProductForm {
  const form = use(ProductFormContext);
  if (form === undefined) throw new Error("a control stands outside of a product's form");
  return form;
}
