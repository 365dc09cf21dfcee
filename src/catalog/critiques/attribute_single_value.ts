import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_PRODUCT } from "./example-products.ts";

export const attributeSingleValue: CritiqueRule = {
  code: "attribute_single_value",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Um atributo de seleção única (typeSelection SINGLE) traz um só valor.",
    en: "An attribute of single selection (typeSelection SINGLE) carries one value only.",
  },
  message: {
    "pt-BR": 'O atributo "{name}" aceita um só valor e veio com {count}: {received}; deixe apenas um.',
    en: 'The attribute "{name}" takes one value only and came with {count}: {received}; leave just one.',
  },
  find({ attributes }, { type }) {
    return attributes.flatMap(({ name, values }, index) => {
      if (values.length < 2 || type?.attributes.get(name)?.typeSelection !== "SINGLE") return [];
      return [{ pointer: `/attributes/${index}/values`, received: values, params: { name, count: values.length } }];
    });
  },
  examples: [
    { title: "several values of a multiple attribute", finds: [] },
    {
      title: "two values of a single attribute",
      product: { attributes: [...EXAMPLE_PRODUCT.attributes, { name: "Indicado para", values: ["Corrida", "Trilha"] }] },
      finds: [{ pointer: "/attributes/2/values", received: ["Corrida", "Trilha"], params: { name: "Indicado para", count: 2 } }],
    },
  ],
};
