import { errorCatalogue } from "../../platform/contract/index.ts";

/** Refusals of operators' operations on orders that are not moves. */
export const operatorErrors = errorCatalogue({
  customer_forgotten: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Os dados do cliente do pedido {received} já foram apagados, como manda o prazo de retenção; as notas fiscais permanecem.",
      en: "The customer's data of order {received} was erased when its retention ended; the invoices remain.",
    },
  },
});
