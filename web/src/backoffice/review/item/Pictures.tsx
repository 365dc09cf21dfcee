import { ActionIcon } from "@mantine/core";
import { IconZoomIn } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Picture } from "../../../ui/Picture.tsx";
import type { ReviewItem } from "../types.ts";
import { CritiqueLine } from "./CritiqueLine.tsx";
import { critiquesOfImage } from "./fields.ts";
import { useMeasures } from "./measures.ts";
import classes from "./item.module.css";

interface PicturesProps {
  readonly item: ReviewItem;
  readonly current: number;
  readonly onCurrent: (nth: number) => void;
  readonly onZoom: () => void;
}

/** The pictures of a product, with what was measured and what validation says about each. */
export function Pictures({ item, current, onCurrent, onZoom }: PicturesProps) {
  const { t } = useTranslation("backoffice/review");
  const { sellerId, sku, name, images, imageChecks, warnings } = item;
  const measured = useMeasures();
  if (images.length === 0) return <p className={classes["none"]}>{t("item.noPictures")}</p>;
  return (
    <ul className={classes["pictures"]} aria-label={t("item.pictures")}>
      {images.map(({ url }, nth) => {
        const check = imageChecks.find((one) => one.url === url);
        return (
          <li key={url} className={classes["picture"]} data-current={nth === current || undefined}>
            <Picture sellerId={sellerId} sku={sku} nth={nth} alt={t("item.picture", { nth: nth + 1, name })} />
            <span className={classes["measures"]}>
              <span>{measured(check)}</span>
              <ActionIcon
                size="sm"
                title={t("item.zoom", { nth: nth + 1 })}
                aria-label={t("item.zoom", { nth: nth + 1 })}
                onClick={() => {
                  onCurrent(nth);
                  onZoom();
                }}
              >
                <IconZoomIn size={16} />
              </ActionIcon>
            </span>
            {critiquesOfImage(warnings, nth).map((critique) => (
              <CritiqueLine key={critique.code} critique={critique} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}
