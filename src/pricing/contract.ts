import {
  decimal,
  EXAMPLE_IDS,
  extendObject,
  ignoredMembers,
  int32Field,
  linksOf,
  namedObject,
  object,
  operation,
  text,
  textField,
} from "../platform/contract/index.ts";
import { pricingErrors } from "./errors.ts";

const ofProduct = object({ sku: text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] }) });
const money = (pt: string, en: string, example: number) =>
  decimal({ scale: 2, above: 0, description: { "pt-BR": pt, en }, examples: [example] });

/** Both prices, greater than zero, in reais with at most 2 decimals (seed 2.1). */
export const PriceBody = namedObject("PriceBody", "Os dois preços de um produto.", {
  listPrice: money("Preço 'de', em reais, até 2 decimais.", "The 'from' price, in reais, up to 2 decimals.", 299.9),
  salePrice: money(
    "Preço 'por', em reais, até 2 decimais; no máximo igual ao listPrice.",
    "The 'to' price, in reais, up to 2 decimals; at most the listPrice.",
    249.9,
  ),
});

const Price = namedObject("Price", "O preço registrado de um produto.", {
  sku: textField("Código do produto.", EXAMPLE_IDS.sku),
  ...PriceBody.properties,
  version: int32Field("Quantas vezes o preço mudou.", 3),
  _links: linksOf("PriceLinks", { self: "O preço.", product: "O produto." }),
});
const AcceptedPrice = extendObject("AcceptedPrice", Price, "Um preço que acaba de ser registrado.", {
  status: textField("Sempre `Aceito`.", "Aceito"),
});

/** A client may send the price record as it was returned. Members other than the two prices are ignored. */
const body = namedObject("PriceBody", "Os dois preços de um produto.", {
  ...PriceBody.properties,
  ...ignoredMembers(AcceptedPrice.properties, PriceBody.properties),
});

const price = { api: "v2", audience: "seller", permission: "products", priority: "offers", tag: "Preços", parameters: ofProduct } as const;
const accepted = {
  202: {
    description: "O preço registrado.",
    schema: AcceptedPrice,
    headers: { Location: { description: "Endereço do preço.", example: "/api/v2/products/TEN-BRISA-PRETO-39/prices" } },
  },
};
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
  description: "O último preço enviado.",
  replies: { 200: { description: "O preço.", schema: Price } },
  refuses: [pricingErrors.price_product_unknown, pricingErrors.price_unknown],
});
