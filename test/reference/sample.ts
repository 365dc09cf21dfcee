import type { ReferenceData } from "../../src/reference/index.ts";

const one = { CLOTHES: 1, SHOES: 1, ACCESSORY: 1, SINGLE: 1, FOOD: 1 };

/** The smallest reference data without integrity faults that has two stores, two departments and both of color and flavor. */
export const sample: ReferenceData = {
  stores: [
    { code: "VE", name: "Vitrine Esportes" },
    { code: "VM", name: "Vitrine Moda" },
  ],
  brands: [{ code: 1, name: "Aurivento", externalCode: "AURIVENTO" }],
  colors: [
    { code: 1, name: "Preto", externalCode: "PRETO" },
    { code: 2, name: "Azul (royal)", externalCode: "AZUL-ROYAL" },
  ],
  flavors: [{ code: 1, name: "Baunilha", externalCode: "BAUNILHA" }],
  sizes: ["P", "M", "G", "900 g"].map((name, at) => ({ code: at + 1, name, externalCode: name.replace(" ", "-") })),
  sizeCharts: [
    { code: 1, name: "Adulto", sizes: ["P", "M", "G"] },
    { code: 2, name: "Potes", sizes: ["900 g"] },
  ],
  departments: [
    { code: 1, name: "Casual", stores: ["VE", "VM"] },
    { code: 2, name: "Suplementos", stores: ["VE"] },
  ],
  templates: [
    {
      code: 1,
      name: "Roupas",
      attributes: [
        {
          code: 1,
          name: "Material",
          required: true,
          typeSelection: "MULTIPLE",
          values: [
            { code: 1, value: "Algodão" },
            { code: 2, value: "Linho" },
          ],
        },
        {
          code: 2,
          name: "Gola",
          required: false,
          typeSelection: "SINGLE",
          values: [
            { code: 1, value: "Careca" },
            { code: 2, value: "Polo" },
          ],
        },
        { code: 3, name: "Composição", required: false, typeSelection: "FREE_TEXT", values: [] },
      ],
    },
    { code: 2, name: "Pó", attributes: [{ code: 1, name: "Peso líquido", required: true, typeSelection: "FREE_TEXT", values: [] }] },
  ],
  productTypes: [
    { code: 1, name: "Camiseta", departments: [1], kind: "CLOTHES", sizeChart: 1, weightMaxKg: 1.5, distinguishedBy: "color", template: 1 },
    {
      code: 2,
      name: "Whey Protein",
      departments: [2, 1],
      kind: "FOOD",
      sizeChart: 2,
      weightMaxKg: 5,
      distinguishedBy: "flavor",
      template: 2,
    },
  ],
  rules: { familyMinimum: { ...one, CLOTHES: 3, SHOES: 4 }, minimumStock: one, largestFamily: 500, driveHosts: ["drive.google.com"] },
};
