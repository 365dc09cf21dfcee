import { errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of the event feed. */
export const eventErrors = errorCatalogue({
  events_expired: {
    status: 410,
    type: "Resource_Not_Found",
    text: {
      "pt-BR":
        "Os eventos seguintes a {received} já não são todos mostrados; o mais antigo é {allowed}. Leia o estado atual dos produtos e pedidos e siga com after={after}.",
      en: "Not all events after {received} are shown any more; the oldest is {allowed}. Read products and orders as they are now and go on with after={after}.",
    },
  },
  too_many_waiting: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "Já há {allowed} chamadas desta aplicação esperando por eventos do lojista; espere por uma delas ou envie wait=0.",
      en: "{allowed} calls of this application wait for the seller's events already; wait for one of them or send wait=0.",
    },
  },
  waiting_full: {
    status: 503,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "Há chamadas demais esperando por eventos; repita após o tempo do cabeçalho Retry-After ou envie wait=0.",
      en: "Too many calls wait for events; repeat after the time in the Retry-After header or send wait=0.",
    },
  },
  event_seller_missing: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "{received} só vale para um lojista: os números dos eventos e os recursos são de cada um; envie também sellerId.",
      en: "{received} holds for one seller only: event numbers and resources are each seller's own; send sellerId too.",
    },
  },
});
