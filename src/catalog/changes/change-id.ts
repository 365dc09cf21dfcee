import type { Refusal } from "../../platform/contract/index.ts";
import { changeErrors } from "./errors.ts";

/** The id of a change request names its seller, so that the marketplace's people need nothing else to find it. */
export const changeIdPrefix = (sellerId: number): string => `chg_${sellerId}`;

const CHANGE_ID = /^chg_(\d{1,15})_[0-9A-Za-z]{20}$/;

/** The seller of a change request, read from its id. Undefined when the id is malformed. */
export function sellerOfChange(changeId: string): number | undefined {
  const digits = CHANGE_ID.exec(changeId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The refusal when a change request does not exist, or is another seller's. */
export const changeUnknown = (changeId: string, pointer: string): Refusal =>
  changeErrors.refuse("change_unknown", {
    pointer,
    received: changeId,
    allowed: pointer === "path.changeRequestId" ? "GET .../changes" : "GET /operator/v1/changes",
  });

/** Where a seller finds the change requests of a product, or one of them. The characters of skus and ids need no encoding in a URL. */
export const changePath = (sku: string, changeId?: string): string =>
  `/api/v2/products/${sku}/changes${changeId === undefined ? "" : `/${changeId}`}`;
