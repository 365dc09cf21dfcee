import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Edits, Settled } from "../../ui/sheet/edits.ts";
import type { useSheetEdits } from "../../ui/sheet/use-sheet-edits.ts";
import { type Outcome, saveRow } from "./save-cells.ts";
import { EDITED, type EditedColumn, valueOf, versionOf } from "./stock-columns.tsx";
import type { LineRecord, StockLine, StockPageData } from "./stock-query.ts";

/** Rows that are saved at the same time. */
const AT_ONCE = 6;
/** Outcomes are shown together, so that the sheet is not drawn anew for each. */
const TOGETHER_MS = 120;

/** A sentence of the server about a cell, and the value that it is about. */
export interface Refused {
  readonly value: string;
  readonly message: string;
}
/** Refusals by product and column. */
export type Refusals = ReadonlyMap<string, Partial<Record<EditedColumn, Refused>>>;
/** How many of the rows to be saved are done. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** Saves edits, row by row, and tells what became of each. */
export function useSaving({ settle }: Pick<ReturnType<typeof useSheetEdits>, "settle">) {
  const client = useQueryClient();
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const [progress, setProgress] = useState<Progress>();
  const show = useCallback(
    (outcomes: readonly Outcome[], edits: Edits) => {
      const records = new Map(outcomes.map(({ sku, record }) => [sku, record]));
      client.setQueriesData<StockPageData>({ queryKey: ["stocks"] }, (page) => page && withRecords(page, records));
      for (const { sku } of outcomes) void client.invalidateQueries({ queryKey: ["stock-ledger", sku] });
      settle(outcomes.flatMap(settledCells));
      setRefusals((before) => withOutcomes(before, outcomes, edits));
    },
    [client, settle],
  );
  const save = useCallback(
    async (edits: Edits): Promise<void> => {
      const waiting = [...edits];
      let outcomes: Outcome[] = [];
      let done = 0;
      const flush = () => {
        if (outcomes.length > 0) show(outcomes, edits);
        outcomes = [];
        setProgress({ done, all: edits.size });
      };
      flush();
      const timer = setInterval(flush, TOGETHER_MS);
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const outcome = await saveRow(...next);
          outcomes.push(outcome);
          done += 1;
        }
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, work));
      } finally {
        // After a call without an answer, what is left stays as it is.
        waiting.length = 0;
        clearInterval(timer);
        flush();
        setProgress(undefined);
      }
    },
    [show],
  );
  return { save, refusals, progress };
}

const withRecords = (page: StockPageData, records: ReadonlyMap<string, LineRecord>): StockPageData =>
  page.items.some(({ sku }) => records.has(sku))
    ? { ...page, items: page.items.map((line) => (records.has(line.sku) ? ({ ...line, ...records.get(line.sku) } as StockLine) : line)) }
    : page;

function settledCells({ sku, record, saved }: Outcome): readonly Settled[] {
  return EDITED.flatMap((column) => {
    const edit = saved[column];
    const line = record as StockLine;
    if (edit === undefined) return [];
    return [{ key: sku, column, record: { base: valueOf(line, column), stamp: versionOf(line, column) }, sent: edit.value }];
  });
}

function withOutcomes(before: Refusals, outcomes: readonly Outcome[], edits: Edits): Refusals {
  const refusals = new Map(before);
  for (const { sku, refused } of outcomes) {
    const said = Object.entries(refused).map(([column, message]) => [column, { value: edits.get(sku)?.[column]?.value, message }]);
    if (said.length === 0) refusals.delete(sku);
    else refusals.set(sku, Object.fromEntries(said) as Partial<Record<EditedColumn, Refused>>);
  }
  return refusals;
}
