import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { useSheetEdits } from "../../../ui/sheet/use-sheet-edits.ts";
import type { SheetNote } from "../../../ui/sheet/types.ts";
import { type BulkResult, type BulkRow, runBulk, undoBulk } from "../bulk.ts";
import { familyQuery, type FoundProduct, PRODUCTS } from "../product-queries.ts";
import { type FamilyBody, measureOf, rowsOfVariant } from "./bulk-rows.ts";
import { type Measure, rowKey, type VariantEdit } from "./matrix.ts";

const TYPING_MS = 600;

/** A row of the bulk call with the variant that it is about. */
interface Planned {
  readonly edit: VariantEdit;
  readonly row: BulkRow;
}

/** What the server refused, at its cell of the matrix. */
export interface CellRefusal {
  readonly variation: string;
  readonly size: string;
  readonly measure: Measure;
  readonly message: string;
  readonly code: string;
  /** The value that was refused. */
  readonly value: string | undefined;
}

/** The values of a variant that a row of the call carries. */
const MEASURES_OF_ROW: Readonly<Record<BulkRow["op"], readonly Measure[]>> = {
  product: ["eanIsbn", "sku", "stock", "salePrice", "listPrice"],
  price: ["salePrice", "listPrice"],
  stock: ["stock"],
};

/** Publishes what was entered for the variants of a family as one; while the person types, the server says what it would refuse. */
export function useFamilyPublication(
  edits: readonly VariantEdit[],
  family: FamilyBody,
  sheet: ReturnType<typeof useSheetEdits>,
  name: string,
) {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<readonly CellRefusal[]>([]);
  const planned = useMemo(
    () => edits.flatMap((edit) => rowsOfVariant(edit, family).map((row): Planned => ({ edit, row }))),
    [edits, family],
  );
  const [settled] = useDebouncedValue(planned, TYPING_MS);
  const trial = useQuery({
    queryKey: ["family trial", settled.map(({ row }) => row)],
    enabled: settled.length > 0,
    gcTime: 0,
    queryFn: async () =>
      refusalsOf(
        settled,
        (
          await runBulk(
            settled.map(({ row }) => row),
            { isTrial: true, name },
          )
        ).results,
      ),
  });
  const publish = useMutation({
    mutationFn: async () => {
      const done = await runBulk(
        planned.map(({ row }) => row),
        { name },
      );
      setRefused(refusalsOf(planned, done.results));
      sheet.settle(planned.flatMap(({ edit, row }, nth) => (isDone(done.results[nth]) ? settledCells(edit, row) : [])));
      await queryClient.invalidateQueries({ queryKey: [PRODUCTS] });
      // What is refused because somebody else was quicker is from now on an edit of what they wrote: it stands beside it, and may be saved again.
      sheet.settle(outdatedCells(planned, done.results, await queryClient.fetchQuery(familyQuery(family.group))));
      return done;
    },
  });
  const undo = useMutation({
    mutationFn: undoBulk,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PRODUCTS] }),
  });
  const isTried = settled === planned && !trial.isFetching;
  // A refusal stands until another value does.
  const standing = refused.filter(({ variation, size, measure, value }) =>
    edits.some((edit) => edit.variation === variation && edit.size === size && edit.values[measure] === value),
  );
  const tried = isTried && planned.length > 0 ? (trial.data ?? []) : [];
  const isKnown = (one: CellRefusal) =>
    standing.some(({ variation, size, code }) => variation === one.variation && size === one.size && code === one.code);
  const refusals = [...standing, ...tried.filter((one) => !isKnown(one))];
  return { rows: planned.length, refusals, isTried: planned.length === 0 || isTried, trialError: trial.error, publish, undo };
}

/** The stocks that were not written because their version is another one, with what is on record now. */
function outdatedCells(planned: readonly Planned[], results: readonly BulkResult[], members: readonly FoundProduct[]) {
  return planned.flatMap(({ edit: { variation, size, member }, row }, nth) => {
    const now = members.find(({ sku }) => sku === member?.sku)?.stock;
    if (row.op !== "stock" || isDone(results[nth]) || now === undefined) return [];
    return [{ key: rowKey(variation, "stock"), column: size, record: { base: String(now.physical), stamp: now.version } }];
  });
}

const isDone = (result: BulkResult | undefined): boolean => result?.outcome === "accepted" || result?.outcome === "unchanged";

const settledCells = ({ variation, size, values }: VariantEdit, { op }: BulkRow) =>
  MEASURES_OF_ROW[op].flatMap((measure) => {
    const sent = values[measure];
    return sent === undefined ? [] : [{ key: rowKey(variation, measure), column: size, record: { base: sent }, sent }];
  });

function refusalsOf(planned: readonly Planned[], results: readonly BulkResult[]): readonly CellRefusal[] {
  return results.flatMap(({ row, details = [] }) => {
    const edit = planned[row - 1]?.edit;
    if (edit === undefined) return [];
    return details.map(({ pointer, message, code }) => {
      const measure = measureOf(pointer);
      return { variation: edit.variation, size: edit.size, measure, message, code, value: edit.values[measure] };
    });
  });
}

/** The refusals of a measure as notes of its rows. */
export const notesOf = (refusals: readonly CellRefusal[], measure: Measure): ReadonlyMap<string, readonly SheetNote[]> =>
  new Map(
    [
      ...Map.groupBy(
        refusals.filter((one) => one.measure === measure),
        ({ variation }) => rowKey(variation, measure),
      ),
    ].map(([key, all]) => [
      key,
      [...Map.groupBy(all, ({ size }) => size)].map(([size, some]): SheetNote => ({
        column: size,
        kind: "refused",
        text: some.map(({ message }) => message).join(" "),
      })),
    ]),
  );
