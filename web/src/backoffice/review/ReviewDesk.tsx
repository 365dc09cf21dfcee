import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useDesk } from "./desk/use-desk.ts";
import { UndoBar } from "./desk/UndoBar.tsx";
import { LostNotice } from "./item/LostNotice.tsx";
import { ItemDetail } from "./item/ItemDetail.tsx";
import { ItemGap } from "./item/ItemGap.tsx";
import { REVIEW_KEYS } from "./keys.ts";
import { QueueList } from "./list/QueueList.tsx";
import { useQueueLines } from "./list/use-queue-lines.ts";
import { ReasonDialog } from "./reasons/ReasonDialog.tsx";
import type { QueueFilter } from "./search.ts";
import { type Review, useReview } from "./use-review.ts";
import { useSelection } from "./use-selection.ts";
import classes from "./review.module.css";

// Loaded when a picture is looked at closely for the first time.
const ZoomDialog = lazy(async () => ({ default: (await import("./item/ZoomDialog.tsx")).ZoomDialog }));

interface ReviewDeskProps {
  readonly filter: QueueFilter;
  readonly order: "risk" | undefined;
  /** The item of the address. */
  readonly addressed: string | undefined;
}

/** One visit to the queue: the list, the open item, and the decisions. */
export function ReviewDesk({ filter, order, addressed }: ReviewDeskProps) {
  const { t } = useTranslation("backoffice/review");
  const desk = useDesk(filter, order);
  const { queue, lines, items, state } = useQueueLines(desk, filter);
  const selection = useSelection(desk, items, addressed);
  const review = useReview(desk, selection, items);
  const [isOpen, setIsOpen] = useState(addressed !== undefined);
  const detail = useRef<HTMLDivElement>(null);
  const { key } = selection;
  useEffect(() => {
    if (key !== undefined) detail.current?.scrollTo(0, 0);
  }, [key]);
  const open = (chosen: string) => {
    selection.select(chosen);
    setIsOpen(true);
    detail.current?.focus({ preventScroll: true });
  };
  const { item } = review;

  return (
    <>
      <div className={classes["list"]} data-open={isOpen || undefined}>
        <QueueList
          lines={lines}
          selected={key}
          onSelect={open}
          onEnd={() => void (queue.hasNextPage && !queue.isFetching && queue.fetchNextPage())}
        />
        <KeysLine />
      </div>
      <div ref={detail} className={classes["detail"]} tabIndex={-1}>
        <ActionIcon className={classes["back"]} size="lg" aria-label={t("list.back")} onClick={() => setIsOpen(false)}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <LostNotice loss={review.loss} onRetry={review.retry} />
        {item === undefined ? (
          <ItemGap
            selection={selection}
            listed={items.find((one) => one.key === key)}
            failure={state.failure ?? queue.error}
            isWaiting={key !== undefined || state.isClaiming || queue.isPending}
            hasFilter={Object.keys(filter).length > 0}
            onRetry={review.retry}
          />
        ) : (
          <ItemDetail key={key} item={item} claims={desk.claims} review={review} />
        )}
        <div className="visually-hidden" role="status">
          {item?.name}
        </div>
        <UndoBar decisions={desk.decisions} onUndo={review.undo} />
      </div>
      <Suspense>
        <Dialogs review={review} />
      </Suspense>
    </>
  );
}

/** What is open above the item. */
function Dialogs({ review }: { readonly review: Review }) {
  const { item, loss, dialog, picture, nextPicture, criticize, close } = review;
  if (item === undefined || dialog === undefined) return null;
  if (dialog === "zoom") return <ZoomDialog item={item} current={picture} onNext={nextPicture} onClose={close} />;
  const next = () => {
    close();
    review.retry();
  };
  return <ReasonDialog key={dialog} item={item} mode={dialog} loss={loss} onNext={next} onSend={criticize} onClose={close} />;
}

const SHOWN_KEYS = [
  { text: "move", keys: [REVIEW_KEYS.next.keys, REVIEW_KEYS.previous.keys] },
  { text: "approve", keys: [REVIEW_KEYS.approve.keys] },
  { text: "criticize", keys: [REVIEW_KEYS.criticize.keys] },
  { text: "help", keys: ["?"] },
] as const;

/** The keys that are used most; the others are in the help. */
function KeysLine() {
  const { t } = useTranslation("backoffice/review");
  return (
    <p className={classes["keys"]} aria-hidden>
      {SHOWN_KEYS.map(({ text, keys }) => (
        <span key={text}>
          {keys.map((key) => (
            <KeyHint key={key} keys={key} />
          ))}{" "}
          {t(`keys.${text}`)}
        </span>
      ))}
    </p>
  );
}
