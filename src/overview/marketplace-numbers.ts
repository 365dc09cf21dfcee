import { catalogContract } from "../catalog/index.ts";
import { inspectorContract } from "../inspector/index.ts";
import { notificationsContract } from "../notifications/index.ts";
import { orderListContract } from "../orders/index.ts";
import { validationContract } from "../technical-validation/index.ts";
import type { NumberRow } from "./number-row.ts";

/** The numbers of the marketplace's home screen. A role sees those whose list it may read. */
export const MARKETPLACE_NUMBERS = [
  {
    name: "reviews_waiting",
    meaning: { "pt-BR": "O que espera uma decisão na fila de revisão.", en: "What waits for a decision in the review queue." },
    list: catalogContract.listReviews,
    query: {},
  },
  {
    name: "reviews_late",
    meaning: { "pt-BR": "Destes, o que passou do prazo.", en: "Of these, what is past its due time." },
    list: catalogContract.listReviews,
    query: { late: "true" },
  },
  {
    name: "changes_open",
    meaning: { "pt-BR": "Pedidos de mudança em aberto.", en: "Open change requests." },
    list: catalogContract.listChangesToDecide,
    query: { state: "open" },
  },
  {
    name: "orders_frozen",
    meaning: { "pt-BR": "Pedidos que esperam a análise de risco.", en: "Orders that wait for the risk analysis." },
    list: orderListContract.listEveryOrder,
    query: { frozen: "true" },
  },
  {
    name: "orders_late",
    meaning: {
      "pt-BR": "Pedidos com uma entrega paga que já devia ter chegado.",
      en: "Orders with a shipping that is paid for and should have arrived.",
    },
    list: orderListContract.listEveryOrder,
    query: { late: "true" },
  },
  {
    name: "endpoints_failing",
    meaning: { "pt-BR": "Endereços ligados a que nada é entregue.", en: "Enabled endpoints to which nothing is delivered." },
    list: notificationsContract.listEveryEndpoint,
    query: { health: "failing" },
  },
  {
    name: "endpoints_disabled",
    meaning: { "pt-BR": "Endereços desativados por falhas.", en: "Endpoints that were disabled because they failed." },
    list: notificationsContract.listEveryEndpoint,
    query: { health: "disabled" },
  },
  {
    name: "validations_active",
    meaning: {
      "pt-BR": "Validações técnicas em andamento; só no sandbox. A lista mostra as 100 mais novas.",
      en: "Technical validations under way; sandbox only. The list shows the newest 100.",
    },
    list: validationContract.listEveryValidation,
    query: { status: "open,scheduled" },
  },
  {
    name: "jobs_behind",
    meaning: {
      "pt-BR": "Trabalhos de fundo atrasados mais de um minuto: `jobs.behind` da saúde.",
      en: "Background jobs that are more than a minute behind: `jobs.behind` of the health page.",
    },
    list: inspectorContract.getHealth,
    query: {},
  },
] as const satisfies readonly NumberRow[];

export type MarketplaceNumber = (typeof MARKETPLACE_NUMBERS)[number]["name"];
