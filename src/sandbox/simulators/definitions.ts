import { catalogContract } from "../../catalog/index.ts";
import { fulfillmentContract } from "../../fulfillment/index.ts";
import { exchangeContract, operatorOrderContract, purchaseContract } from "../../orders/index.ts";
import type { LocalizedText, Operation } from "../../platform/contract/index.ts";
import type { Role } from "../../sellers/index.ts";

/** All simulators, in the order used in documents and answers. */
export const SIMULATORS = ["shoppers", "payment", "risk", "fulfillment", "carriers", "exchanges", "reviewers"] as const;
export type SimulatorName = (typeof SIMULATORS)[number];

/** The modes of a simulator. Off: never acts. Manual: acts only on request. Automatic: also acts without a request. */
export const MODES = ["off", "manual", "automatic"] as const;
export type Mode = (typeof MODES)[number];

/** A number that controls how a simulator behaves. */
export interface Parameter {
  readonly fallback: number;
  readonly maximum: number;
  readonly does: LocalizedText;
}

/**
 * What an act is about. A request for an act must name the product, the change request or the order; for a shipping, it names the order and, optionally, the shipping.
 * A request for a purchase need not name anything.
 */
export type SubjectKind = "purchase" | "order" | "shipping" | "product" | "change";

/** An act of a simulator, and the operation that carries it out. */
export interface Act {
  readonly about: SubjectKind;
  readonly operation: Operation;
  /**
   * Whether no other act of the seller may run at the same time, because the order of their effects would then be random. Acts that only
   * change orders need not be exclusive, because their changes are written together.
   */
  readonly exclusive?: true;
}

