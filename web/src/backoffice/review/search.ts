/** Other lists than the queue: open change requests, and what rules approved and nobody has looked at. */
export const VIEWS = ["changes", "samples"] as const;
export type View = (typeof VIEWS)[number];

/** What the address says: the filters, as the queue's operation names them, the order, the list, and the item that is open. */
export interface ReviewSearch {
  readonly sellerId?: number | undefined;
  readonly department?: string | undefined;
  readonly brand?: string | undefined;
  readonly olderThanHours?: number | undefined;
  readonly late?: true | undefined;
  readonly order?: "risk" | undefined;
  /** Absent = the queue. */
  readonly view?: View | undefined;
  readonly item?: string | undefined;
}

/** The filters as the queue's operations take them. */
export interface QueueFilter {
  readonly sellerId?: number;
  readonly department?: string;
  readonly brand?: string;
  readonly olderThanHours?: number;
  readonly late?: boolean;
}

const text = (value: unknown): string | undefined => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

/** Reads the address; what is not understood is left out. */
export const readSearch = (search: Readonly<Record<string, unknown>>): ReviewSearch => ({
  sellerId: wholeNumberOf(search["sellerId"]),
  department: text(search["department"]),
  brand: text(search["brand"]),
  olderThanHours: wholeNumberOf(search["olderThanHours"]),
  late: search["late"] === true || undefined,
  order: search["order"] === "risk" ? "risk" : undefined,
  view: VIEWS.find((one) => one === search["view"]),
  item: text(search["item"]),
});

/** A number above zero, typed or in the address. */
function wholeNumberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The filters of an address. */
export const queueFilterOf = ({ sellerId, department, brand, olderThanHours, late }: ReviewSearch): QueueFilter => ({
  ...(sellerId === undefined ? {} : { sellerId }),
  ...(department === undefined ? {} : { department }),
  ...(brand === undefined ? {} : { brand }),
  ...(olderThanHours === undefined ? {} : { olderThanHours }),
  ...(late === undefined ? {} : { late }),
});
