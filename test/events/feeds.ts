import type { FeedItem } from "../../src/events/envelope.ts";
import type { FeedEvent } from "../../src/sellers/index.ts";
import { NOON, type Client, type Reply } from "../harness.ts";

/** The events of a page of the feed; none of a 204. */
export const itemsIn = ({ status, json, text }: Reply): readonly FeedItem[] => {
  if (status !== 200 && status !== 204) throw new Error(`the feed answered ${status} ${text}`);
  return status === 204 ? [] : (json.items as readonly FeedItem[]);
};

/** Their seqs. */
export const seqsIn = (reply: Reply): readonly number[] => itemsIn(reply).map(({ seq }) => seq);

/** Where a link of a reply leads. */
export const linkIn = ({ json }: Reply, rel: string): string =>
  (json.links as readonly { readonly rel: string; readonly href: string }[]).find((link) => link.rel === rel)!.href;

/** Everything after a seq, page after page, until there is nothing new. */
export async function readOn(reader: Client, after = 0, limit = 500): Promise<readonly FeedItem[]> {
  const read: FeedItem[] = [];
  for (;;) {
    const items = itemsIn(await reader.get(`/api/v1/events?after=${read.at(-1)?.seq ?? after}&limit=${limit}`));
    if (items.length === 0) return read;
    read.push(...items);
  }
}

/** What a reader that goes on from the last seq it saw has skipped or seen again: each seq where it did not find its predecessor. */
export const breaksIn = (seqs: readonly number[], after = 0): readonly number[] =>
  seqs.filter((seq, nth) => seq !== (nth === 0 ? after : seqs[nth - 1]!) + 1);

/** An event that only the feed shows, dated noon. */
export const feedEvent = (sellerId: number, nth: number, changes: Partial<FeedEvent> = {}): FeedEvent => ({
  sellerId,
  name: "credential.expiring",
  resource: `credential/crd_${nth}`,
  version: 1,
  actor: "timer",
  cause: "timer",
  payload: "{}",
  at: NOON,
  ...changes,
});
