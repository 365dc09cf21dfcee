import { sampleInvoicing } from "../../client/sample-invoice.ts";
import type { LocalizedText, Params } from "../../platform/contract/index.ts";
import {
  awaitCritique,
  buy,
  call,
  operatorOrderPath,
  productPath,
  readOrder,
  shippingStatusPath,
  type DemoCall,
  type DemoContext,
} from "./context.ts";

/** A step of the demo: its actor, its text, its call, and the notification that must follow. */
export interface DemoStep {
  readonly name: string;
  readonly actor: keyof typeof ACTORS;
  readonly text: LocalizedText;
  /** Status that the notification reports: the order's if there is an order, otherwise the product's. Absent = no notification. */
  readonly notifiedStatus?: string;
  readonly run: (context: DemoContext) => Promise<DemoCall>;
}

/** The actors of the demo. */
export const ACTORS = {
  seller: { "pt-BR": "loja", en: "seller" },
  marketplace: { "pt-BR": "marketplace", en: "marketplace" },
  shopper: { "pt-BR": "cliente", en: "shopper" },
} as const satisfies Record<string, LocalizedText>;

const TRACKING = "AA123456785BR";

/** A whole sale, from the first POST to the delivery. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    name: "published",
    actor: "seller",
    text: {
      "pt-BR": "Publica a viseira {sku}, com a marca escrita errado: {brand}",
      en: "Publishes the visor {sku}, with its brand misspelt: {brand}",
    },
    notifiedStatus: "Recebido",
    run: ({ run, product }) => call(run, "seller", "POST", "/api/v2/products", product, product),
  },
  {
    name: "criticized",
    actor: "marketplace",
    text: {
      "pt-BR": "A validação critica {pointer} ({code}) e sugere: {suggestion}",
      en: "The validation criticizes {pointer} ({code}) and suggests {suggestion}",
    },
    notifiedStatus: "Criticado",
    run: awaitCritique,
  },
  {
    name: "fixed",
    actor: "seller",
    text: { "pt-BR": "Corrige como a crítica sugere: {brand}", en: "Corrects it as the critique suggests: {brand}" },
    notifiedStatus: "Em catalogação",
    run: ({ run, sku, product }) => call(run, "seller", "PUT", productPath(sku), product, product),
  },
  {
    name: "approved",
    actor: "marketplace",
    text: { "pt-BR": "A equipe de catálogo aprova: está à venda", en: "The catalogue team approves: it is on sale" },
    notifiedStatus: "Aprovado",
    run: ({ run, sku }) =>
      call(run, "operator", "POST", `/operator/v1/sellers/${run.sellerId}/products/${sku}/review`, { decision: "approve" }),
  },
  {
    name: "bought",
    actor: "shopper",
    text: {
      "pt-BR": "Compra {quantity} unidades: pedido {orderNumber}, {total}; o estoque fica reservado",
      en: "Buys {quantity} units: order {orderNumber}, {total}; the stock is reserved",
    },
    notifiedStatus: "Created",
    run: buy,
  },
  {
    name: "paid",
    actor: "marketplace",
    text: { "pt-BR": "O pagamento é aprovado", en: "The payment is approved" },
    notifiedStatus: "approved",
    run: ({ run, order }) => call(run, "operator", "POST", `${operatorOrderPath(run, order!)}/approve-payment`),
  },
  {
    name: "read",
    actor: "seller",
    text: {
      "pt-BR": "Lê o pedido aprovado, com o cliente: {customerName}, {city}/{state}",
      en: "Reads the approved order, with its customer: {customerName}, {city}/{state}",
    },
    run: readOrder,
  },
  {
    name: "invoiced",
    actor: "seller",
    text: {
      "pt-BR": "Fatura com a NF-e {key}; as unidades saem do estoque",
      en: "Invoices it with NF-e {key}; the units leave the stock",
    },
    notifiedStatus: "Invoiced",
    run({ run, order }) {
      const body = sampleInvoicing(order!, 1);
      return call(run, "seller", "PUT", shippingStatusPath(order!, "invoiced"), body, body);
    },
  },
  {
    name: "shipped",
    actor: "seller",
    text: { "pt-BR": "Posta nos Correios: {trackingNumber}", en: "Ships it by mail: {trackingNumber}" },
    notifiedStatus: "shipped",
    run({ run, order }) {
      const body = { carrier: "Correios", trackingNumber: TRACKING };
      return call(run, "seller", "PUT", shippingStatusPath(order!, "shipped"), body, body);
    },
  },
  {
    name: "delivered",
    actor: "seller",
    text: { "pt-BR": "Informa a entrega", en: "Reports the delivery" },
    notifiedStatus: "delivered",
    run: ({ run, order }) => call(run, "seller", "PUT", shippingStatusPath(order!, "delivered")),
  },
  {
    name: "counted",
    actor: "seller",
    text: {
      "pt-BR": "Confere o estoque: {physical} físicas, {reserved} reservadas",
      en: "Checks the stock: {physical} physical, {reserved} reserved",
    },
    async run({ run, sku }) {
      const stockCall = await call(run, "seller", "GET", `${productPath(sku)}/stocks`);
      return { ...stockCall, params: stockCall.reply.body as Params };
    },
  },
];
