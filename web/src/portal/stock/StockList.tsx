import { Skeleton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { formatCount } from "../../ui/format.ts";
import { editOf, versionOf } from "./stock-columns.tsx";
import type { StockLine } from "./stock-query.ts";
import type { StockParts } from "./StockSheet.tsx";
import type { StockEdits } from "./use-stock-edits.ts";
import shared from "./stock.module.css";
import classes from "./stock-list.module.css";

const ITEM_HEIGHT = 76;
const OVERSCAN = 6;
const WAITING_ITEMS = 6;

/** Products on a phone: each with its physical stock, which can be edited. */
export function StockList({ rows, stock, onWhy, error, onRetry, empty }: StockParts) {
  const { t } = useTranslation("portal/stock");
  const [scroller, setScroller] = useState<HTMLUListElement | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.count ?? WAITING_ITEMS,
    getScrollElement: () => scroller,
    estimateSize: () => ITEM_HEIGHT,
    overscan: OVERSCAN,
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => {
    if (rows.count !== undefined && rows.count > 0) rows.load(startIndex, endIndex).catch(() => undefined);
  }, [rows, startIndex, endIndex]);
  if (error !== undefined && rows.count === undefined) return <ErrorPanel error={error} onRetry={onRetry} />;
  if (rows.count === 0) return empty;
  return (
    <div className={classes["listFrame"]}>
      <p className={classes["listHead"]} aria-hidden>
        <span>{t("columns.product")}</span>
        <span>{t("columns.physical")}</span>
      </p>
      <ul ref={setScroller} className={classes["list"]} aria-label={t("title")} aria-busy={rows.count === undefined}>
        <li aria-hidden style={{ height: virtualizer.getTotalSize() }} />
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = rows.count === undefined ? undefined : rows.at(index);
          return (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes["item"]}
              style={{ transform: `translateY(${start}px)` }}
            >
              {line === undefined ? <Skeleton height={44} /> : <Item line={line} nth={index} stock={stock} onWhy={onWhy} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface ItemProps {
  readonly line: StockLine;
  readonly nth: number;
  readonly stock: StockEdits;
  readonly onWhy: (line: StockLine) => void;
}

function Item({ line, nth, stock, onWhy }: ItemProps) {
  const { t, i18n } = useTranslation("portal/stock");
  const { sku, name, reserved, availableForSale } = line;
  const notes = stock.notesFor(line).filter(({ text }) => text !== undefined);
  const shown = (count: number) => formatCount(count, i18n.language);
  return (
    <>
      <div className={classes["itemLine"]}>
        <div className={classes["itemWords"]}>
          <span className={shared["sku"]}>{sku}</span>
          <span className={shared["name"]}>{name}</span>
          <button
            type="button"
            className={classes["itemSale"]}
            data-negative={availableForSale < 0 || undefined}
            title={t("why.open")}
            onClick={() => onWhy(line)}
          >
            {t("list.forSale", { forSale: shown(availableForSale), reserved: shown(reserved) })}
          </button>
        </div>
        <PhysicalInput line={line} nth={nth} stock={stock} isRefused={notes.length > 0} />
      </div>
      {notes.map(({ column, kind, text, actions = [] }) => (
        <div key={column} className={classes["itemNote"]} data-note={kind}>
          <span>{text}</span>
          {actions.map(({ label, run }) => (
            <button key={label} type="button" onClick={run}>
              {label}
            </button>
          ))}
        </div>
      ))}
    </>
  );
}

function PhysicalInput({ line, nth, stock: { sheet, mayEdit }, isRefused }: Omit<ItemProps, "onWhy"> & { readonly isRefused: boolean }) {
  const { t, i18n } = useTranslation("portal/stock");
  const [typed, setTyped] = useState<string>();
  const { read, write, value } = editOf("physical", i18n.language);
  const base = value(line);
  const edit = sheet.edits.get(line.sku)?.["physical"];
  const now = edit?.value ?? base;
  const keep = () => {
    setTyped(undefined);
    const to = typed === undefined || typed.trim() === "" ? now : read(typed);
    if (to === now) return;
    sheet.change([{ key: line.sku, column: "physical", from: now, to, base, stamp: versionOf(line, "physical"), nth }]);
  };
  return (
    <input
      className={classes["itemInput"]}
      inputMode="numeric"
      autoComplete="off"
      readOnly={!mayEdit}
      aria-label={t("list.physical", { sku: line.sku })}
      aria-invalid={isRefused || undefined}
      data-edited={edit !== undefined || undefined}
      value={typed ?? write(now)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
}
