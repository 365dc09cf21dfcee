import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { Sheet } from "../../ui/sheet/Sheet.tsx";
import type { SheetRows } from "../../ui/sheet/types.ts";
import { STOCK_KEYS } from "./keys.ts";
import { useStockColumns } from "./stock-columns.tsx";
import type { StockLine } from "./stock-query.ts";
import type { StockEdits } from "./use-stock-edits.ts";

/** What the sheet and the list of phones show. */
export interface StockParts {
  readonly rows: SheetRows<StockLine>;
  readonly stock: StockEdits;
  readonly onWhy: (line: StockLine) => void;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}

/** Stock and price as a sheet. */
export function StockSheet({ rows, stock, onWhy, error, onRetry, empty }: StockParts) {
  const { t } = useTranslation("portal/stock");
  const { sheet, saving, notesFor, mayEdit, problems, save, changed, handle, active, setActive, showNext } = stock;
  useKeys(STOCK_KEYS, {
    save: changed > 0 && saving.progress === undefined ? () => void save() : undefined,
    why: () => {
      const line = rows.at(active);
      if (line !== undefined) onWhy(line);
    },
    next: problems.length > 0 ? showNext : undefined,
  });
  return (
    <Sheet
      label={t("title")}
      columns={useStockColumns(mayEdit, onWhy)}
      rows={rows}
      keyOf={skuOf}
      edits={sheet.edits}
      onChange={sheet.change}
      onUndo={sheet.undo}
      onRedo={sheet.redo}
      notesFor={notesFor}
      handle={handle}
      onActive={setActive}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  );
}
const skuOf = ({ sku }: StockLine): string => sku;
