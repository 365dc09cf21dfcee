import { VERSION } from "../../project.ts";
import type { CollectionCall, CollectionInfo } from "./postman.ts";

const sku = (size: string) => `BRISA-{{run}}-${size}`;
const SOLD = sku("M");
const ofSold = { parameters: { sku: SOLD } };
const ofOrder = { parameters: { orderNumber: "{{orderNumber}}" } };
const ofShipping = { parameters: { orderNumber: "{{orderNumber}}", shippingCode: "{{shippingCode}}" } };

/** The shirt from docs/guides/pt-BR/getting-started.md. */
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

const LISTS = "2. Nomes aceitos";
const PRODUCT = "3. Um produto à venda";
const OFFER = "4. Preço e estoque";
const ORDER = "5. Um pedido, da compra à entrega";
const HISTORY = "6. O que aconteceu";

/** The calls of an integrator's first hour, in order. They can be repeated, because each run uses new skus. */
export const FIRST_HOUR: readonly CollectionCall[] = [
  {
    folder: "1. Credencial",
    operation: "createSandboxCredential",
    body: { name: "Minha primeira hora" },
    status: 201,
    saves: { client_id: "clientId", access_token: "accessToken" },
  },
  { folder: LISTS, operation: "listStores", status: 200 },
  { folder: LISTS, operation: "listDepartments", parameters: { buId: "VE" }, status: 200 },
  { folder: LISTS, operation: "listProductTypes", parameters: { departmentCode: "101" }, status: 200 },
  { folder: LISTS, operation: "listTemplates", parameters: { departmentCode: "101", productTypeCode: "6004" }, status: 200 },
  { folder: LISTS, operation: "getProductSchema", parameters: { departmentCode: "101", productTypeCode: "6004" }, status: 200 },
  { folder: LISTS, operation: "listBrands", status: 200 },
  { folder: LISTS, operation: "listColors", status: 200 },
  { folder: PRODUCT, operation: "validateProduct", body: shirt("M"), status: 200 },
  {
    folder: PRODUCT,
    operation: "postProduct",
    title: "Mostra uma recusa: tudo o que falta, de uma vez",
    body: { sku: sku("X"), name: "Camiseta", price: { listPrice: "caro" } },
    status: 400,
  },
  ...["P", "M", "G"].map((size) => ({
    folder: PRODUCT,
    operation: "postProduct",
    title: `Publica o tamanho ${size} da família`,
    body: shirt(size),
    status: 202,
  })),
  { folder: PRODUCT, operation: "getProductStatus", ...ofSold, status: 200, until: { field: "code", equals: "CATALOGING" } },
  { folder: PRODUCT, operation: "putProductStatus", ...ofSold, status: 200 },
  { folder: PRODUCT, operation: "getProduct", ...ofSold, status: 200 },
  { folder: OFFER, operation: "putPrice", ...ofSold, body: { listPrice: 129.9, salePrice: 89.9 }, status: 202 },
  { folder: OFFER, operation: "getPrice", ...ofSold, status: 200 },
  { folder: OFFER, operation: "putStock", ...ofSold, body: { available: 40 }, status: 202 },
  { folder: OFFER, operation: "getStock", ...ofSold, status: 200 },
  {
    folder: ORDER,
    operation: "postOrder",
    body: { items: [{ sku: SOLD, quantity: 1 }] },
    status: 201,
    saves: { orderNumber: "orderNumber", shippingCode: "shippings.0.shippingCode" },
  },
  { folder: ORDER, operation: "listOrders", status: 200 },
  { folder: ORDER, operation: "putApproved", ...ofShipping, body: {}, status: 200 },
  { folder: ORDER, operation: "getOrder", ...ofOrder, status: 200 },
  { folder: ORDER, operation: "validateInvoice", ...ofShipping, body: { issueDate: "{{$isoTimestamp}}" }, status: 200 },
  { folder: ORDER, operation: "putInvoiced", ...ofShipping, body: { issueDate: "{{$isoTimestamp}}" }, status: 200 },
  {
    folder: ORDER,
    operation: "putShipped",
    ...ofShipping,
    body: { carrier: "Transportadora Rota Certa", trackingNumber: "RC-1", trackingLink: "https://rastreio.example/RC-1" },
    status: 200,
  },
  { folder: ORDER, operation: "putDelivered", ...ofShipping, body: {}, status: 200 },
  { folder: HISTORY, operation: "getOrderTimeline", ...ofOrder, status: 200 },
  { folder: HISTORY, operation: "listEvents", status: 200 },
  { folder: HISTORY, operation: "listRequests", status: 200 },
];

/** Name, description and variables of the collection. */
export const COLLECTION_INFO: CollectionInfo = {
  name: "Vitrine: a primeira hora",
  description:
    "De uma credencial de teste até um pedido entregue, na ordem em que uma integração nasce. Inicie o sandbox com `bin/start` e execute a " +
    "coleção inteira, ou uma chamada de cada vez. Se a instância está em outro endereço, altere `baseUrl`. As demais operações estão em " +
    "openapi/v1.json e openapi/v2.json, que Postman e Bruno também importam.",
  version: VERSION,
  variables: { baseUrl: "http://localhost:8080", client_id: "", access_token: "", run: "", orderNumber: "", shippingCode: "" },
};
