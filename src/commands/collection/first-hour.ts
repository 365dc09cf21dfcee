import { VERSION } from "../project.ts";
import type { CollectionFacts, Step } from "./postman.ts";

const sku = (size: string) => `BRISA-{{run}}-${size}`;
const SOLD = sku("M");
const ofSold = { parameters: { sku: SOLD } };
const ofOrder = { parameters: { orderNumber: "{{orderNumber}}" } };
const ofShipping = { parameters: { orderNumber: "{{orderNumber}}", shippingCode: "{{shippingCode}}" } };

/** The shirt of the guide for beginners (docs/guides/pt-BR/getting-started.md). */
const shirt = (size: string) => ({
  sku: sku(size),
  productGroup: "BRISA-{{run}}",
  size,
  department: "Corrida",
  productType: "Camiseta Esportiva",
  brand: "Altipasso",
  name: "Camiseta Esportiva Altipasso Brisa Secagem Rápida Unissex",
  description: "Camiseta leve para treinos e corridas, com costuras planas.",
  color: "Azul",
  gender: "Unissex",
  height: 3,
  width: 25,
  depth: 30,
  weight: 0.18,
  images: [{ url: "{{baseUrl}}/images/shirt-blue.jpg" }],
  attributes: [
    { name: "Indicado para", values: ["Corrida", "Academia"] },
    { name: "Material", values: ["Poliéster reciclado"] },
    { name: "Manga", values: ["Curta"] },
  ],
  price: { listPrice: 129.9, salePrice: 99.9 },
  stock: { available: 25 },
});

const NAMES = "2. Nomes aceitos";
const PRODUCT = "3. Um produto à venda";
const UPKEEP = "4. Preço e estoque";
const ORDER = "5. Um pedido, da compra à entrega";
const SEEN = "6. O que aconteceu";

/** The first hour of an integrator, in its order. It goes well again and again: each run has skus of its own. */
export const FIRST_HOUR: readonly Step[] = [
  {
    chapter: "1. Credencial",
    operation: "createSandboxCredential",
    body: { name: "Minha primeira hora" },
    expects: 201,
    keeps: { client_id: "clientId", access_token: "accessToken" },
  },
  { chapter: NAMES, operation: "listStores", expects: 200 },
  { chapter: NAMES, operation: "listDepartments", parameters: { buId: "VE" }, expects: 200 },
  { chapter: NAMES, operation: "listProductTypes", parameters: { departmentCode: "101" }, expects: 200 },
  { chapter: NAMES, operation: "listTemplates", parameters: { departmentCode: "101", productTypeCode: "6004" }, expects: 200 },
  { chapter: NAMES, operation: "getProductSchema", parameters: { departmentCode: "101", productTypeCode: "6004" }, expects: 200 },
  { chapter: NAMES, operation: "listBrands", expects: 200 },
  { chapter: NAMES, operation: "listColors", expects: 200 },
  { chapter: PRODUCT, operation: "validateProduct", body: shirt("M"), expects: 200 },
  {
    chapter: PRODUCT,
    operation: "postProduct",
    title: "Mostra uma recusa: tudo o que falta, de uma vez",
    body: { sku: sku("X"), name: "Camiseta", price: { listPrice: "caro" } },
    expects: 400,
  },
  ...["P", "M", "G"].map((size) => ({
    chapter: PRODUCT,
    operation: "postProduct",
    title: `Publica o tamanho ${size} da família`,
    body: shirt(size),
    expects: 202,
  })),
  { chapter: PRODUCT, operation: "getProductStatus", ...ofSold, expects: 200, until: { member: "code", is: "CATALOGING" } },
  { chapter: PRODUCT, operation: "putProductStatus", ...ofSold, expects: 200 },
  { chapter: PRODUCT, operation: "getProduct", ...ofSold, expects: 200 },
  { chapter: UPKEEP, operation: "putPrice", ...ofSold, body: { listPrice: 129.9, salePrice: 89.9 }, expects: 202 },
  { chapter: UPKEEP, operation: "getPrice", ...ofSold, expects: 200 },
  { chapter: UPKEEP, operation: "putStock", ...ofSold, body: { available: 40 }, expects: 202 },
  { chapter: UPKEEP, operation: "getStock", ...ofSold, expects: 200 },
  {
    chapter: ORDER,
    operation: "postOrder",
    body: { items: [{ sku: SOLD, quantity: 1 }] },
    expects: 201,
    keeps: { orderNumber: "orderNumber", shippingCode: "shippings.0.shippingCode" },
  },
  { chapter: ORDER, operation: "listOrders", expects: 200 },
  { chapter: ORDER, operation: "putApproved", ...ofShipping, body: {}, expects: 200 },
  { chapter: ORDER, operation: "getOrder", ...ofOrder, expects: 200 },
  { chapter: ORDER, operation: "validateInvoice", ...ofShipping, body: { issueDate: "{{$isoTimestamp}}" }, expects: 200 },
  { chapter: ORDER, operation: "putInvoiced", ...ofShipping, body: { issueDate: "{{$isoTimestamp}}" }, expects: 200 },
  {
    chapter: ORDER,
    operation: "putShipped",
    ...ofShipping,
    body: { carrier: "Transportadora Rota Certa", trackingNumber: "RC-1", trackingLink: "https://rastreio.example/RC-1" },
    expects: 200,
  },
  { chapter: ORDER, operation: "putDelivered", ...ofShipping, body: {}, expects: 200 },
  { chapter: SEEN, operation: "getOrderTimeline", ...ofOrder, expects: 200 },
  { chapter: SEEN, operation: "listEvents", expects: 200 },
  { chapter: SEEN, operation: "listRequests", expects: 200 },
];

/** What the collection of the first hour says of itself. */
export const COLLECTION_FACTS: CollectionFacts = {
  name: "Vitrine: a primeira hora",
  description:
    "De uma credencial de teste até um pedido entregue, na ordem em que uma integração nasce. Inicie o sandbox com `bin/start` e execute a " +
    "coleção inteira, ou uma chamada de cada vez. Se a instância está em outro endereço, altere `baseUrl`. As demais operações estão em " +
    "openapi/v1.json e openapi/v2.json, que Postman e Bruno também importam.",
  version: VERSION,
  variables: { baseUrl: "http://localhost:8080", client_id: "", access_token: "", run: "", orderNumber: "", shippingCode: "" },
};
