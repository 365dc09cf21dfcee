import { EXAMPLE_IDS, integer, lenientEnum, enumOf, object, operation, optional, text } from "../platform/contract/index.ts";
import { productErrors } from "../catalog/index.ts";
import { peopleErrors } from "../people/index.ts";
import { sellerErrors, sellerId } from "../sellers/index.ts";
import { pictureErrors } from "./errors.ts";
import { WIDTHS } from "./render.ts";

const OF_PAGES = {
  "Cross-Origin-Resource-Policy": { description: "Só páginas deste mesmo endereço a mostram.", example: "same-origin" },
};

export const getPicture = operation({
  api: "portal",
  audience: "person",
  permission: "any",
  tag: "Imagens",
  id: "getPicture",
  method: "GET",
  path: "/media/{sellerId}/{sku}/{n}",
  summary: "Mostra uma imagem de um produto",
  description:
    "O servidor busca a imagem no endereço do lojista, uma vez, e a guarda reduzida. É sempre um JPEG feito de novo aqui, de um JPEG, PNG ou WebP de até 5 MB e 16 milhões de pixels. A equipe do marketplace vê as imagens de todos os lojistas; a de um lojista, as dele.",
  parameters: object({
    sellerId,
    sku: text({ maxLength: 300, description: "Código do produto.", examples: [EXAMPLE_IDS.sku] }),
    n: integer({ minimum: 0, maximum: 99, description: "Qual das imagens do produto, a partir de 0.", examples: [0] }),
  }),
  query: object({
    w: optional(
      lenientEnum(
        enumOf(WIDTHS, {
          description: "O lado maior, em pixels; ausente = como é, até 1600.",
          meanings: { "96": "Para uma linha de uma lista.", "480": "Para um cartão." },
          examples: ["96"],
        }),
      ),
    ),
  }),
  replies: {
    200: {
      description: "A imagem.",
      mediaType: "image/jpeg",
      example: "(um arquivo JPEG)",
      headers: {
        ...OF_PAGES,
        ETag: { description: "Muda quando o endereço ou a conferência da imagem muda.", example: '"3f9a1c04d2e85b67-96"' },
      },
    },
    304: { description: "A imagem não mudou desde o ETag de If-None-Match.", headers: OF_PAGES },
  },
  refuses: [
    peopleErrors.membership_missing,
    sellerErrors.seller_suspended,
    productErrors.product_unknown,
    pictureErrors.picture_unknown,
    pictureErrors.picture_unreachable,
    pictureErrors.picture_too_large,
    pictureErrors.picture_not_an_image,
  ],
});
