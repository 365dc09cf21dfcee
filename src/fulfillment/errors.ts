import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of enrolments, of the operator's invoices and of invoice downloads. */
export const fulfillmentErrors = errorCatalogue({
  enrolment_product_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": 'O lojista {sellerId} não tem produto com o sku "{received}"; confira maiúsculas e minúsculas.',
      en: 'Seller {sellerId} has no product with the sku "{received}"; check its letter case.',
    },
  },
  product_not_candidate: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        'O produto "{received}" não é candidato ao fulfillment; o lojista o candidata com fulfillment.candidate = true no cadastro do produto.',
      en: 'The product "{received}" is no candidate for fulfilment; its seller makes it one with fulfillment.candidate = true in the product.',
    },
  },
  invoice_document_missing: {
    status: 400,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Em produção a nota é a que a SEFAZ autorizou: envie em danfeXml o procNFe emitido pelo operador.",
      en: "In production the invoice is the one that SEFAZ authorised: send the operator's procNFe in danfeXml.",
    },
  },
  period_too_long: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O período de {from} até {received} passa de {allowed} dias; divida-o em períodos de até {allowed} dias.",
      en: "The period from {from} to {received} is longer than {allowed} days; split it into periods of at most {allowed} days.",
    },
  },
});
