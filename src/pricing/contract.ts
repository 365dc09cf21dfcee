import { operation } from "../platform/contract/operation.ts";
import { decimal, extended, integer, link, record, shape, text, unread } from "../platform/contract/schema.ts";
import { pricingErrors } from "./errors.ts";

const ofProduct = record({ sku: text({ maxLength: 300, description: "Código do produto do lojista" }) });
const money = (pt: string, en: string) => decimal({ scale: 2, above: 0, description: { "pt-BR": pt, en } });

/** Both prices, greater than zero, in reais with at most 2 decimals (seed 2.1). */
export const PriceBody = shape("PriceBody", {
  listPrice: money("Preço 'de', em reais.", "The 'from' price, in reais."),
  salePrice: money("Preço 'por', em reais; no máximo igual ao listPrice.", "The 'to' price, in reais; at most the listPrice."),
});

const Price = shape("Price", {
  sku: text(),
  ...PriceBody.properties,
  version: integer(),
  _links: shape("PriceLinks", { self: link, product: link }),
});
const AcceptedPrice = extended("AcceptedPrice", Price, { status: text({ examples: ["Aceito"] }) });

/** As it is shown, it may come back. */
const body = shape("PriceRecordBody", { ...PriceBody.properties, ...unread(AcceptedPrice.properties, PriceBody.properties) });

const price = { api: "v2", audience: "seller", permission: "products", load: "offers", parameters: ofProduct } as const;
const accepted = { 202: { description: "O preço registrado", schema: AcceptedPrice, headers: { Location: "Endereço do preço" } } };
const refuses = [pricingErrors.price_product_unknown, pricingErrors.sale_price_above_list_price];
const bodyExample = { listPrice: 199.9, salePrice: 149.9 };

export const postPrice = operation({
  ...price,
  id: "postPrice",
  method: "POST",
  path: "/api/v2/products/{sku}/prices",
  summary: "Registra o primeiro preço de um sku",
  description: "Se já há um preço, atualiza-o, como PUT faz.",
  body,
  bodyExample,
  replies: accepted,
  refuses,
});
export const putPrice = operation({
  ...price,
  id: "putPrice",
  method: "PUT",
  path: "/api/v2/products/{sku}/prices",
  summary: "Atualiza o preço de um sku",
  description: "Se ainda não há preço, registra o primeiro, como POST faz.",
  body,
  bodyExample,
  replies: accepted,
  refuses,
});
export const getPrice = operation({
  ...price,
  id: "getPrice",
  method: "GET",
  path: "/api/v2/products/{sku}/prices",
  summary: "Consulta o preço de um sku",
  replies: { 200: { description: "O preço", schema: Price } },
  refuses: [pricingErrors.price_product_unknown, pricingErrors.price_unknown],
});
