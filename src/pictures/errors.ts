import { errorCatalogue, notFound } from "../platform/contract/index.ts";

/** Refusals of pictures. Browsers show none of them; they say why a picture is missing. */
export const pictureErrors = errorCatalogue({
  picture_unknown: notFound({
    "pt-BR": "O produto não tem uma imagem {received}; a primeira é a 0.",
    en: "The product has no picture {received}; the first one is 0.",
  }),
  picture_unreachable: notFound({
    "pt-BR": "O endereço da imagem não respondeu com ela; por um minuto não se tenta de novo.",
    en: "The address of the picture did not answer with it; it is not tried again for a minute.",
  }),
  picture_too_large: notFound({
    "pt-BR": "A imagem tem mais de {megabytes} MB ou mais de {megapixels} milhões de pixels, e não é mostrada.",
    en: "The picture has more than {megabytes} MB or more than {megapixels} million pixels, and is not shown.",
  }),
  picture_not_an_image: notFound({
    "pt-BR": "O endereço da imagem respondeu com algo que não é JPEG, PNG nem WebP.",
    en: "The address of the picture answered with something that is no JPEG, PNG or WebP.",
  }),
});
