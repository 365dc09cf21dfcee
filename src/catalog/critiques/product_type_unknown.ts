import { createNameIndex, type ReferenceSnapshot } from "../../reference/index.ts";
import type { CritiqueRule } from "../product.ts";
import { unknownNameFindings } from "./unknown-name-findings.ts";

export const productTypeUnknown: CritiqueRule = {
  code: "product_type_unknown",
  severity: "error",
  ofSchema: true,
  rule: {
    "pt-BR": "O tipo de produto é um nome da consulta de tipos do departamento escolhido.",
    en: "The product type is a name from the type lookup of the chosen department.",
  },
  message: {
    "pt-BR":
      'O tipo de produto "{received}" não está registrado no departamento "{department}"; use um nome da consulta de tipos dele ou corrija o departamento.',
    en: 'The product type "{received}" is not registered in the department "{department}"; use a name from its type lookup or mend the department.',
  },
  find({ department, productType }, { reference }) {
    const types = reference.typesOf(department);
    // While the department is unknown, any registered type may be correct.
    const findings = unknownNameFindings("/productType", productType, types ?? typesAnywhere(reference));
    return findings.map((finding) => ({ ...finding, ...(types ? { allowed: types.names } : {}), params: { department } }));
  },
  examples: [
    { title: "a type of the department", finds: [] },
    { title: "a registered type in an unknown department", product: { department: "corrida" }, finds: [] },
    {
      title: "a typing error",
      product: { productType: "Tenis" },
      finds: [
        {
          pointer: "/productType",
          received: "Tenis",
          allowed: ["Tênis", "Boné", "Camiseta"],
          suggestions: ["Tênis"],
          params: { department: "Corrida" },
        },
      ],
    },
    {
      title: "a type of another department",
      product: { productType: "Proteína" },
      finds: [
        {
          pointer: "/productType",
          received: "Proteína",
          allowed: ["Tênis", "Boné", "Camiseta"],
          suggestions: [],
          params: { department: "Corrida" },
        },
      ],
    },
    {
      title: "neither department nor type registered",
      product: { department: "corrida", productType: "Tenis" },
      finds: [{ pointer: "/productType", received: "Tenis", suggestions: ["Tênis"], params: { department: "corrida" } }],
    },
  ],
};

const indexes = new WeakMap<ReferenceSnapshot, ReturnType<typeof createNameIndex>>();

/** The names of all product types, indexed once per version of the reference data. */
function typesAnywhere(reference: ReferenceSnapshot) {
  const index = indexes.get(reference) ?? createNameIndex([...new Set(reference.data.productTypes.map((type) => type.name))]);
  indexes.set(reference, index);
  return index;
}
