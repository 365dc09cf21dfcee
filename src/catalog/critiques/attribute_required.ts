import type { CritiqueRule } from "../product.ts";

export const attributeRequired: CritiqueRule = {
  code: "attribute_required",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O produto traz todos os atributos que o template do tipo marca como obrigatórios.",
    en: "The product carries every attribute that the type's template marks as required.",
  },
  message: {
    "pt-BR": 'Falta o atributo "{name}", obrigatório no tipo "{type}"; envie-o em attributes com ao menos um valor.',
    en: 'The attribute "{name}", required for the type "{type}", is missing; send it in attributes with at least one value.',
  },
  find({ attributes }, { type }) {
    if (type === undefined) return [];
    return type.template.attributes
      .filter(({ required, name }) => required && !attributes.some((attribute) => attribute.name === name))
      .map(({ name, values }) => ({
        pointer: "/attributes",
        ...(values.length > 0 ? { allowed: values.map(({ value }) => value) } : {}),
        params: { name, type: type.type.name },
      }));
  },
  examples: [
    { title: "every required attribute, an optional one left out", finds: [] },
    {
      title: "no attribute at all",
      product: { attributes: [] },
      finds: [
        { pointer: "/attributes", allowed: ["Couro", "Malha", "Sintético"], params: { name: "Material", type: "Tênis" } },
        { pointer: "/attributes", params: { name: "Modelo", type: "Tênis" } },
      ],
    },
  ],
};
