import { Refusal } from "../platform/contract/index.ts";
import { changePath } from "./changes/change-id.ts";
import type { PublicationStatus } from "./publication.ts";
import { notEditableFailures } from "./submission-rules.ts";

/**
 * The refusal of a PUT when the seller can no longer change the product; it leads to the product's change requests. Undefined while PUT
 * accepts changes (seed 3.1).
 */
export function closedProductRefusal(sku: string, status: PublicationStatus): Refusal | undefined {
  const failures = notEditableFailures(sku, status, "path.sku");
  if (failures.length === 0) return undefined;
  return new Refusal(failures).offering([{ rel: "changes", href: changePath(sku), blocked: undefined }]);
}
