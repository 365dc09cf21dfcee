import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Instant } from "../../ui/Instant.tsx";
import { Money } from "../../ui/Money.tsx";
import type { OrderKey, OrderRow } from "../../ui/order/order-types.ts";
import { Tag } from "../../ui/StateBadge.tsx";
import classes from "./RiskPage.module.css";

const ROW_PX = 64;
const OVERSCAN = 6;
const NEAR_END = 20;

interface FrozenListProps {
  readonly rows: readonly OrderRow[];
  readonly open: OrderKey | undefined;
  readonly onSelect: (row: OrderRow) => void;
  readonly onEnd: (() => void) | undefined;
}

/** The orders that wait, those that wait for longest first. The open one is kept in sight. */
export function FrozenList({ rows, open, onSelect, onEnd }: FrozenListProps) {
  const { t } = useTranslation("backoffice/risk");
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const drawn = virtualizer.getVirtualItems();
  const isAtEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  const at = rows.findIndex(({ sellerId, orderNumber }) => sellerId === open?.sellerId && orderNumber === open.orderNumber);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [at, virtualizer]);
  return (
    <div ref={scroller} className={classes["scroller"]}>
      <ul className={classes["rows"]} style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]!;
          return (
            <li key={`${row.sellerId}/${row.orderNumber}`} style={{ transform: `translateY(${start}px)` }}>
              <button type="button" className={classes["row"]} aria-current={index === at || undefined} onClick={() => onSelect(row)}>
                <span className={classes["rowHead"]}>
                  <strong>{row.orderNumber}</strong>
                  <Instant at={row.statusDate} />
                </span>
                <span className={classes["rowText"]}>
                  <span className={classes["rowSeller"]}>{row.sellerName}</span>
                  {row.proposal === undefined ? null : <Tag color="orange">{t(`proposed.${row.proposal.move}`)}</Tag>}
                  <Money value={row.totalNet} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
