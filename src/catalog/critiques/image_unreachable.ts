import type { CritiqueRule } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { FIRST_IMAGE, SECOND_IMAGE } from "./example-products.ts";

export const imageUnreachable: CritiqueRule = {
  code: "image_unreachable",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Cada imagem pode ser baixada do seu endereço, sem senha, por qualquer pessoa; tentamos mais de uma vez.",
    en: "Each image can be downloaded from its address by anyone, without a password; we try more than once.",
  },
  message: {
    "pt-BR":
      'A imagem "{received}" não pôde ser baixada depois de várias tentativas; confira se o endereço abre sem senha e fora da sua rede.',
    en: 'The image "{received}" could not be downloaded after several tries; check that the address opens without a password and outside your network.',
  },
  find: (product, context) => eachImage(product, context, "unreachable", () => ({})),
  examples: [
    { title: "images that were downloaded", finds: [] },
    { title: "an image still being fetched", context: { images: new Map([[FIRST_IMAGE, { state: "pending" }]]) }, finds: [] },
    {
      title: "two images that answer 404",
      context: {
        images: new Map([
          [FIRST_IMAGE, { state: "unreachable" }],
          [SECOND_IMAGE, { state: "unreachable" }],
        ]),
      },
      finds: [
        { pointer: "/images/0/url", received: FIRST_IMAGE },
        { pointer: "/images/1/url", received: SECOND_IMAGE },
      ],
    },
  ],
};
