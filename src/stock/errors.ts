import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of the stock operations. */
export const stockErrors = errorCatalogue({
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
  stock_version_differs: {
    status: 412,
    type: "Precondition_Failed",
    text: {
      "pt-BR":
        "If-Match pede o estoque {received}, mas o registrado é {allowed}: {physical} físicas e {reserved} reservadas. Nada foi gravado; recalcule a partir dele e envie If-Match: {allowed}.",
      en: "If-Match asks for stock {received}, but the one on record is {allowed}: {physical} physical and {reserved} reserved. Nothing was written; start from that one and send If-Match: {allowed}.",
    },
  },
  stock_awaited: {
    status: 412,
    type: "Precondition_Failed",
    text: {
      "pt-BR": "If-Match pede o estoque {received}, mas este sku ainda não tem estoque registrado; envie o primeiro sem If-Match.",
      en: "If-Match asks for stock {received}, but this sku has no stock on record yet; send the first one without If-Match.",
    },
  },
});
