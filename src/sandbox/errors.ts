import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of self-service credentials. */
export const sandboxErrors = errorCatalogue({
  self_service_exhausted: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "O sandbox já criou todos os lojistas que cria por hora ({allowed}); repita após {seconds} s.",
      en: "The sandbox has made all the sellers it makes per hour ({allowed}); repeat after {seconds} s.",
    },
  },
});
