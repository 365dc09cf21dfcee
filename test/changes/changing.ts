import { type Client, eventually, type Reply, type Seller } from "../harness.ts";
import { pathOf } from "../wares.ts";

/** A change request as the tests look at it, whoever sees it. */
export interface SeenChange {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly superseded?: readonly { readonly changeRequestId: string; readonly pointer: string }[];
  readonly fields: readonly SeenField[];
}
interface SeenField {
  readonly pointer: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly state: string;
  readonly rule?: string;
  readonly decidedBy?: string;
  readonly message?: string;
  readonly sample?: string;
  readonly fromImage?: object;
  readonly toImage?: object;
  readonly reviews: readonly { readonly code: string; readonly pointer: string }[];
}

export const changesOf = (sku: string, id?: string): string => pathOf(sku, id === undefined ? "changes" : `changes/${id}`);

/** Asks for a change and fails with the answer when it is not taken. */
export async function ask(
  seller: Client,
  sku: string,
  fields: Readonly<Record<string, unknown>>,
  remove: readonly string[] = [],
): Promise<SeenChange> {
  const reply = await seller.post(changesOf(sku), { fields, remove });
  if (reply.status !== 202) throw new Error(`no change of ${sku} was taken: ${reply.status} ${reply.text}`);
  return reply.json as SeenChange;
}

export const seen = async (seller: Client, sku: string, id: string): Promise<SeenChange> =>
  (await seller.get(changesOf(sku, id))).json as SeenChange;

/** The request once nothing of it is being checked any more. */
export const checked = (seller: Client, sku: string, id: string): Promise<SeenChange> =>
  eventually(`${id} to be checked`, async () => {
    const change = await seen(seller, sku, id);
    return change.fields.every(({ state }) => state !== "checking") && change;
  });

/** Asks, and waits until it is checked. */
export const askAndWait = async (...asked: Parameters<typeof ask>): Promise<SeenChange> =>
  checked(asked[0], asked[1], (await ask(...asked)).id);

/** The states of a request's fields, by pointer. */
export const statesOf = ({ fields }: SeenChange): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ pointer, state }) => [pointer, state]));

export interface Decision {
  readonly pointer: string;
  readonly decision: "approve" | "refuse";
  readonly code?: string;
  readonly message?: string;
}
export const approve = (pointer: string): Decision => ({ pointer, decision: "approve" });
export const refuse = (pointer: string, message = "Não serve."): Decision => ({ pointer, decision: "refuse", message });

export const decide = (operator: Client, id: string, ...fields: readonly Decision[]): Promise<Reply> =>
  operator.post(`/operator/v1/changes/${id}/decide`, { fields });

/** The product as its buyers see it, with everything. */
export const liveOf = async (seller: Client, sku: string): Promise<Readonly<Record<string, unknown>>> =>
  (await seller.get(`${pathOf(sku)}?expand=images,attributes`)).json as Readonly<Record<string, unknown>>;

/** What happened with a product, a line for each: the event, why, and the fields with their states. */
export async function storyOf(seller: Seller, sku: string): Promise<readonly string[]> {
  const { json } = await seller.get(`${pathOf(sku, "history")}?size=100`);
  const items = (
    json as { readonly items: readonly { cause: string; by: string; fields?: readonly { pointer: string; state: string }[] }[] }
  ).items;
  return items.map(({ cause, by, fields = [] }) => [cause, by, ...fields.map(({ pointer, state }) => `${pointer} ${state}`)].join(" "));
}
