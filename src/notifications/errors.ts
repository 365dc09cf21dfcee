import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals about notification endpoints and their deliveries. */
export const notificationErrors = errorCatalogue({
  endpoint_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O endereço de notificações {received} não existe; veja os seus em /api/v1/notifications/endpoints.",
      en: "The notification endpoint {received} does not exist; see yours at /api/v1/notifications/endpoints.",
    },
  },
  delivery_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "A entrega {received} não existe neste endereço, ou é mais antiga do que o que se guarda.",
      en: "The delivery {received} does not exist at this endpoint, or is older than what is kept.",
    },
  },
  endpoint_address_refused: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Notificações não podem ir para {received}: {reason}.",
      en: "Notifications cannot go to {received}: {reason}.",
    },
  },
  endpoints_too_many: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Um lojista tem no máximo {allowed} endereços de notificações; remova um antes.",
      en: "A seller has at most {allowed} notification endpoints; remove one first.",
    },
  },
  endpoint_not_enabled: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O endereço está {received}; reative-o com PUT e enabled true antes.",
      en: "The endpoint is {received}; enable it with PUT and enabled true first.",
    },
  },
  replay_start_needed: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "Diga desde onde repetir: afterSeq ou since, um dos dois e só um.",
      en: "Say where to repeat from: afterSeq or since, one of the two and only one.",
    },
  },
  replay_outside_retention: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Só se repetem eventos depois do seq {allowed}; os anteriores não são mais guardados, ou ainda não existem.",
      en: "Only events after seq {allowed} are repeated; earlier ones are not kept any more, or do not exist yet.",
    },
  },
});
