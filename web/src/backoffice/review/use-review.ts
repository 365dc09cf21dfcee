import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { tell } from "../../app/notices.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { Desk } from "./desk/use-desk.ts";
import { isOpenField } from "./item/open-field.ts";
import { REVIEW_KEYS } from "./keys.ts";
import type { ListItem } from "./list/queue.ts";
import { useRegisteredReasons } from "./reasons/choices.ts";
import { closeDraft, readDraft, type ReasonMode } from "./reasons/draft.ts";
import { keyOf, type ReviewItem, type SentReason } from "./types.ts";
import type { Selection } from "./use-selection.ts";

type Dialog = ReasonMode | "zoom";

/** How many of the next item's pictures are fetched before it is opened. */
const PREFETCHED = 4;

/** The open item and what may be done with it, by mouse or key. */
export function useReview(desk: Desk, selection: Selection, items: readonly ListItem[]) {
  const { claims, decisions } = desk;
  const { held: all, lost } = useSignal(claims.state);
  const { key } = selection;
  const held = all.find((one) => one.key === key);
  const away = key === undefined ? undefined : lost.get(key);
  const item = held?.item ?? away?.item;
  const pictures = usePictures(item);
  const fields = useChosenFields(item);
  const dialog = useDialog(item);
  const undo = useUndo(desk, selection);
  useNext(all.find((one) => one.key === items[items.findIndex((listed) => listed.key === key) + 1]?.key)?.item);

  const approve = () => {
    if (held === undefined || (held.item.change !== undefined && fields.chosen.size === 0)) return;
    selection.pass();
    decisions.approve(held, [...fields.chosen]);
  };
  const criticize = async (reasons: readonly SentReason[]) => {
    if (held === undefined) return;
    await decisions.criticize(held, reasons, [...fields.chosen]);
    selection.pass();
    dialog.shut();
  };
  const isProduct = held !== undefined && held.item.changeRequestId === undefined;
  const actions = {
    onApprove: approve,
    onCriticize: () => dialog.open("criticize"),
    onChange: isProduct ? () => dialog.open("change") : undefined,
  };
  const handlers = {
    next: () => selection.move(1),
    previous: () => selection.move(-1),
    undo,
    ...(held === undefined ? {} : { approve, criticize: actions.onCriticize, change: actions.onChange }),
    ...(item === undefined ? {} : { picture: pictures.next, zoom: item.images.length === 0 ? undefined : () => dialog.open("zoom") }),
  };
  // A dialog that is on its way has the keys already.
  useKeys(REVIEW_KEYS, dialog.shown === undefined ? handlers : {});
  return {
    item,
    held,
    loss: away?.loss,
    actions,
    criticize,
    undo,
    picture: pictures.current,
    setPicture: pictures.set,
    nextPicture: pictures.next,
    chosen: fields.chosen,
    toggle: (pointer: string) => void (dialog.shown === undefined && fields.toggle(pointer)),
    dialog: dialog.shown,
    open: dialog.open,
    close: dialog.close,
    retry: () => {
      selection.select(undefined);
      void claims.refill();
    },
  };
}

/** The open item and what may be done with it. */
export type Review = ReturnType<typeof useReview>;

/** Which picture of the open item is looked at. */
function usePictures(item: ReviewItem | undefined) {
  const key = item === undefined ? undefined : keyOf(item);
  const [place, setPlace] = useState({ key, nth: 0 });
  const current = place.key === key ? place.nth : 0;
  const set = (nth: number) => setPlace({ key, nth });
  return { current, set, next: () => set((current + 1) % Math.max(1, item?.images.length ?? 1)) };
}

/** Of which values of a change the next decision is; at first of all that wait. */
function useChosenFields(item: ReviewItem | undefined) {
  const change = item?.change;
  const [left, setLeft] = useState<{ readonly id: string | undefined; readonly pointers: ReadonlySet<string> }>();
  const chosen = useMemo(() => {
    const open = (change?.fields ?? []).filter(isOpenField).map(({ pointer }) => pointer);
    return new Set(open.filter((pointer) => left?.id !== change?.id || !left?.pointers.has(pointer)));
  }, [change, left]);
  const toggle = (pointer: string) => {
    const pointers = new Set(left?.id === change?.id ? left?.pointers : []);
    if (!pointers.delete(pointer)) pointers.add(pointer);
    setLeft({ id: change?.id, pointers });
  };
  return { chosen, toggle };
}

/** Which dialog is open above the item. One that was open when the page went away opens again. */
function useDialog(item: ReviewItem | undefined) {
  const key = item === undefined ? undefined : keyOf(item);
  const [place, setPlace] = useState<{ readonly key: string | undefined; readonly shown: Dialog | undefined }>();
  const draft = key === undefined || place?.key === key ? undefined : readDraft(key);
  const shown = place?.key === key ? place?.shown : draft?.isOpen === true ? draft.mode : undefined;
  return {
    shown,
    open: (dialog: Dialog) => setPlace({ key, shown: dialog }),
    shut: () => setPlace(undefined),
    close: () => {
      if (key !== undefined && shown !== "zoom") closeDraft(key);
      setPlace({ key, shown: undefined });
    },
  };
}

/** Takes the last decision back and opens its item again. */
function useUndo({ decisions }: Desk, selection: Selection) {
  const { t } = useTranslation("backoffice/review");
  const failureText = useFailureText();
  const last = useSignal(decisions.last);
  const run = async () => {
    try {
      const ref = await decisions.undo();
      if (ref !== undefined) selection.select(keyOf(ref));
    } catch (error) {
      tell("failed", t("undo.failed", { why: failureText(error) }));
    }
  };
  return last === undefined ? undefined : () => void run();
}

/** Fetches what the next keys need before they are pressed: the reasons, and the pictures of the next item. */
function useNext(item: ReviewItem | undefined): void {
  useRegisteredReasons();
  const addresses = (item?.images ?? [])
    .slice(0, PREFETCHED)
    .map((_, nth) => `/media/${item!.sellerId}/${encodeURIComponent(item!.sku)}/${nth}?w=480`)
    .join(" ");
  useEffect(() => {
    for (const address of addresses.split(" ").filter((one) => one !== "")) new Image().src = address;
  }, [addresses]);
}
