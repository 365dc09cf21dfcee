import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_PRODUCT } from "./example-products.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const attributeUnknown: CritiqueRule = {
  code: "attribute_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Todo atributo enviado existe no template do tipo de produto.",
    en: "Every attribute sent exists in the template of the product type.",
  },
  message: {
    "pt-BR": 'O atributo "{received}" não existe no template do tipo "{type}"; remova-o ou use um destes: {allowed}.',
    en: 'The attribute "{received}" does not exist in the template of the type "{type}"; remove it or use one of these: {allowed}.',
  },
  find({ attributes }, { type }) {
    if (type === undefined) return [];
    const extra = { allowed: type.attributeNames.names, params: { type: type.type.name } };
    return attributes.flatMap(({ name }, index) =>
      unknownNameFindings(`/attributes/${index}/name`, name, type.attributeNames).map((finding) => ({ ...finding, ...extra })),
    );
  },
  examples: [
    { title: "only attributes of the template", finds: [] },
    {
      title: "an attribute of no template",
      product: { attributes: [...EXAMPLE_PRODUCT.attributes, { name: "tecnologias", values: ["Amortecimento"] }] },
      finds: [
        {
          pointer: "/attributes/2/name",
          received: "tecnologias",
          allowed: ["Material", "Modelo", "Indicado para", "Tecnologia"],
          suggestions: ["Tecnologia"],
          params: { type: "Tênis" },
        },
      ],
    },
  ],
};
