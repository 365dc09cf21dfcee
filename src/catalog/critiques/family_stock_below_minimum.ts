import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FAMILY } from "./example-products.ts";

export const familyStockBelowMinimum: CritiqueRule = {
  code: "family_stock_below_minimum",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR":
      "Na entrada, a soma do estoque físico da família alcança o mínimo do seu tipo; cada variação, sozinha, pode ter 0. Alcançado uma vez, não é mais cobrado.",
    en: "On its way in, the family's physical stock adds up to the minimum of its kind; a single variation may have 0. Once reached it is not asked again.",
  },
  message: {
    "pt-BR": "A família tem {received} unidades em estoque, menos que o mínimo de {allowed}; aumente o estoque de alguma variação.",
    en: "The family has {received} units in stock, fewer than the minimum of {allowed}; raise the stock of some variation.",
  },
  find(_product, { family }) {
    const { stock, stockAwaited, stockSufficed, minimumStock, sequential, minimum, settled } = family;
    if (minimumStock === undefined || stock >= minimumStock || stockSufficed || stockAwaited) return [];
    // More members and their stock may still arrive.
    if (sequential < minimum && !settled) return [];
    return [{ pointer: "/stock/available", received: stock, allowed: minimumStock }];
  },
  examples: [
    { title: "enough stock", finds: [] },
    { title: "a first stock still awaited", context: { family: { ...EXAMPLE_FAMILY, stock: 0, stockAwaited: true } }, finds: [] },
    {
      title: "a family sold out after it was let in",
      context: { family: { ...EXAMPLE_FAMILY, stock: 0, stockSufficed: true } },
      finds: [],
    },
    {
      title: "little stock while others may still come",
      context: { family: { ...EXAMPLE_FAMILY, stock: 1, sequential: 1, settled: false } },
      finds: [],
    },
    {
      title: "a complete family with one unit",
      context: { family: { ...EXAMPLE_FAMILY, stock: 1 } },
      finds: [{ pointer: "/stock/available", received: 1, allowed: 2 }],
    },
  ],
};
