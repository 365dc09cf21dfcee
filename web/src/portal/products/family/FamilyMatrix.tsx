import { SegmentedControl } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { formatMoney } from "../../../ui/format.ts";
import { isCanonicalNumber, numberEdit } from "../../../ui/sheet/numbers.ts";
import { Sheet } from "../../../ui/sheet/Sheet.tsx";
import { type CellEdit, rowsOf, type SheetColumn } from "../../../ui/sheet/types.ts";
import type { useSheetEdits } from "../../../ui/sheet/use-sheet-edits.ts";
import { type Family, type MatrixRow, type Measure, MEASURES, placeOf, proposedSku, recorded, rowKey } from "./matrix.ts";
import { type CellRefusal, notesOf } from "./use-family-publication.ts";
import classes from "./Family.module.css";

interface FamilyMatrixProps {
  readonly family: Family;
  readonly sheet: ReturnType<typeof useSheetEdits>;
  readonly refusals: readonly CellRefusal[];
  /** Whether products may be changed, and not only prices and stocks. */
  readonly mayWrite: boolean;
  readonly mayOffer: boolean;
}

const OFFERS: ReadonlySet<Measure> = new Set(["stock", "salePrice", "listPrice"]);
const COLUMN_WIDTH = 112;
const WIDE_COLUMN = 200;
const NAME_WIDTH = 150;

/** The variants of a family, variations by sizes: one value of each at a time, edited like a sheet. */
export function FamilyMatrix({ family, sheet, refusals, mayWrite, mayOffer }: FamilyMatrixProps) {
  const { t, i18n } = useTranslation("portal/products");
  const [measure, setMeasure] = useState<Measure>("stock");
  const refusedIn = (one: Measure) => refusals.filter((refusal) => refusal.measure === one).length;
  const notes = useMemo(() => notesOf(refusals, measure), [refusals, measure]);
  const rows = useMemo(() => rowsOf(family.variations.map((variation): MatrixRow => ({ variation, measure, family }))), [family, measure]);
  const columns = useMemo((): readonly SheetColumn<MatrixRow>[] => {
    const edit = editOf(measure, i18n.language);
    const mayEdit = ({ variation }: MatrixRow, size: string) => {
      const isNew = !family.members.has(placeOf(variation, size));
      return isNew || measure === "eanIsbn" ? mayWrite : OFFERS.has(measure) && mayOffer;
    };
    return [
      { id: "variation", header: t("family.variation"), width: NAME_WIDTH, text: ({ variation }) => variation },
      ...family.sizes.map((size) => ({
        id: size,
        header: size,
        width: OFFERS.has(measure) ? COLUMN_WIDTH : WIDE_COLUMN,
        isNumber: OFFERS.has(measure),
        text: (row: MatrixRow) => recorded(row, size),
        edit: {
          ...edit,
          value: (row: MatrixRow) => recorded(row, size) || (measure === "sku" ? proposedSku(row.family.group, row.variation, size) : ""),
          stamp: ({ variation }: MatrixRow) =>
            measure === "stock" ? family.members.get(placeOf(variation, size))?.stock?.version : undefined,
          mayEdit: (row: MatrixRow) => mayEdit(row, size),
        },
      })),
    ];
  }, [family, measure, mayWrite, mayOffer, i18n.language, t]);
  return (
    <>
      <SegmentedControl
        className={classes["measures"]}
        aria-label={t("family.measure")}
        data={MEASURES.map((one) => ({
          value: one,
          label: refusedIn(one) === 0 ? t(`family.measures.${one}`) : `${t(`family.measures.${one}`)} (${refusedIn(one)})`,
        }))}
        value={measure}
        onChange={setMeasure}
      />
      <div className={classes["matrix"]}>
        <Sheet
          label={t("family.matrix", { measure: t(`family.measures.${measure}`) })}
          columns={columns}
          rows={rows}
          keyOf={({ variation, measure: of }) => rowKey(variation, of)}
          edits={sheet.edits}
          onChange={sheet.change}
          onUndo={sheet.undo}
          onRedo={sheet.redo}
          notesFor={({ variation }) => notes.get(rowKey(variation, measure)) ?? []}
          empty={<EmptyState icon={IconTable} title={t("family.empty")} />}
        />
      </div>
    </>
  );
}

/** How the cells of a measure are typed and shown. */
function editOf(measure: Measure, language: string): Omit<CellEdit<MatrixRow>, "value"> {
  if (measure === "stock") return numberEdit(language, 0);
  if (OFFERS.has(measure))
    return { ...numberEdit(language, 2), show: (value) => (isCanonicalNumber(value) ? formatMoney(Number(value), language) : value) };
  return { read: (typed) => typed.trim(), write: (value) => value, inputMode: "text" };
}
