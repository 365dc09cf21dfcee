import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_PRODUCT, EXAMPLE_FAMILY } from "./example-products.ts";

export const familyIncomplete: CritiqueRule = {
  code: "family_incomplete",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR":
      "A família (productGroup) tem o mínimo de variações em sequência na grade de tamanhos; enquanto o prazo de espera corre, é só uma pendência.",
    en: "The family (productGroup) has the minimum of variations in sequence on the size chart; while the settle window runs it is only pending.",
  },
  message: {
    "pt-BR":
      'A família "{received}" tem {sequential} de {minimum} variações em sequência na grade; envie os tamanhos que faltam, mesmo sem estoque.',
    en: 'The family "{received}" has {sequential} of {minimum} variations in sequence on the size chart; send the missing sizes, even without stock.',
  },
  find({ productGroup, size }, { type, family }) {
    const { sequential, minimum, settled } = family;
    // A size outside the chart has its own critique. Once the size is corrected, the family may be complete.
    if (type === undefined || !type.sizes.has(size) || !settled || sequential >= minimum) return [];
    return [{ pointer: "/productGroup", received: productGroup, params: { sequential, minimum } }];
  },
  examples: [
    { title: "four sizes in sequence", finds: [] },
    {
      title: "two sizes while others may still come",
      context: { family: { ...EXAMPLE_FAMILY, sequential: 2, settled: false } },
      finds: [],
    },
    {
      title: "a size outside the chart, which may be the missing one",
      product: { size: "GG" },
      context: { family: { ...EXAMPLE_FAMILY, sequential: 3 } },
      finds: [],
    },
    {
      title: "two sizes after the settle window",
      context: { family: { ...EXAMPLE_FAMILY, sequential: 2 } },
      finds: [{ pointer: "/productGroup", received: EXAMPLE_PRODUCT.productGroup, params: { sequential: 2, minimum: 4 } }],
    },
  ],
};
