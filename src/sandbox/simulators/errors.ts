import { errorCatalogue } from "../../platform/contract/index.ts";

/** Refusals of the simulators. */
export const simulatorErrors = errorCatalogue({
  simulator_parameter_foreign: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: o simulador {simulator} não tem o parâmetro {received}; tem {allowed}.",
      en: "{pointer}: the simulator {simulator} has no parameter {received}; it has {allowed}.",
    },
  },
  simulator_off: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O simulador {simulator} está desligado para este lojista; ponha-o em manual ou automatic.",
      en: "The simulator {simulator} is off for this seller; set it to manual or automatic.",
    },
  },
  simulator_act_unknown: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": 'O simulador {simulator} não faz "{received}"; faz {allowed}.',
      en: 'The simulator {simulator} does not "{received}"; it does {allowed}.',
    },
  },
  simulator_subject_missing: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "{pointer}: diga a que se refere {act}.",
      en: "{pointer}: say what {act} is about.",
    },
  },
  nothing_on_sale: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O lojista não tem nada à venda: produto aprovado, com preço e estoque disponível.",
      en: "The seller has nothing on sale: an approved product with a price and available stock.",
    },
  },
});
