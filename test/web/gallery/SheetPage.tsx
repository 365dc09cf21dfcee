import { Button } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressFilters } from "../../../web/src/app/use-address-filters.ts";
import { EmptyState } from "../../../web/src/ui/EmptyState.tsx";
import { formatMoney } from "../../../web/src/ui/format.ts";
import { PageHeader } from "../../../web/src/ui/PageHeader.tsx";
import { isCanonicalNumber, numberEdit } from "../../../web/src/ui/sheet/numbers.ts";
import { Sheet } from "../../../web/src/ui/sheet/Sheet.tsx";
import { rowsOf, type SheetColumn, type SheetNote } from "../../../web/src/ui/sheet/types.ts";
import { useSheetEdits } from "../../../web/src/ui/sheet/use-sheet-edits.ts";
import classes from "./gallery.module.css";

interface Item {
  readonly sku: string;
  readonly name: string;
  readonly stock: number;
  readonly reserved: number;
  readonly price: number | undefined;
}

const MANY = 100_000;
const item = (nth: number): Item => ({
  sku: `TEN-ORVALHO-${nth}`,
  name: `Tênis de Corrida Ximbrisa Orvalho ${nth} <b>com marcação</b> e um nome comprido`,
  stock: (nth * 31) % 257,
  reserved: (nth * 7) % 13,
  price: nth % 9 === 8 ? undefined : ((nth * 7_919) % 1_000_000) / 100,
});
const columnsIn = (language: string): readonly SheetColumn<Item>[] => [
  { id: "sku", header: "SKU", width: 200, text: ({ sku }) => sku },
  { id: "name", header: "Nome", width: 260, text: ({ name }) => name },
  {
    id: "stock",
    header: "Físico",
    width: 130,
    isNumber: true,
    text: ({ stock }) => String(stock),
    edit: { ...numberEdit(language, 0), value: ({ stock }) => String(stock) },
  },
  { id: "reserved", header: "Reservado", width: 110, isNumber: true, text: ({ reserved }) => String(reserved) },
  {
    id: "price",
    header: "Preço por",
    width: 220,
    isNumber: true,
    text: ({ price }) => String(price),
    edit: {
      ...numberEdit(language, 2),
      value: ({ price }) => String(price ?? ""),
      show: (value) => (isCanonicalNumber(value) ? formatMoney(Number(value), language) : value),
    },
  },
];

/** Notes of every kind, at the first rows. */
const notesWith = (solve: () => void, isSolved: boolean): ReadonlyMap<string, readonly SheetNote[]> => {
  const refused = "salePrice 300 é maior que listPrice 249,90; o preço 'por' não pode passar do preço 'de'.";
  const actions = [
    { label: "Ficar com 30", run: solve },
    { label: "Gravar 25", run: solve },
  ];
  const conflict: SheetNote = { column: "stock", kind: "conflict", text: "outra pessoa gravou 30; você quer 25.", actions };
  return new Map<string, readonly SheetNote[]>([
    ["TEN-ORVALHO-1", [{ column: "price", kind: "refused", text: refused }]],
    ...(isSolved ? [] : [["TEN-ORVALHO-3", [conflict]] as const]),
    ["TEN-ORVALHO-5", [{ column: "stock", kind: "warning", text: "A quantidade caiu tanto quanto está reservado." }]],
  ]);
};

/** A sheet of a hundred thousand rows; `?vazio=true` without any, `?espera=true` while they are on their way. */
export function SheetPage() {
  const { language } = useTranslation().i18n;
  const { values } = useAddressFilters();
  const [all] = useState(() => Array.from({ length: MANY }, (_, nth) => item(nth)));
  const sheet = useSheetEdits("gallery.sheet");
  const [isSolved, setIsSolved] = useState(false);
  const notes = useMemo(() => notesWith(() => setIsSolved(true), isSolved), [isSolved]);
  const rows = useMemo(() => {
    const some = rowsOf(values["vazio"] === true ? [] : all);
    return values["espera"] === true ? { ...some, count: undefined } : some;
  }, [all, values]);
  return (
    <div className={classes["screen"]}>
      <PageHeader
        title="Estoque e preço"
        text="100.000"
        actions={
          <Button variant="default" onClick={sheet.clear}>
            {language === "en" ? "Discard" : "Descartar"}
          </Button>
        }
      />
      <Sheet
        label="Estoque e preço"
        columns={useMemo(() => columnsIn(language), [language])}
        rows={rows}
        keyOf={({ sku }) => sku}
        edits={sheet.edits}
        onChange={sheet.change}
        onUndo={sheet.undo}
        onRedo={sheet.redo}
        notesFor={({ sku }) => notes.get(sku) ?? []}
        empty={
          <EmptyState icon={IconInbox} title="Nenhum produto">
            Tire um filtro para ver os outros.
          </EmptyState>
        }
      />
    </div>
  );
}
