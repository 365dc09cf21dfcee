import { useCallback, useMemo, useRef, useState } from "react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { chosenSeller } from "../../api/seller-choice.ts";
import { useSignal } from "../../api/signal.ts";
import { tell } from "../../app/notices.ts";
import { useMe } from "../../app/use-session.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { countEdits, type Edits } from "../../ui/sheet/edits.ts";
import type { SheetHandle } from "../../ui/sheet/Sheet.tsx";
import type { SheetRows } from "../../ui/sheet/types.ts";
import { useSheetEdits } from "../../ui/sheet/use-sheet-edits.ts";
import { conflictsOf, type Decisions, notesOf, recordOf } from "./notes.ts";
import type { StockLine, StockPageData } from "./stock-query.ts";
import { useNoteWords } from "./use-note-words.ts";
import { useSaving } from "./use-saving.ts";

/** Roles that may change stock and price; the server refuses the others. */
const EDITORS: ReadonlySet<string> = new Set(["administrator", "catalogue", "stock"]);

/** What the parts of the screen share: the edits, and how they are saved. */
export type StockEdits = ReturnType<typeof useStockEdits>;

/** The edits of the screen. They are kept for the person and the seller until they are saved or discarded. `rows` are those in sight. */
export function useStockEdits(rows: SheetRows<StockLine>) {
  const me = useMe();
  const sellerId = useSignal(chosenSeller);
  const mayEdit = me.memberships.some((one) => one.sellerId === sellerId && EDITORS.has(one.role));
  const sheet = useSheetEdits(`vitrine.stock.${me.id}.${sellerId}`);
  const saving = useSaving(sheet);
  const { edits } = sheet;
  const saveAll = useTellingSave(saving.save);
  const { decisions, dismissed } = useDecisions(sheet, saveAll);
  const words = useNoteWords();
  const { refusals } = saving;
  const notesFor = useCallback(
    (line: StockLine) =>
      notesOf(
        line,
        { edits: edits.get(line.sku), refused: refusals.get(line.sku), isDismissed: dismissed.has(dismissalOf(line)) },
        words,
        decisions,
      ),
    [edits, refusals, dismissed, words, decisions],
  );
  const problems = useProblems(rows, edits, refusals);
  const place = useNextProblem(problems);
  return { mayEdit, sheet, saving, notesFor, save: () => saveAll(edits), problems, changed: countEdits(edits), ...place };
}

/** Goes from one problem to the next, from the row that has the focus on. */
function useNextProblem(problems: ReturnType<typeof useProblems>) {
  const handle = useRef<SheetHandle>(null);
  const [active, setActive] = useState(0);
  const showNext = () => {
    const next = problems.find(({ nth }) => nth > active) ?? problems[0];
    if (next !== undefined) handle.current?.show(next.nth, next.column);
  };
  return { handle, active, setActive, showNext };
}

/** Saves, and tells when calls got no answer: what was not saved stays changed. */
function useTellingSave(save: (edits: Edits) => Promise<void>): (edits: Edits) => Promise<void> {
  const failureText = useFailureText();
  return async (edits) => {
    try {
      await save(edits);
    } catch (error) {
      tell("failed", failureText(error));
    }
  };
}

const dismissalOf = ({ sku, doubleCount }: StockLine): string => `${sku} ${doubleCount?.date}`;

/** What the buttons of notes do. */
function useDecisions({ drop, settle, change, edits }: ReturnType<typeof useSheetEdits>, save: (edits: Edits) => Promise<void>) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const decisions: Decisions = {
    takeTheirs: (sku, column) => drop([{ key: sku, column }]),
    keepYours(line, column) {
      const record = recordOf(line, column);
      settle([{ key: line.sku, column, record }]);
      const edit = edits.get(line.sku)?.[column];
      if (edit !== undefined) void save(new Map([[line.sku, { [column]: { ...edit, ...record } }]]));
    },
    addReserved: (line, physical) =>
      change([
        { key: line.sku, column: "physical", from: String(line.physical), to: String(physical), ...recordOf(line, "physical"), nth: 0 },
      ]),
    dismiss: (line) => setDismissed((before) => new Set([...before, dismissalOf(line)])),
  };
  return { decisions, dismissed };
}

/** Where something is to be decided: products with a refusal or a conflict, in the order of the sheet. */
function useProblems(rows: SheetRows<StockLine>, edits: Edits, refusals: ReturnType<typeof useSaving>["refusals"]) {
  const client = useQueryClient();
  return useMemo(() => {
    const lines = linesOf(client, edits);
    return [...edits].flatMap(([sku, row]) => {
      const line = lines.get(sku);
      const conflict = line === undefined ? undefined : conflictsOf(line, row)[0]?.column;
      const refused = Object.entries(refusals.get(sku) ?? {}).find(([column, said]) => row[column]?.value === said.value)?.[0];
      const column = conflict ?? refused;
      return column === undefined
        ? []
        : [{ sku, column, nth: row[column]!.nth, kind: conflict === undefined ? "refused" : "conflict" } as const];
    });
    // Other rows in sight are other lines in the cache.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, rows, edits, refusals]);
}

/** The lines of edited products, as far as they have been read. */
function linesOf(client: QueryClient, edits: Edits): ReadonlyMap<string, StockLine> {
  const pages = client.getQueriesData<StockPageData>({ queryKey: ["stocks"] });
  return new Map(
    pages.flatMap(([, page]) => (page?.items ?? []).flatMap((line) => (edits.has(line.sku) ? [[line.sku, line] as const] : []))),
  );
}
