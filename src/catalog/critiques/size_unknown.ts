import type { CritiqueRule } from "../product.ts";
import { SHOE_SIZES } from "./example-products.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const sizeUnknown: CritiqueRule = {
  code: "size_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O tamanho é um nome da consulta de tamanhos; produtos sem variação usam 'Único'.",
    en: "The size is a name from the sizes lookup; products without variation use 'Único'.",
  },
  message: {
    "pt-BR": 'O tamanho "{received}" não está registrado; use um nome de GET /api/v1/sizes, ou "Único" se o produto não varia de tamanho.',
    en: 'The size "{received}" is not registered; use a name from GET /api/v1/sizes, or "Único" if the product does not vary in size.',
  },
  find({ size }, { reference, type }) {
    if (type === undefined || reference.sizes.has(size)) return unknownNameFindings("/size", size, reference.sizes);
    return [{ pointer: "/size", received: size, allowed: type.chart.sizes, suggestions: type.sizes.suggest(size) }];
  },
  examples: [
    { title: "a registered size", finds: [] },
    { title: "a registered size while the type is unknown", product: { productType: "Tenis", size: "GG" }, finds: [] },
    {
      title: "a unit beside the number",
      product: { size: "39 BR" },
      finds: [{ pointer: "/size", received: "39 BR", allowed: SHOE_SIZES, suggestions: [] }],
    },
    {
      title: "another letter case while the type is unknown",
      product: { productType: "Tenis", size: "gg" },
      finds: [{ pointer: "/size", received: "gg", suggestions: ["GG"] }],
    },
  ],
};
