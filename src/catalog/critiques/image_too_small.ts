import { IMAGE_LIMITS } from "../image-check.ts";
import type { CritiqueRule } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { FIRST_IMAGE } from "./example-products.ts";

export const imageTooSmall: CritiqueRule = {
  code: "image_too_small",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Largura e altura de cada imagem têm no mínimo 400 pixels.",
    en: "Width and height of each image have at least 400 pixels.",
  },
  message: {
    "pt-BR": 'A imagem "{received}" tem {width}x{height} pixels, e cada lado precisa de pelo menos {allowed}; envie uma imagem maior.',
    en: 'The image "{received}" has {width}x{height} pixels, and each side needs at least {allowed}; send a larger image.',
  },
  find: (product, context) =>
    eachImage(product, context, "wrong_size", ({ width, height }) =>
      Math.min(width, height) < IMAGE_LIMITS.minSide ? { allowed: IMAGE_LIMITS.minSide, params: { width, height } } : undefined,
    ),
  examples: [
    { title: "images of a good size", finds: [] },
    {
      title: "a larger image",
      context: { images: new Map([[FIRST_IMAGE, { state: "wrong_size", width: 900, height: 1201 }]]) },
      finds: [],
    },
    {
      title: "one side too short",
      context: { images: new Map([[FIRST_IMAGE, { state: "wrong_size", width: 800, height: 399 }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, allowed: 400, params: { width: 800, height: 399 } }],
    },
  ],
};
