import { EXAMPLE_PRODUCT, EXAMPLE_FAMILY, SHOE_SIZES } from "../../src/catalog/critiques/example-products.ts";
import type { CritiqueContext, CritiqueExample, ProductDocument } from "../../src/catalog/product.ts";
import { buildSnapshot, type ReferenceData } from "../../src/reference/index.ts";

const named = (firstCode: number, names: readonly string[]) =>
  names.map((name, index) => ({ code: firstCode + index, name, externalCode: name.toUpperCase() }));

const predefined = (firstCode: number, values: readonly string[]) => values.map((value, index) => ({ code: firstCode + index, value }));

/** Reference data just large enough for every example; all of it is invented. */
export const EXAMPLE_DATA: ReferenceData = {
  stores: [
    { code: "VE", name: "Vitrine Esportes" },
    { code: "VM", name: "Vitrine Moda" },
  ],
  brands: named(101, ["Ventuvia", "Trilhora"]),
  colors: named(201, ["Preto", "Branco", "Azul"]),
  flavors: named(301, ["Baunilha", "Limão", "Morango"]),
  sizes: named(401, [...SHOE_SIZES, "P", "M", "G", "GG", "Único", "900 g"]),
  sizeCharts: [
    { code: 501, name: "Calçados adulto", sizes: SHOE_SIZES },
    { code: 502, name: "Adulto", sizes: ["P", "M", "G", "GG"] },
    { code: 503, name: "Tamanho único", sizes: ["Único"] },
    { code: 504, name: "Peso líquido", sizes: ["900 g"] },
  ],
  departments: [
    { code: 601, name: "Corrida", stores: ["VE"] },
    { code: 602, name: "Suplementos", stores: ["VE"] },
  ],
  productTypes: [
    {
      code: 701,
      name: "Tênis",
      departments: [601],
      kind: "SHOES",
      sizeChart: 501,
      weightMaxKg: 5,
      distinguishedBy: "color",
      template: 801,
    },
    {
      code: 702,
      name: "Boné",
      departments: [601],
      kind: "SINGLE",
      sizeChart: 503,
      weightMaxKg: 1,
      distinguishedBy: "color",
      template: 802,
    },
    {
      code: 703,
      name: "Camiseta",
      departments: [601],
      kind: "CLOTHES",
      sizeChart: 502,
      weightMaxKg: 2,
      distinguishedBy: "color",
      template: 802,
    },
    {
      code: 704,
      name: "Proteína",
      departments: [602],
      kind: "FOOD",
      sizeChart: 504,
      weightMaxKg: 10,
      distinguishedBy: "flavor",
      template: 802,
    },
  ],
  templates: [
    {
      code: 801,
      name: "Calçados",
      attributes: [
        {
          code: 901,
          name: "Material",
          required: true,
          typeSelection: "MULTIPLE",
          values: predefined(9011, ["Couro", "Malha", "Sintético"]),
        },
        { code: 902, name: "Modelo", required: true, typeSelection: "FREE_TEXT", values: [] },
        {
          code: 903,
          name: "Indicado para",
          required: false,
          typeSelection: "SINGLE",
          values: predefined(9031, ["Dia a Dia", "Corrida", "Trilha"]),
        },
        { code: 904, name: "Tecnologia", required: false, typeSelection: "FREE_TEXT", values: [] },
      ],
    },
    { code: 802, name: "Sem atributos", attributes: [] },
  ],
  rules: {
    familyMinimum: { CLOTHES: 3, SHOES: 4, ACCESSORY: 1, SINGLE: 1, FOOD: 1 },
    minimumStock: { CLOTHES: 2, SHOES: 2, ACCESSORY: 1, SINGLE: 1, FOOD: 1 },
    largestFamily: 500,
    driveHosts: ["drive.example"],
  },
};

/** The examples' reference data, indexed as the validation reads it. */
export const EXAMPLE_REFERENCE = buildSnapshot(EXAMPLE_DATA, 1);

/**
 * The product and the context an example speaks of: its differences laid over EXAMPLE, a family that is complete and
 * images that are fine. A flavour takes the place of the colour, as it does in a product.
 */
export function exampleCase({ product: difference = {}, context = {} }: Omit<CritiqueExample, "title" | "finds">): {
  readonly product: ProductDocument;
  readonly context: CritiqueContext;
} {
  const { color: _color, ...colorless } = EXAMPLE_PRODUCT;
  const product = { ...(difference.flavor === undefined ? EXAMPLE_PRODUCT : colorless), ...difference };
  const reference = context.reference ?? EXAMPLE_REFERENCE;
  const fine = { state: "ok", width: 800, height: 800, bytes: 90_000 } as const;
  return {
    product,
    context: {
      reference,
      type: reference.typeRules(product.department, product.productType),
      family: EXAMPLE_FAMILY,
      ...context,
      images: new Map([...product.images.map(({ url }) => [url, fine] as const), ...(context.images ?? [])]),
    },
  };
}
