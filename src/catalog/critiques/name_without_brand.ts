import type { CritiqueRule } from "../product.ts";
import { foldCaseAndAccents } from "./text-normalization.ts";

export const nameWithoutBrand: CritiqueRule = {
  code: "name_without_brand",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR": "O nome segue o padrão recomendado: tipo + marca + modelo + característica + gênero.",
    en: "The name follows the recommended pattern: type + brand + model + characteristic + gender.",
  },
  message: {
    "pt-BR": 'O nome "{received}" não traz a marca "{brand}"; use o padrão tipo + marca + modelo + característica + gênero.',
    en: 'The name "{received}" does not carry the brand "{brand}"; use the pattern type + brand + model + characteristic + gender.',
  },
  find({ name, brand }, { reference }) {
    // An unknown brand must be corrected first. The name may already contain the correct brand.
    if (!reference.brands.has(brand) || foldCaseAndAccents(name).includes(foldCaseAndAccents(brand))) return [];
    return [{ pointer: "/name", received: name, params: { brand } }];
  },
  examples: [
    { title: "the recommended pattern", finds: [] },
    { title: "the brand in capitals", product: { name: "Tênis VENTUVIA Aerovia Leve Unissex" }, finds: [] },
    { title: "a brand that is not registered", product: { brand: "Ventuvi", name: "Tênis Aerovia" }, finds: [] },
    {
      title: "a name without its brand",
      product: { name: "Tênis Aerovia Leve Unissex" },
      finds: [{ pointer: "/name", received: "Tênis Aerovia Leve Unissex", params: { brand: "Ventuvia" } }],
    },
  ],
};
