import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import { undoDecision } from "../desk/calls.ts";
import { QUEUE } from "../list/queue.ts";
import type { QueueFilter } from "../search.ts";
import type { QueueEntry, SentReason } from "../types.ts";

type Result = schemas["operator"]["ReviewResult"];

/** Products that are looked at for one bulk decision: as many as the server decides in one call. */
export const MOST = 500;
const PAGE_SIZE = 100;
/** Lines of one call, so that progress is seen. */
const LINES = 50;

/** What a bulk decision would be about. */
export interface BulkPreview {
  readonly items: readonly QueueEntry[];
  /** What the filters leave, also beyond the first 500. */
  readonly total: number;
  readonly changes: number;
  readonly held: number;
}

/** How far a bulk decision is. */
export interface BulkProgress {
  readonly done: number;
  readonly of: number;
  readonly results: readonly Result[];
  readonly isRunning: boolean;
  readonly isUndone: boolean;
  readonly failure: unknown;
}

/** The products that the filters leave, without changes, which are decided value by value, and without what others hold. */
export const useBulkPreview = (filter: QueueFilter) =>
  useQuery({
    queryKey: [QUEUE, "bulk", filter],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<BulkPreview> => {
      const found: QueueEntry[] = [];
      let total = 0;
      for (let page = 0; page * PAGE_SIZE < MOST; page += 1) {
        const query = { ...filter, page, size: PAGE_SIZE };
        const answer = await answerOf(api.GET("/operator/v1/reviews", { params: { query }, signal }));
        if (answer === undefined) break;
        found.push(...answer.items);
        total = answer.total;
        if (page + 1 >= answer.totalPages) break;
      }
      const products = found.filter(({ changeRequestId }) => changeRequestId === undefined);
      return { items: products, total, changes: found.length - products.length, held: products.filter(isHeld).length };
    },
  });

const isHeld = ({ heldBy }: QueueEntry): boolean => heldBy !== undefined;

/** Decides many products, some at a time, and takes all of it back. */
export function useBulkRun() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const run = async (items: readonly QueueEntry[], decision: "approve" | "criticize", critiques: readonly SentReason[]) => {
    let results: readonly Result[] = [];
    const show = (change: Partial<BulkProgress>) =>
      setProgress({ done: results.length, of: items.length, results, isRunning: true, isUndone: false, failure: undefined, ...change });
    show({});
    try {
      for (let from = 0; from < items.length; from += LINES) {
        const lines = items.slice(from, from + LINES).map(({ sellerId, sku }) => ({
          sellerId,
          sku,
          decision,
          ...(critiques.length === 0 ? {} : { critiques: [...critiques] }),
        }));
        const answer = await answerOf(api.POST("/operator/v1/reviews", { body: { items: lines } }));
        results = [...results, ...answer.items];
        show({});
      }
      show({ isRunning: false });
    } catch (failure) {
      show({ isRunning: false, failure });
    }
    await queryClient.invalidateQueries({ queryKey: [QUEUE, "list"] });
  };
  const undo = async () => {
    if (progress === undefined) return;
    setProgress({ ...progress, isRunning: true, failure: undefined });
    const ids = progress.results.flatMap(({ decisionId }) => (decisionId === undefined ? [] : [decisionId]));
    const outcomes = await Promise.allSettled(ids.map(undoDecision));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    setProgress({ ...progress, isRunning: false, isUndone: true, failure: failed?.reason });
    await queryClient.invalidateQueries({ queryKey: [QUEUE, "list"] });
  };
  return { progress, run, undo };
}