/** The definition of a simulator. */
export interface Simulator {
  readonly does: LocalizedText;
  /** The role in which the simulator acts. The simulator may do only what the role may do. Only this role and `admin` may request its acts. */
  readonly role: Role;
  readonly acts: Readonly<Record<string, Act>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

/** Maximum number of orders per hour that the simulated shoppers of one seller place, at any pace. */
export const MAX_ORDERS_PER_HOUR = 3_600;

const pace: Parameter = {
  fallback: 1,
  maximum: 100,
  does: {
    "pt-BR": "Quanto demora: 1 = como medido no comércio brasileiro, 0.01 = cem vezes mais rápido, 0 = na hora",
    en: "How long it takes: 1 = as measured in Brazilian commerce, 0.01 = a hundred times faster, 0 = at once",
  },
};
const share = (fallback: number, pt: string, en: string): Parameter => ({ fallback, maximum: 1, does: { "pt-BR": pt, en } });

/** The definitions of all simulators: roles, acts and parameters. */
export const SIMULATOR_DEFINITIONS: Readonly<Record<SimulatorName, Simulator>> = {
  shoppers: {
    does: {
      "pt-BR": "Compradores: compram o que está à venda, e às vezes desistem.",
      en: "Shoppers: buy what is on sale, and sometimes cancel.",
    },
    role: "orders",
    acts: {
      buy: { about: "purchase", operation: purchaseContract.createOrder, exclusive: true },
      cancel: { about: "order", operation: operatorOrderContract.cancelOrder },
    },
    parameters: {
      ordersPerHour: {
        fallback: 6,
        maximum: MAX_ORDERS_PER_HOUR,
        does: { "pt-BR": "Pedidos por hora, na média do dia", en: "Orders per hour, averaged over the day" },
      },
      paidShare: share(0.3, "Parte já paga ao chegar", "Share that arrives paid"),
      cardShare: share(0.45, "Parte paga com cartão; o resto, PIX ou boleto", "Share paid by card; the rest by PIX or boleto"),
      marketplaceShare: share(0.3, "Parte com entrega do marketplace", "Share with marketplace-run delivery"),
      greedShare: share(
        0.02,
        "Parte que pede mais do que há; a compra é recusada",
        "Share that asks for more than there is; the purchase is refused",
      ),
      cancelShare: share(0.01, "Parte cancelada pelo comprador antes do pagamento", "Share canceled by the shopper before payment"),
      pace,
    },
  },
  payment: {
    does: {
      "pt-BR": "Banco: aprova pagamentos; o que não é pago vence sozinho.",
      en: "Bank: approves payments; what is not paid expires by itself.",
    },
    role: "orders",
    acts: { approve: { about: "order", operation: operatorOrderContract.approvePayment } },
    parameters: {
      paidShare: share(0.94, "Parte que é paga", "Share that is paid"),
      boletoShare: share(
        0.25,
        "Entre o que não é cartão, a parte paga por boleto",
        "Of what is not paid by card, the share paid by boleto",
      ),
      pace,
    },
  },
  risk: {
    does: {
      "pt-BR": "Análise de risco: congela pedidos, depois libera ou recusa.",
      en: "Risk analysis: freezes orders, then releases or refuses them.",
    },
    role: "risk",
    acts: {
      freeze: { about: "order", operation: operatorOrderContract.freezeOrder },
      release: { about: "order", operation: operatorOrderContract.releaseOrder },
      refuse: { about: "order", operation: operatorOrderContract.refuseOrder },
    },
    parameters: {
      freezeShare: share(0.03, "Parte congelada depois de paga", "Share frozen once paid"),
      refuseShare: share(0.2, "Dos congelados, a parte recusada", "Of the frozen ones, the share refused"),
      pace,
    },
  },
  fulfillment: {
    does: {
      "pt-BR": "Operador de fulfillment: fatura com nota de forma válida, envia e entrega.",
      en: "Fulfilment operator: invoices with a document of valid form, ships and delivers.",
    },
    role: "fulfillment",
    acts: {
      invoice: { about: "shipping", operation: fulfillmentContract.invoiceShipping },
      ship: { about: "shipping", operation: fulfillmentContract.shipShipping },
      deliver: { about: "shipping", operation: fulfillmentContract.deliverShipping },
    },
    parameters: { pace },
  },
  carriers: {
    does: {
      "pt-BR": "Transportadoras da entrega do marketplace: enviam o que foi faturado, e entregam.",
      en: "Carriers of marketplace-run delivery: ship what was invoiced, and deliver.",
    },
    role: "fulfillment",
    acts: {
      ship: { about: "shipping", operation: fulfillmentContract.shipShipping },
      deliver: { about: "shipping", operation: fulfillmentContract.deliverShipping },
    },
    parameters: { pace },
  },
  exchanges: {
    does: {
      "pt-BR": "Trocas: parte do que foi entregue volta e é trocada.",
      en: "Exchanges: a share of what was delivered comes back and is replaced.",
    },
    role: "orders",
    acts: {
      exchange: { about: "order", operation: exchangeContract.exchangeOrder, exclusive: true },
      checkIn: { about: "order", operation: exchangeContract.checkInOrder },
    },
    parameters: {
      exchangeShare: share(0.05, "Parte dos pedidos entregues que é trocada", "Share of delivered orders that is exchanged"),
      pace,
    },
  },
  reviewers: {
    does: {
      "pt-BR": "Revisão do catálogo: aprova produtos, ou critica com um motivo; aprova ou recusa mudanças.",
      en: "Catalogue review: approves products, or criticizes them with a reason; approves or refuses changes.",
    },
    role: "catalog",
    acts: {
      approve: { about: "product", operation: catalogContract.reviewProduct, exclusive: true },
      criticize: { about: "product", operation: catalogContract.reviewProduct, exclusive: true },
      approveChange: { about: "change", operation: catalogContract.decideChange, exclusive: true },
      refuseChange: { about: "change", operation: catalogContract.decideChange, exclusive: true },
    },
    parameters: {
      criticizeShare: share(0.1, "Parte criticada", "Share criticized"),
      refuseChangeShare: share(0.1, "Parte recusada dos pedidos de mudança", "Share of change requests refused"),
      pace,
    },
  },
};

/** Parameter values by name. */
export type Parameters = Readonly<Record<string, number>>;

/** The values of all parameters of a simulator: the values that were set, and the defaults of all others. */
export const parametersOf = (name: SimulatorName, set: Parameters): Parameters =>
  Object.fromEntries(Object.entries(SIMULATOR_DEFINITIONS[name].parameters).map(([key, { fallback }]) => [key, set[key] ?? fallback]));
