import type { schemas } from "../../api/generated/index.ts";

type Operator = schemas["operator"];
/** An entry of the queue. */
export type QueueEntry = Operator["QueuedReview"];
/** An item that the reviewer holds, whole. */
export type ReviewItem = Operator["ClaimedReview"];
/** A change request, with what it would change. */
export type ChangeRequest = Operator["OperatorChange"];
/** One of the values that a change request would change. */
export type ChangedField = ChangeRequest["fields"][number];
/** Something that validation found. */
export type Critique = Operator["Critique"];
/** A reason that the marketplace has registered. */
export type RegisteredReason = Operator["ReviewReasonRecord"];
/** One reason of a criticism, as it is sent. */
export type SentReason = Operator["ReviewReasonInput"];
/** A page of the queue. */
export type QueuePage = Operator["ReviewPage"];

/** What identifies something that waits: a product, or a change of one. */
export interface ItemRef {
  readonly sellerId: number;
  readonly sku: string;
  readonly changeRequestId?: string;
}

/** An item as one text, which stands in the address too: `1001/BRISA-M`. */
export const keyOf = ({ sellerId, sku, changeRequestId }: ItemRef): string =>
  [sellerId, encodeURIComponent(sku), ...(changeRequestId === undefined ? [] : [changeRequestId])].join("/");

const KEY = /^(\d+)\/([^/]+)(?:\/([^/]+))?$/;

/** The item of a key; undefined for anything else that an address may hold. */
export function refOf(key: string): ItemRef | undefined {
  const [, sellerId, sku, changeRequestId] = KEY.exec(key) ?? [];
  if (sellerId === undefined || sku === undefined) return undefined;
  return { sellerId: Number(sellerId), sku: decodeURIComponent(sku), ...(changeRequestId === undefined ? {} : { changeRequestId }) };
}
