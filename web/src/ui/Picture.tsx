import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./Picture.module.css";

interface PictureProps {
  readonly sellerId: number;
  readonly sku: string;
  /** Which of the product's pictures, from 0 on; undefined = it has none. */
  readonly nth: number | undefined;
  /** Edge of the square that is shown, in CSS pixels. Absent = as wide as its place. */
  readonly size?: number;
  /** What the picture shows; empty where its words stand beside it. */
  readonly alt: string;
}

/** Widths that `/media` offers. */
const SMALL = 96;
const LARGE = 480;

/** A product's picture, fetched and resized by the server. A placeholder stands where there is none. */
export function Picture({ sellerId, sku, nth, size, alt }: PictureProps) {
  const width = size !== undefined && size * 2 <= SMALL * 1.5 ? SMALL : LARGE;
  const src = nth === undefined ? undefined : `/media/${sellerId}/${encodeURIComponent(sku)}/${nth}?w=${width}`;
  const [failed, setFailed] = useState<string>();
  const style = size === undefined ? undefined : { width: size, height: size };
  return (
    <span className={classes["frame"]} style={style} data-large={size === undefined || undefined}>
      {src === undefined || failed === src ? (
        <span className={classes["none"]} role={alt === "" ? undefined : "img"} aria-label={alt === "" ? undefined : alt}>
          <IconPhoto size={size === undefined ? 32 : Math.min(24, size / 2)} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(src)} />
      )}
    </span>
  );
}
