import type sharp from "sharp";

/** The widths that a caller may ask for, in pixels of the longer side. */
export const WIDTHS = ["96", "480"] as const;
export type Width = (typeof WIDTHS)[number];
/** The longest side of a picture that is shown as it is. */
const WHOLE_SIDE = 1_600;
/** The sizes that are made of every picture, and the longer side of each, in pixels. */
export const SIDES = { "96": 96, "480": 480, whole: WHOLE_SIDE } as const satisfies Record<Width | "whole", number>;
export type Size = keyof typeof SIDES;

/** Pictures with more pixels are not decoded: a small file can have very many. */
export const MAX_PIXELS = 16_000_000;
const QUALITY = 82;
const RENDER_TIMEOUT_SECONDS = 5;
/** The only decoders that run. Markup such as SVG, which could refer to other files, has none. */
const DECODERS = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** A picture in all sizes, as JPEG. */
export type Renditions = Readonly<Record<Size, Buffer>>;
/** Renders the bytes of a picture, or says why it cannot. */
export type Render = (bytes: Buffer) => Promise<Renditions | "picture_not_an_image" | "picture_too_large">;

let loaded: Promise<typeof sharp> | undefined;
/** Loads the library with the first picture: a process that shows none does not need it. */
async function loadSharp(): Promise<typeof sharp> {
  const { default: library } = await import("sharp");
  library.block({ operation: ["VipsForeignLoad"] });
  library.unblock({ operation: DECODERS });
  library.cache(false);
  library.concurrency(1);
  return library;
}

/** Decodes a picture, turns it upright and makes a JPEG of every size. Nothing of the original file is kept but its pixels. */
export const renderPicture: Render = async (bytes) => {
  const library = await (loaded ??= loadSharp());
  const input = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1, sequentialRead: true, autoOrient: true } as const;
  try {
    const rendered = await Promise.all(
      Object.entries(SIDES).map(async ([size, side]) => {
        const limits = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const;
        const resized = library(bytes, input).flatten({ background: "#ffffff" }).resize(limits);
        return [size, await resized.jpeg({ quality: QUALITY }).timeout({ seconds: RENDER_TIMEOUT_SECONDS }).toBuffer()] as const;
      }),
    );
    return Object.fromEntries(rendered) as Renditions;
  } catch (error) {
    // The library tells its refusals apart by their messages only.
    return /pixel limit/i.test((error as Error).message) ? "picture_too_large" : "picture_not_an_image";
  }
};
