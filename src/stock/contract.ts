import { operation } from "../platform/contract.ts";
import { integer, record, text } from "../platform/schema.ts";
import { stockErrors } from "./errors.ts";

const link = record({ href: text() });
const ofProduct = record({ sku: text({ maxLength: 300, description: "Código do produto do lojista" }) });

/** What sellers send: always the PHYSICAL quantity (seed 3.3). */
export const StockBody = record({
  available: integer({ minimum: 0, description: "Quantidade física em estoque; o marketplace desconta as reservas", examples: [25] }),
});

const Stock = record({
  sku: text(),
  available: integer({ description: "Quantidade física, como enviada" }),
  physical: integer(),
  reserved: integer({ description: "Unidades reservadas por pedidos ainda não faturados" }),
  availableForSale: integer({ description: "physical - reserved; negativo = nada é oferecido" }),
  version: integer(),
  _links: record({ self: link, product: link }),
});
const AcceptedStock = record({ ...Stock.properties, status: text({ examples: ["Aceito"] }) });

const stock = { api: "v2", audience: "seller", permission: "products", parameters: ofProduct } as const;
const accepted = { 202: { description: "O estoque registrado", schema: AcceptedStock, headers: { Location: "Endereço do estoque" } } };

export const postStock = operation({
  ...stock,
  id: "postStock",
  method: "POST",
  path: "/api/v2/products/{sku}/stocks",
  summary: "Registra o primeiro estoque físico de um sku",
  body: StockBody,
  bodyExample: { available: 25 },
  replies: accepted,
  refuses: [stockErrors.stock_product_unknown],
});
export const putStock = operation({
  ...stock,
  id: "putStock",
  method: "PUT",
  path: "/api/v2/products/{sku}/stocks",
  summary: "Atualiza o estoque físico de um sku",
  body: StockBody,
  bodyExample: { available: 25 },
  replies: accepted,
  refuses: [stockErrors.stock_product_unknown],
});
export const getStock = operation({
  ...stock,
  id: "getStock",
  method: "GET",
  path: "/api/v2/products/{sku}/stocks",
  summary: "Consulta estoque físico, reservado e disponível para venda",
  replies: { 200: { description: "O estoque", schema: Stock } },
  refuses: [stockErrors.stock_unknown],
});
