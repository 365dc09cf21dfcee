import { errorCatalogue, type Failure } from "../platform/contract/index.ts";

/** Refusals of the price operations. */
export const pricingErrors = errorCatalogue({
  sale_price_above_list_price: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "salePrice {received} é maior que listPrice {allowed}; o preço 'por' não pode passar do preço 'de'.",
      en: "salePrice {received} is above listPrice {allowed}; what is paid may not exceed the price it is reduced from.",
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
 * Checks that the sale price is at most the list price (decisions 3). Takes the price as sent, so that one refusal can report this failure
 * together with malformed fields. `at` is the pointer of the price record within the body.
 */
export function priceFailures(price: unknown, at = ""): readonly Failure[] {
  if (typeof price !== "object" || price === null) return [];
  const { listPrice: allowed, salePrice: received } = price as { readonly listPrice?: unknown; readonly salePrice?: unknown };
  const list = amount(allowed);
  const sale = amount(received);
  if (list === undefined || sale === undefined || sale <= list) return [];
  return [pricingErrors.failure("sale_price_above_list_price", { pointer: `${at}/salePrice`, received, allowed })];
}

const AMOUNT = /^\d{1,15}(?:[.,]\d{1,15})?$/;

/**
 * The numeric value of an amount as sent. Also accepts a malformed amount with a comma or too many decimals. Undefined when the value
 * cannot be a price.
 */
function amount(sent: unknown): number | undefined {
  const value = typeof sent === "string" && AMOUNT.test(sent) ? Number(sent.replace(",", ".")) : sent;
  return typeof value === "number" && value > 0 ? value : undefined;
}
