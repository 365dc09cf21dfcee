import { catalogue } from "../platform/errors.ts";

/** Refusals of the stock operations. */
export const stockErrors = catalogue({
  stock_product_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O produto {received} não existe; crie-o em POST /api/v2/products antes de enviar o estoque.",
      en: "The product {received} does not exist; create it at POST /api/v2/products before sending its stock.",
    },
  },
  stock_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "Não há estoque registrado para o sku {received}; envie o primeiro em POST /api/v2/products/{received}/stocks.",
      en: "There is no stock on record for the sku {received}; send the first at POST /api/v2/products/{received}/stocks.",
    },
  },
});
