import type { CritiqueRule } from "../product.ts";
import { SINGLE_SIZE } from "../variation.ts";
import { EXAMPLE_SINGLE_SIZE_PRODUCT, EXAMPLE_FOOD_PRODUCT } from "./example-products.ts";
import { foldCaseAndAccents } from "./text-normalization.ts";

export const singleSizeUndescribed: CritiqueRule = {
  code: "single_size_undescribed",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR": "A descrição de um produto de tamanho único diz que tamanhos ele veste ou que medidas tem.",
    en: "The description of a single-size product says which sizes it fits or how large it is.",
  },
  message: {
    "pt-BR":
      'O produto tem tamanho "{received}", e a descrição não diz que tamanhos ele veste; acrescente, por exemplo: "Veste do 54 ao 60."',
    en: 'The product has the size "{received}", and its description does not say which sizes it fits; add, for example: "Veste do 54 ao 60."',
  },
  find({ size, description }, { type }) {
    // Food is not worn, so its description need not say which sizes it fits.
    if (type === undefined || type.type.kind === "FOOD" || size !== SINGLE_SIZE) return [];
    return SAYS_SIZE.test(foldCaseAndAccents(description)) ? [] : [{ pointer: "/description", received: size }];
  },
  examples: [
    { title: "a product with sizes", finds: [] },
    { title: "a cap that says whom it fits", product: EXAMPLE_SINGLE_SIZE_PRODUCT, finds: [] },
    { title: "food of a single size", product: { ...EXAMPLE_FOOD_PRODUCT, size: "Único" }, finds: [] },
    {
      title: "a cap that does not",
      product: { ...EXAMPLE_SINGLE_SIZE_PRODUCT, description: "Boné leve com aba curva." },
      finds: [{ pointer: "/description", received: "Único" }],
    },
  ],
};

/** Words and measures that describe a fit. Matches text in lower case and without accents. */
const SAYS_SIZE =
  /\b(?:tamanhos?|tam|vestem?|servem?|numeracao|medidas?|medem?|ajust\w+|regula\w+)\b|\b\d+(?:[.,]\d+)?\s?(?:cm|mm|m|ml|l|polegadas)\b/;
