import { formatTexts, type LocalizedText } from "../../platform/contract/index.ts";
import type { CritiqueRule } from "../product.ts";
import { eachImage } from "./each-image.ts";
import { FIRST_IMAGE } from "./example-products.ts";

const NOT_JPEG: LocalizedText = {
  "pt-BR": 'A imagem "{received}" não é um JPEG válido (encontrado: {found}); converta o arquivo para JPEG e envie-o de novo.',
  en: 'The image "{received}" is not a valid JPEG (found: {found}); convert the file to JPEG and send it again.',
};

export const imageNotJpeg: CritiqueRule = {
  code: "image_not_jpeg",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Cada imagem é um JPEG de verdade e inteiro; o nome terminar em .jpg não basta.",
    en: "Each image is a real JPEG, and all of it; a name ending in .jpg is not enough.",
  },
  message: NOT_JPEG,
  messageOf: ({ found }) => messageFor(String(found)),
  find: (product, context) => eachImage(product, context, "not_jpeg", ({ found }) => ({ params: { found } })),
  examples: [
    { title: "real JPEG files", finds: [] },
    {
      title: "a PNG named .jpg",
      context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found: "png" }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, params: { found: "png" } }],
    },
    {
      title: "a file without a byte",
      context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found: "empty" }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, params: { found: "empty" } }],
    },
    {
      title: "a JPEG whose upload was cut off",
      context: { images: new Map([[FIRST_IMAGE, { state: "not_jpeg", found: "incomplete" }]]) },
      finds: [{ pointer: "/images/0/url", received: FIRST_IMAGE, params: { found: "incomplete" } }],
    },
  ],
};

/** Values of `found` that have a translation. The others are names of formats and encodings, which are the same in every language. */
const WORDS: Readonly<Record<string, LocalizedText>> = {
  empty: { "pt-BR": "arquivo vazio", en: "an empty file" },
  incomplete: { "pt-BR": "incompleto", en: "incomplete" },
  broken_jpeg: { "pt-BR": "JPEG corrompido", en: "a broken JPEG" },
  unknown: { "pt-BR": "formato desconhecido", en: "an unknown format" },
  encoded: { "pt-BR": "compactação desconhecida", en: "an unknown packing" },
};

/** The message for one value of `found`, in each language. */
function messageFor(found: string): LocalizedText {
  const sentence = PACKED.has(found) ? AS_PACKED : found === "incomplete" || found === "empty" ? INCOMPLETE : NOT_JPEG;
  return formatTexts(sentence, { found: Object.hasOwn(WORDS, found) ? WORDS[found] : found });
}

/** Values of `found` that are content encodings. */
const PACKED: ReadonlySet<string> = new Set(["gzip", "br", "deflate", "zstd", "compress", "encoded"]);
const AS_PACKED: LocalizedText = {
  "pt-BR": 'A imagem "{received}" chega compactada pelo seu servidor (encontrado: {found}); envie o JPEG como ele é, sem Content-Encoding.',
  en: 'The image "{received}" comes packed by your server (found: {found}); send the JPEG as it is, without Content-Encoding.',
};

const INCOMPLETE: LocalizedText = {
  "pt-BR":
    'A imagem "{received}" não é um JPEG inteiro (encontrado: {found}): o arquivo acaba antes da imagem; envie-o de novo ao seu servidor, completo.',
  en: 'The image "{received}" is not a whole JPEG (found: {found}): the file ends before the image does; upload all of it to your server again.',
};
