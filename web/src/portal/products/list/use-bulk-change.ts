import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { type BulkDone, type BulkResult, runBulk, undoBulk } from "../bulk.ts";
import { type FoundProduct, PRODUCTS } from "../product-queries.ts";
import { type BulkChange, planChange } from "./bulk-change.ts";

const TYPING_MS = 400;

/** The server's word on each row, by sku. */
export type Verdicts = ReadonlyMap<string, BulkResult>;
/** The results of a call, by sku. */
const verdictsOf = ({ results }: BulkDone): Verdicts => new Map(results.flatMap((one) => (one.sku === undefined ? [] : [[one.sku, one]])));

/** A change of many products: planned, tried without writing, carried out, and taken back. */
export function useBulkChange(products: readonly FoundProduct[], name: string) {
  const queryClient = useQueryClient();
  const [change, setChange] = useState<BulkChange>();
  const [settled] = useDebouncedValue(change, TYPING_MS);
  const plan = useMemo(() => (change === undefined ? undefined : planChange(products, change)), [products, change]);
  const tried = useMemo(() => (settled === undefined ? undefined : planChange(products, settled)), [products, settled]);
  const rows = tried?.changes.map(({ row }) => row) ?? [];
  const trial = useQuery({
    queryKey: ["bulk trial", rows],
    enabled: rows.length > 0,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => verdictsOf(await runBulk(rows, { isTrial: true, name })),
  });
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [PRODUCTS] });
  const apply = useMutation({
    mutationFn: () =>
      runBulk(
        plan!.changes.map(({ row }) => row),
        { name },
      ),
    onSettled,
  });
  const undo = useMutation({ mutationFn: (id: string) => undoBulk(id), onSettled });
  const isTried = change === settled && trial.data !== undefined && !trial.isFetching;
  return { change, setChange, plan, verdicts: isTried ? trial.data : undefined, trialError: trial.error, apply, undo };
}
