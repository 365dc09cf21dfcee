import { errorCatalogue } from "../../platform/contract/index.ts";

/** Refusals of fault rules that match the schema but are still invalid. */
export const faultErrors = errorCatalogue({
  fault_field_missing: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: uma falha do tipo {kind} precisa deste campo; informe-o.",
      en: "{pointer}: a fault of the kind {kind} needs this field; give it.",
    },
  },
  fault_field_misplaced: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: uma falha do tipo {kind} não usa este campo; retire-o ou faça dele outra regra.",
      en: "{pointer}: a fault of the kind {kind} does not use this field; take it out or make another rule of it.",
    },
  },
  fault_status_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: {received} não é um status que as falhas simulam; use um destes: {allowed}.",
      en: "{pointer}: {received} is no status that faults simulate; use one of these: {allowed}.",
    },
  },
  fault_status_tells_nothing_done: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: o status {status} diz que nada foi feito; depois de feita, uma chamada só pode terminar em {allowed}.",
      en: "{pointer}: status {status} says that nothing was done; after it was carried out a call can only end in {allowed}.",
    },
  },
  fault_operation_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: {received} não é uma operação de lojistas; use um operationId do OpenAPI v1 ou v2.",
      en: "{pointer}: {received} is no operation of sellers; use an operationId of the OpenAPI v1 or v2.",
    },
  },
  fault_seller_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: o lojista {received} não existe.",
      en: "{pointer}: seller {received} does not exist.",
    },
  },
  fault_endpoint_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: o endpoint {received} não existe, ou não é do lojista da regra.",
      en: "{pointer}: endpoint {received} does not exist, or is not the rule's seller's.",
    },
  },
});
