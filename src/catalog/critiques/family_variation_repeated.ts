import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FAMILY } from "./example-products.ts";

export const familyVariationRepeated: CritiqueRule = {
  code: "family_variation_repeated",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR": "Cada produto de uma família tem uma combinação própria de tamanho e cor ou sabor.",
    en: "Each product of a family has its own combination of size and colour or flavour.",
  },
  message: {
    "pt-BR": 'O tamanho "{received}" em "{variation}" também está em {skus}; na vitrine o cliente não os distingue.',
    en: 'The size "{received}" in "{variation}" is also in {skus}; on the page a shopper cannot tell them apart.',
  },
  find({ size, color, flavor }, { family }) {
    const skus = family.sameVariation;
    return skus.length === 0 ? [] : [{ pointer: "/size", received: size, params: { variation: color ?? flavor, skus } }];
  },
  examples: [
    { title: "variations that differ", finds: [] },
    {
      title: "two other skus of the same size and colours",
      context: { family: { ...EXAMPLE_FAMILY, sameVariation: ["TEN-39-A", "TEN-39-B"] } },
      finds: [{ pointer: "/size", received: "39", params: { variation: "Preto+Branco", skus: ["TEN-39-A", "TEN-39-B"] } }],
    },
  ],
};
