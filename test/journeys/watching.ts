import { eventually, type Client } from "../harness.ts";
import { pathOf } from "../wares.ts";

/** What a product's status record says, as far as the journeys look at it. */
export interface StatusRecord {
  readonly status: string;
  readonly editable: boolean;
  readonly reviews: readonly {
    readonly code: string;
    readonly stage: string;
    readonly message: string;
    readonly suggestions: readonly string[];
    readonly docs: string;
  }[];
  readonly pending: readonly { readonly code: string; readonly sequential?: number; readonly minimum?: number }[];
}

export const statusOf = async (seller: Client, sku: string): Promise<StatusRecord> =>
  (await seller.get(pathOf(sku, "status"))).json as StatusRecord;

/** The status record once it is as the promise says; `what` names it should it never be. */
export const once = (seller: Client, sku: string, what: string, isSo: (record: StatusRecord) => boolean): Promise<StatusRecord> =>
  eventually(`${sku} to be ${what}`, async () => {
    const record = await statusOf(seller, sku);
    return isSo(record) && record;
  });

/** The status record once the product has this status word. */
export const reaches = (seller: Client, sku: string, status: string): Promise<StatusRecord> =>
  once(seller, sku, status, (record) => record.status === status);

/** The codes of its critiques, in order. */
export const codesOf = ({ reviews }: StatusRecord): readonly string[] => reviews.map(({ code }) => code);

interface HistoryItem {
  readonly from?: string;
  readonly via?: string;
  readonly to: string;
  readonly cause: string;
  readonly version: number;
}

/** A product's history, a line for each event: where from, where to, why. */
export async function historyOf(seller: Client, sku: string): Promise<readonly string[]> {
  const { json } = await seller.get(`${pathOf(sku, "history")}?size=100`);
  return (json as { items: readonly HistoryItem[] }).items.map(
    ({ from = "-", via, to, cause }) => `${[from, via, to].filter(Boolean).join(" > ")} (${cause})`,
  );
}
