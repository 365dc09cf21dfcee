import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import type { Line } from "./queue.ts";
import { QueueRow } from "./QueueRow.tsx";
import classes from "./QueueList.module.css";

interface QueueListProps {
  readonly lines: readonly Line[];
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  /** Asks for more rows. */
  readonly onEnd: () => void;
}

const ROW = 64;
const HEADING = 32;
const OVERSCAN = 6;
const NEAR_END = 15;

/** The queue, of any length: only the rows in sight are drawn. */
export function QueueList({ lines, selected, onSelect, onEnd }: QueueListProps) {
  const { t, i18n } = useTranslation("backoffice/review");
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (nth) => ("heading" in lines[nth]! ? HEADING : ROW),
    getItemKey: (nth) => {
      const line = lines[nth]!;
      return "heading" in line ? line.heading : line.key;
    },
    overscan: OVERSCAN,
    scrollPaddingStart: HEADING,
  });
  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const ask = useEffectEvent(onEnd);
  useEffect(() => {
    if (lastDrawn >= lines.length - NEAR_END) ask();
  }, [lastDrawn, lines.length]);
  const place = lines.findIndex((line) => "key" in line && line.key === selected);
  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: "auto" });
  }, [place, selected, virtualizer]);

  return (
    <div ref={scroller} className={classes["scroller"]} tabIndex={-1}>
      <ul className={classes["rows"]} style={{ height: virtualizer.getTotalSize() }} aria-label={t("list.label")}>
        {drawn.map(({ index, key, start, size }) => {
          const line = lines[index]!;
          const style = { height: size, transform: `translateY(${start}px)` };
          return "heading" in line ? (
            <li key={key} className={classes["heading"]} style={style}>
              {t(`list.${line.heading}`)} <span>{formatCount(line.count, i18n.language)}</span>
            </li>
          ) : (
            <li key={key} className={classes["line"]} style={style}>
              <QueueRow item={line} isSelected={line.key === selected} onSelect={onSelect} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
