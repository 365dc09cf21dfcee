import type { FamilyFacts, ProductDocument } from "../product.ts";

/** The sizes of the size chart of EXAMPLE_PRODUCT, a shoe. */
export const SHOE_SIZES = ["38", "39", "40", "41", "42"];

/** Address of the first image of EXAMPLE_PRODUCT. */
export const FIRST_IMAGE = "https://imagens.ventuvia.example/aerovia-1.jpg";
/** Address of the second image of EXAMPLE_PRODUCT. */
export const SECOND_IMAGE = "https://imagens.ventuvia.example/aerovia-2.jpeg";

/** A shoe for which no rule has a finding. */
export const EXAMPLE_PRODUCT: ProductDocument = {
  sku: "TEN-AEROVIA-39",
  productGroup: "TEN-AEROVIA",
  department: "Corrida",
  productType: "Tênis",
  brand: "Ventuvia",
  name: "Tênis Ventuvia Aerovia Leve Unissex",
  description: "Tênis leve para corridas diárias, com solado de borracha e cabedal de malha.",
  color: "Preto+Branco",
  gender: "Unissex",
  size: "39",
  manufacturerCode: "VTV-1039",
  eanIsbn: "7890000000017",
  height: 12,
  width: 20.5,
  depth: 32.125,
  weight: 0.75,
  images: [{ url: FIRST_IMAGE }, { url: SECOND_IMAGE }],
  attributes: [
    { name: "Material", values: ["Malha", "Sintético"] },
    { name: "Modelo", values: ["Aerovia"] },
  ],
  fulfillment: { candidate: false },
};

/** A single-size product for which no rule has a finding. Contains only the differences from EXAMPLE_PRODUCT. */
export const EXAMPLE_SINGLE_SIZE_PRODUCT: Partial<ProductDocument> = {
  productType: "Boné",
  name: "Boné Ventuvia Aba Curva",
  description: "Boné leve com aba curva. Veste do 54 ao 60, com regulagem.",
  size: "Único",
  attributes: [],
};
/** A food for which no rule has a finding. Contains only the differences from EXAMPLE_PRODUCT. */
export const EXAMPLE_FOOD_PRODUCT: Partial<ProductDocument> = {
  department: "Suplementos",
  productType: "Proteína",
  name: "Proteína Ventuvia Baunilha",
  flavor: "Baunilha",
  size: "900 g",
  attributes: [],
};

/** A complete family whose settle window, the time for sending missing members, has ended. */
export const EXAMPLE_FAMILY: FamilyFacts = {
  sequential: 4,
  minimum: 4,
  settled: true,
  stock: 12,
  stockAwaited: false,
  minimumStock: 2,
  stockSufficed: false,
  mixedWith: [],
  sameVariation: [],
};
