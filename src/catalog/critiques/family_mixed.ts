import type { CritiqueRule } from "../product.ts";
import { EXAMPLE_FAMILY } from "./example-products.ts";

export const familyMixed: CritiqueRule = {
  code: "family_mixed",
  severity: "error",
  ofSchema: false,
  rule: {
    "pt-BR": "Todos os produtos de uma família têm o mesmo departamento, o mesmo tipo e a mesma marca.",
    en: "All products of a family have the same department, the same type and the same brand.",
  },
  message: {
    "pt-BR": 'O campo {field} é "{received}", diferente de outros da família: {others}; iguale-os ou use outro productGroup.',
    en: 'The field {field} is "{received}", different from others of the family: {others}; make them equal or use another productGroup.',
  },
  find: (product, { family }) =>
    FIELDS.flatMap((field) => {
      const others = family.mixedWith.filter((other) => other.field === field).map(({ sku, value }) => `${sku} (${value})`);
      return others.length === 0 ? [] : [{ pointer: `/${field}`, received: product[field], params: { field, others } }];
    }),
  examples: [
    { title: "a family of one brand", finds: [] },
    {
      title: "two members of another brand",
      context: {
        family: {
          ...EXAMPLE_FAMILY,
          mixedWith: [
            { sku: "TEN-AEROVIA-40", field: "brand", value: "Trilhora" },
            { sku: "TEN-AEROVIA-41", field: "brand", value: "Trilhora" },
          ],
        },
      },
      finds: [
        {
          pointer: "/brand",
          received: "Ventuvia",
          params: { field: "brand", others: ["TEN-AEROVIA-40 (Trilhora)", "TEN-AEROVIA-41 (Trilhora)"] },
        },
      ],
    },
  ],
};

const FIELDS = ["department", "productType", "brand"] as const;
