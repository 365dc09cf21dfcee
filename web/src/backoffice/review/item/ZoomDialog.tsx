import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { Picture } from "../../../ui/Picture.tsx";
import { REVIEW_KEYS } from "../keys.ts";
import type { ReviewItem } from "../types.ts";
import { useMeasures } from "./measures.ts";
import classes from "./item.module.css";

interface ZoomDialogProps {
  readonly item: ReviewItem;
  readonly current: number;
  readonly onNext: () => void;
  readonly onClose: () => void;
}

/** One picture, as large as the window. */
export function ZoomDialog({ item, current, onNext, onClose }: ZoomDialogProps) {
  const { t } = useTranslation("backoffice/review");
  const { t: ui } = useTranslation("ui");
  const measured = useMeasures();
  useKeys(REVIEW_KEYS, { picture: onNext, zoom: onClose }, { inDialog: true });
  const { sellerId, sku, name, images, imageChecks } = item;
  const title = t("item.picture", { nth: current + 1, name });
  return (
    <Modal opened onClose={onClose} size="auto" title={title} closeButtonProps={{ "aria-label": ui("close") }}>
      <div className={classes["zoomed"]}>
        <Picture sellerId={sellerId} sku={sku} nth={current} alt={title} />
      </div>
      <p className={classes["zoomWords"]}>
        <span>{measured(imageChecks.find(({ url }) => url === images[current]?.url))}</span>
        {images.length < 2 ? null : (
          <span>
            <KeyHint keys={REVIEW_KEYS.picture.keys} /> {t("item.nextPicture", { nth: current + 1, count: images.length })}
          </span>
        )}
      </p>
    </Modal>
  );
}
