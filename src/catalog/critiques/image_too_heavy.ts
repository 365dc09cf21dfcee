import { IMAGE_LIMITS } from "../image-check.ts";
import type { CritiqueRule } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { SECOND_IMAGE } from "./example-products.ts";

export const imageTooHeavy: CritiqueRule = {
  code: "image_too_heavy",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Cada imagem tem no máximo 5 MB.",
    en: "Each image has at most 5 MB.",
  },
  message: {
    "pt-BR": 'A imagem "{received}" tem {bytes} bytes, mais que o máximo de {allowed}; reduza a qualidade ou o tamanho.',
    en: 'The image "{received}" has {bytes} bytes, more than the maximum of {allowed}; lower its quality or size.',
  },
  find: (product, context) =>
    eachImage(product, context, "too_heavy", ({ bytes }) => ({ allowed: IMAGE_LIMITS.maxBytes, params: { bytes } })),
  examples: [
    { title: "light images", finds: [] },
    {
      title: "an image of 6,000,000 bytes",
      context: { images: new Map([[SECOND_IMAGE, { state: "too_heavy", bytes: 6_000_000 }]]) },
      finds: [{ pointer: "/images/1/url", received: SECOND_IMAGE, allowed: 5_242_880, params: { bytes: 6_000_000 } }],
    },
  ],
};
