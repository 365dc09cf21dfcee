/** A product that is valid with the shipped reference data: a one-size visor, the only product of its family. `images` is the image host's URL. */
export const sampleProduct = (sku: string, images: string) => ({
  sku,
  productGroup: sku,
  department: "Corrida",
  productType: "Viseira",
  brand: "Altipasso",
  name: "Viseira Altipasso Brisa Unissex",
  description: "Viseira leve para corridas ao sol, com regulagem atrás; serve em cabeças do P ao G.",
  color: "Preto",
  gender: "Unissex",
  size: "Único",
  height: 9,
  width: 18,
  depth: 24,
  weight: 0.12,
  images: [{ url: `${images}/cap-black.jpg` }],
  attributes: [
    { name: "Material", values: ["Poliéster"] },
    { name: "Indicado para", values: ["Corrida"] },
  ],
  price: { listPrice: 79.9, salePrice: 59.9 },
  stock: { available: 10 },
});
