import { IMAGE_LIMITS } from "../image-check.ts";
import type { CritiqueRule } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { FIRST_IMAGE } from "./example-products.ts";

export const imageTooLarge: CritiqueRule = {
  code: "image_too_large",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Largura e altura de cada imagem têm no máximo 1200 pixels.",
    en: "Width and height of each image have at most 1200 pixels.",
  },
  message: {
    "pt-BR": 'A imagem "{received}" tem {width}x{height} pixels, e cada lado pode ter no máximo {allowed}; reduza a imagem.',
    en: 'The image "{received}" has {width}x{height} pixels, and each side may have at most {allowed}; shrink the image.',
  },
  find: (product, context) =>
    eachImage(product, context, "wrong_size", ({ width, height }) =>
      Math.max(width, height) > IMAGE_LIMITS.maxSide ? { allowed: IMAGE_LIMITS.maxSide, params: { width, height } } : undefined,
    ),
  examples: [
    { title: "images of a good size", finds: [] },
    {
      title: "a smaller image",
      context: { images: new Map([[FIRST_IMAGE, { state: "wrong_size", width: 399, height: 399 }]]) },
      finds: [],
    },
    {
      title: "one side too long",
      context: { images: new Map([[FIRST_IMAGE, { state: "wrong_size", width: 900, height: 1201 }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, allowed: 1200, params: { width: 900, height: 1201 } }],
    },
  ],
};
