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
  second_person_needed: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Você propôs {received}; outra pessoa confirma, chamando o mesmo. Retire a proposta para mudar de ideia.",
      en: "You have proposed {received}; another person confirms it, by calling the same. Withdraw the proposal to change your mind.",
    },
  },
  order_changed_since: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O pedido mudou enquanto se confirmava a proposta; leia-o, e proponha de novo.",
      en: "The order changed while the proposal was being confirmed; read it, and propose again.",
    },
  },
  proposal_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "Nada está proposto para o pedido {received}.",
      en: "Nothing is proposed for the order {received}.",
    },
  },
});
