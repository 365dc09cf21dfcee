import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Picture } from "../../../ui/Picture.tsx";
import { useSellerId } from "../seller.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import type { MeasuredImage } from "./use-measured-images.ts";
import classes from "./Form.module.css";

interface PicturesSectionProps {
  /** The sku whose stored pictures are shown; undefined of a new product. */
  readonly sku: string | undefined;
  /** The addresses as they are stored, in their order. */
  readonly stored: readonly string[];
  readonly measured: readonly MeasuredImage[];
  readonly most: number;
  /** Tells several lists of pictures on a page apart. */
  readonly idPrefix?: string;
}

const EDGE = 64;
const SCHEME = "https://";
const KILO = 1_000;
const ALT_KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The pictures by their addresses, in their order: the first is the cover. Each says how large it was measured. */
export function PicturesSection({ sku, stored, measured, most, idPrefix = "" }: PicturesSectionProps) {
  const { t } = useTranslation("portal/products");
  const { values, set, findingsAt, isReadOnly } = useProductForm();
  const { images } = values;
  const idOf = (nth: number) => `field-images${idPrefix}-${nth}`;
  const change = (next: readonly { readonly url: string }[]) => set("images", next);
  const move = (nth: number, by: number) => {
    const to = nth + by;
    if (isReadOnly || to < 0 || to >= images.length) return;
    change(images.with(nth, images[to]!).with(to, images[nth]!));
    requestAnimationFrame(() => document.getElementById(idOf(to))?.focus());
  };
  const general = findingsAt("/images").filter(({ pointer }) => pointer === "/images");
  return (
    <div id={`field-images${idPrefix}`} tabIndex={-1}>
      <ol className={classes["pictures"]}>
        {images.map(({ url }, nth) => (
          // Rows have no identity but their place: two may be empty.
          <li key={nth} className={classes["picture"]}>
            <StoredPicture sku={sku} stored={stored} url={url} nth={nth} />
            <div className={classes["address"]}>
              <PictureAddress
                id={idOf(nth)}
                nth={nth}
                onPasteMany={(urls) =>
                  change([...images.slice(0, nth), ...urls.map((one) => ({ url: one })), ...images.slice(nth + 1)].slice(0, most))
                }
                onMove={(by) => move(nth, by)}
              />
              <span className={classes["measure"]}>
                {nth === 0 ? <strong>{t("form.cover")}</strong> : null}
                <Measure image={measured.find((one) => one.url === url)} />
              </span>
            </div>
            {isReadOnly ? null : (
              <PictureOrder
                nth={nth}
                last={images.length - 1}
                onMove={(by) => move(nth, by)}
                onRemove={() => change(images.toSpliced(nth, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      <FindingList findings={general} />
      {isReadOnly || images.length >= most ? null : (
        <AddPicture
          onAdd={() => {
            change([...images, { url: "" }]);
            requestAnimationFrame(() => document.getElementById(idOf(images.length))?.focus());
          }}
        />
      )}
    </div>
  );
}

function AddPicture({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation("portal/products");
  return (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={onAdd}>
      {t("form.addPicture")}
    </Button>
  );
}

interface PictureAddressProps {
  readonly id: string;
  readonly nth: number;
  readonly onPasteMany: (urls: readonly string[]) => void;
  readonly onMove: (by: number) => void;
}

/** The address of a picture. Several pasted at once become several pictures; Alt with an arrow moves it. */
function PictureAddress({ id, nth, onPasteMany, onMove }: PictureAddressProps) {
  const { t } = useTranslation("portal/products");
  const { values, set, findingsAt, isReadOnly } = useProductForm();
  const findings = findingsAt(`/images/${nth}`);
  return (
    <TextInput
      id={id}
      aria-label={t("form.pictureAddress", { nth: nth + 1 })}
      type="url"
      value={values.images[nth]!.url}
      readOnly={isReadOnly}
      placeholder={SCHEME}
      onChange={({ currentTarget }) => set("images", values.images.with(nth, { url: currentTarget.value }))}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").split(/\s+/).filter(Boolean);
        if (isReadOnly || pasted.length < 2) return;
        event.preventDefault();
        onPasteMany(pasted);
      }}
      onKeyDown={(event) => {
        const by = event.altKey ? ALT_KEYS[event.key] : undefined;
        if (by === undefined) return;
        event.preventDefault();
        onMove(by);
      }}
      error={findings.length > 0 ? <FindingList findings={findings} /> : undefined}
    />
  );
}

interface PictureOrderProps {
  readonly nth: number;
  readonly last: number;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function PictureOrder({ nth, last, onMove, onRemove }: PictureOrderProps) {
  const { t } = useTranslation("portal/products");
  return (
    <span className={classes["order"]}>
      <ActionIcon aria-label={t("form.pictureUp", { nth: nth + 1 })} disabled={nth === 0} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label={t("form.pictureDown", { nth: nth + 1 })} disabled={nth === last} onClick={() => onMove(1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon aria-label={t("form.pictureRemove", { nth: nth + 1 })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  );
}

function StoredPicture({
  sku,
  stored,
  url,
  nth,
}: {
  readonly sku: string | undefined;
  readonly stored: readonly string[];
  readonly url: string;
  readonly nth: number;
}) {
  const { t } = useTranslation("portal/products");
  const sellerId = useSellerId();
  const place = stored.indexOf(url);
  return (
    <Picture
      sellerId={sellerId}
      sku={sku ?? ""}
      nth={sku === undefined || place === -1 ? undefined : place}
      size={EDGE}
      alt={t("form.picture", { nth: nth + 1 })}
    />
  );
}

function Measure({ image }: { readonly image: MeasuredImage | undefined }) {
  if (image?.width === undefined) return null;
  const size = image.bytes === undefined ? "" : ` · ${Math.round(image.bytes / KILO)} kB`;
  return <span className="tabular">{`${image.width} × ${image.height} px${size}`}</span>;
}
