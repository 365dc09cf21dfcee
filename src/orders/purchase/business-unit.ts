import type { Failure } from "../../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { OrderItem } from "../order.ts";
import type { OrderRequest } from "./body.ts";
import { purchaseErrors } from "./errors.ts";

/**
 * Finds the store of an order. If the body names no store, takes the first store that shows the department of the first item, or else the
 * first store of all. Undefined if the named store does not exist.
 */
export function findStore({ businessUnit }: OrderRequest, firstItem: OrderItem | undefined, reference: ReferenceSnapshot) {
  const { stores } = reference.data;
  if (businessUnit !== undefined) {
    const named = businessUnit.trim().toLowerCase();
    return stores.find(({ code, name }) => code.toLowerCase() === named || name.toLowerCase() === named);
  }
  const storeCode = firstItem && departmentNamed(reference, firstItem.departmentName)?.stores[0];
  return stores.find(({ code }) => code === storeCode) ?? stores[0];
}

/** Failure for a store that the body names but that does not exist. */
export const unknownStoreFailure = ({ businessUnit }: OrderRequest, { data }: ReferenceSnapshot): Failure =>
  purchaseErrors.failure("store_unknown", {
    pointer: "/businessUnit",
    received: businessUnit,
    allowed: data.stores.map(({ code }) => code),
  });

/** Code for a department that was removed from the reference data after the product was approved. */
const NO_DEPARTMENT = 0;
const departmentNamed = ({ data }: ReferenceSnapshot, name: string) => data.departments.find((department) => department.name === name);

/** Finds the code of a department by its name; NO_DEPARTMENT if the department is not registered. */
export const departmentCodeOf = (reference: ReferenceSnapshot, name: string): number =>
  departmentNamed(reference, name)?.code ?? NO_DEPARTMENT;
