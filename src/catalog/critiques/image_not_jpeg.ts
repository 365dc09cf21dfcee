import type { Texts } from "../../platform/contract/errors.ts";
import type { Critique } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { FIRST_IMAGE } from "./example.ts";

export const imageNotJpeg: Critique = {
  code: "image_not_jpeg",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Cada imagem é um JPEG de verdade e inteiro; o nome terminar em .jpg não basta.",
    en: "Each image is a real JPEG, and all of it; a name ending in .jpg is not enough.",
  },
  message: {
    "pt-BR": 'A imagem "{received}" não é um JPEG válido (encontrado: {found}); converta o arquivo para JPEG e envie-o de novo.',
    en: 'The image "{received}" is not a valid JPEG (found: {found}); convert the file to JPEG and send it again.',
  },
  messageOf: ({ found }) => (found === "incomplete" ? INCOMPLETE : undefined),
  find: (product, context) => eachImage(product, context, "not_jpeg", ({ found }) => ({ params: { found } })),
  examples: [
    { title: "real JPEG files", finds: [] },
    {
      title: "a PNG named .jpg",
      context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found: "png" }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, params: { found: "png" } }],
    },
    {
      title: "a JPEG whose upload was cut off",
      context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found: "incomplete" }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, params: { found: "incomplete" } }],
    },
  ],
};

const INCOMPLETE: Texts = {
  "pt-BR":
    'A imagem "{received}" não é um JPEG inteiro (encontrado: {found}): o arquivo acaba antes da imagem; envie-o de novo ao seu servidor, completo.',
  en: 'The image "{received}" is not a whole JPEG (found: {found}): the file ends before the image does; upload all of it to your server again.',
};
