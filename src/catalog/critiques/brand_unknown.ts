import type { CritiqueRule } from "../product.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const brandUnknown: CritiqueRule = {
  code: "brand_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "A marca é um nome da consulta de marcas, escrito exatamente como lá.",
    en: "The brand is a name from the brands lookup, written exactly as it is there.",
  },
  message: {
    "pt-BR": 'A marca "{received}" não está registrada; use um nome de GET /api/v1/brands ou peça o registro da marca.',
    en: 'The brand "{received}" is not registered; use a name from GET /api/v1/brands or ask for the brand to be registered.',
  },
  find: ({ brand }, { reference }) => unknownNameFindings("/brand", brand, reference.brands),
  examples: [
    { title: "a registered brand", finds: [] },
    {
      title: "a typing error",
      product: { brand: "Ventuvía" },
      finds: [{ pointer: "/brand", received: "Ventuvía", suggestions: ["Ventuvia"] }],
    },
  ],
};
