import type { CritiqueRule } from "../product.ts";
import { SHOE_SIZES } from "./example-products.ts";

export const sizeOutsideChart: CritiqueRule = {
  code: "size_outside_chart",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O tamanho pertence à grade do tipo de produto.",
    en: "The size belongs to the size chart of the product type.",
  },
  message: {
    "pt-BR": 'O tamanho "{received}" não é da grade "{chart}" do tipo "{type}"; use um destes: {allowed}.',
    en: 'The size "{received}" is not of the size chart "{chart}" of the type "{type}"; use one of these: {allowed}.',
  },
  find({ size }, { reference, type }) {
    if (type === undefined || type.sizes.has(size) || !reference.sizes.has(size)) return [];
    const params = { type: type.type.name, chart: type.chart.name };
    return [{ pointer: "/size", received: size, allowed: type.chart.sizes, suggestions: type.sizes.suggest(size), params }];
  },
  examples: [
    { title: "a size of the chart", product: { size: "42" }, finds: [] },
    {
      title: "a clothes size on a shoe",
      product: { size: "GG" },
      finds: [
        {
          pointer: "/size",
          received: "GG",
          allowed: SHOE_SIZES,
          suggestions: [],
          params: { type: "Tênis", chart: "Calçados adulto" },
        },
      ],
    },
  ],
};
