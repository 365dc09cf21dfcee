import { createNameIndex } from "../../reference/index.ts";
import type { CritiqueRule } from "../product.ts";

export const attributeValueUnknown: CritiqueRule = {
  code: "attribute_value_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "Quando o template predefine os valores de um atributo, obrigatório ou opcional, só eles são aceitos.",
    en: "When the template predefines the values of an attribute, required or optional, only these are accepted.",
  },
  message: {
    "pt-BR": 'O valor "{received}" não é aceito no atributo "{name}"; use um destes: {allowed}.',
    en: 'The value "{received}" is not accepted in the attribute "{name}"; use one of these: {allowed}.',
  },
  find({ attributes }, { type }) {
    return attributes.flatMap(({ name, values }, index) => {
      const registered = type?.attributes.get(name)?.values ?? [];
      if (registered.length === 0) return [];
      return values.flatMap((received, position) => {
        if (registered.some(({ value }) => value === received)) return [];
        const allowed = registered.map(({ value }) => value);
        const pointer = `/attributes/${index}/values/${position}`;
        return [{ pointer, received, allowed, suggestions: createNameIndex(allowed).suggest(received), params: { name } }];
      });
    });
  },
  examples: [
    { title: "predefined values and a free one", finds: [] },
    {
      title: "an unknown value of a required attribute and one of an optional attribute",
      product: {
        attributes: [
          { name: "Material", values: ["Malha", "Papel"] },
          { name: "Modelo", values: ["Aero"] },
          { name: "Indicado para", values: ["dia a dia"] },
        ],
      },
      finds: [
        {
          pointer: "/attributes/0/values/1",
          received: "Papel",
          allowed: ["Couro", "Malha", "Sintético"],
          suggestions: [],
          params: { name: "Material" },
        },
        {
          pointer: "/attributes/2/values/0",
          received: "dia a dia",
          allowed: ["Dia a Dia", "Corrida", "Trilha"],
          suggestions: ["Dia a Dia"],
          params: { name: "Indicado para" },
        },
      ],
    },
  ],
};
