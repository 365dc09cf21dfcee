import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useSignal } from "../../../api/signal.ts";
import type { Desk } from "../desk/use-desk.ts";
import type { QueueFilter } from "../search.ts";
import { itemsOf, linesOf, queueQuery } from "./queue.ts";

/** The list under a filter, as the queue and the reviewer's claims make it. What has come into the queue may be claimed. */
export function useQueueLines({ claims }: Desk, filter: QueueFilter) {
  const state = useSignal(claims.state);
  const queue = useInfiniteQuery(queueQuery(filter));
  const { held, gone } = state;
  const lines = useMemo(() => {
    const entries = queue.data?.pages.flatMap(({ items }) => items) ?? [];
    return linesOf(entries, held, gone, queue.data?.pages[0]?.total ?? 0);
  }, [queue.data, held, gone]);
  const readAt = queue.dataUpdatedAt;
  useEffect(() => {
    if (readAt > 0) void claims.refill();
  }, [claims, readAt]);
  return { queue, lines, items: useMemo(() => itemsOf(lines), [lines]), state };
}
