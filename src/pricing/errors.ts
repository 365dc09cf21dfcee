import { catalogue, type Failure } from "../platform/errors.ts";

/** Refusals of the price operations. */
export const pricingErrors = catalogue({
  sale_price_above_list_price: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "salePrice {received} é maior que listPrice {allowed}; o preço 'por' não pode passar do preço 'de'.",
      en: "salePrice {received} is above listPrice {allowed}; the 'to' price may not exceed the 'from' price.",
    },
  },
  price_product_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O produto {received} não existe; crie-o em POST /api/v2/products antes de enviar o preço.",
      en: "The product {received} does not exist; create it at POST /api/v2/products before sending its price.",
    },
  },
  price_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "Não há preço registrado para o sku {received}; envie o primeiro em POST /api/v2/products/{received}/prices.",
      en: "There is no price on record for the sku {received}; send the first at POST /api/v2/products/{received}/prices.",
    },
  },
});

/**
 * The 'to' price may not exceed the 'from' price (decisions 3). Guards its own input, so it runs on a price whose fields
 * failed other checks too; `at` is the pointer of the price record within the body.
 */
export function priceFailures(price: unknown, at = ""): readonly Failure[] {
  if (typeof price !== "object" || price === null) return [];
  const { listPrice, salePrice } = price as { listPrice?: unknown; salePrice?: unknown };
  if (typeof listPrice !== "number" || typeof salePrice !== "number" || salePrice <= listPrice) return [];
  return [pricingErrors.failure("sale_price_above_list_price", { pointer: `${at}/salePrice`, received: salePrice, allowed: listPrice })];
}
