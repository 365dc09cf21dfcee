import type { CritiqueRule } from "../product.ts";

export const weightOverMaximum: CritiqueRule = {
  code: "weight_over_maximum",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O peso, em quilogramas, não passa do máximo do tipo de produto.",
    en: "The weight, in kilograms, does not exceed the maximum of the product type.",
  },
  message: {
    "pt-BR": 'O peso {received} kg passa do máximo de {allowed} kg do tipo "{type}"; confira a unidade (quilogramas, não gramas).',
    en: 'The weight {received} kg exceeds the maximum of {allowed} kg of the type "{type}"; check the unit (kilograms, not grams).',
  },
  find({ weight }, { type }) {
    if (type === undefined || weight <= type.type.weightMaxKg) return [];
    return [{ pointer: "/weight", received: weight, allowed: type.type.weightMaxKg, params: { type: type.type.name } }];
  },
  examples: [
    { title: "exactly the maximum", product: { weight: 5 }, finds: [] },
    {
      title: "grams instead of kilograms",
      product: { weight: 750 },
      finds: [{ pointer: "/weight", received: 750, allowed: 5, params: { type: "Tênis" } }],
    },
  ],
};
