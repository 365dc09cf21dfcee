import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FOOD_PRODUCT } from "./example-products.ts";

export const colorRequired: CritiqueRule = {
  code: "color_required",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Todo produto que não é alimento tem cor.",
    en: "Every product that is not food has a colour.",
  },
  message: {
    "pt-BR": 'O tipo "{type}" pede cor, e o produto veio com flavor "{received}"; envie color com uma cor registrada e remova flavor.',
    en: 'The type "{type}" asks for a colour, and the product came with flavor "{received}"; send color with a registered colour and remove flavor.',
  },
  find({ color, flavor }, { type }) {
    if (type?.type.distinguishedBy !== "color" || color !== undefined) return [];
    return [{ pointer: "/flavor", received: flavor, params: { type: type.type.name } }];
  },
  examples: [
    { title: "a shoe with a colour", finds: [] },
    { title: "food with a flavour", product: EXAMPLE_FOOD_PRODUCT, finds: [] },
    {
      title: "a shoe with a flavour",
      product: { flavor: "Morango" },
      finds: [{ pointer: "/flavor", received: "Morango", params: { type: "Tênis" } }],
    },
  ],
};
