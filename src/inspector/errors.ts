import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of the inspector. */
export const inspectorErrors = errorCatalogue({
  request_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR":
        "Não há chamada com o requestId {received} nos últimos {days} dias; uma chamada aparece em até 2 s, e sob muita carga nem todas são guardadas.",
      en: "There is no call with the requestId {received} in the last {days} days; a call appears within 2 s, and under heavy load not all are kept.",
    },
  },
  not_replayable: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "A chamada {received} não pode ser repetida daqui: ela muda credenciais ou é uma repetição, ou parte dela foi mascarada, encurtada ou não foi lida; repita-a a partir do seu sistema.",
      en: "The call {received} cannot be repeated from here: it changes credentials or is a repetition, or part of it was masked, shortened or not read; repeat it from your own system.",
    },
  },
});
