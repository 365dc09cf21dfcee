import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FOOD_PRODUCT } from "./example-products.ts";

export const flavorRequired: CritiqueRule = {
  code: "flavor_required",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Alimentos têm sabor no lugar da cor.",
    en: "Food has a flavour instead of a colour.",
  },
  message: {
    "pt-BR": 'O tipo "{type}" pede sabor, e o produto veio com color "{received}"; envie flavor com um sabor registrado e remova color.',
    en: 'The type "{type}" asks for a flavour, and the product came with color "{received}"; send flavor with a registered flavour and remove color.',
  },
  find({ color, flavor }, { type }) {
    if (type?.type.distinguishedBy !== "flavor" || flavor !== undefined) return [];
    return [{ pointer: "/color", received: color, params: { type: type.type.name } }];
  },
  examples: [
    { title: "food with a flavour", product: EXAMPLE_FOOD_PRODUCT, finds: [] },
    {
      title: "food with a colour",
      product: { department: "Suplementos", productType: "Proteína", color: "Preto" },
      finds: [{ pointer: "/color", received: "Preto", params: { type: "Proteína" } }],
    },
  ],
};
