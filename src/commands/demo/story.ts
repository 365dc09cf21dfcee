import type { Params, LocalizedText } from "../../platform/contract/errors.ts";
import { invoicingOf } from "../certify/invoice.ts";
import { bought, call, criticized, deskPath, movePath, productPath, read, type Plot, type Told } from "./plot.ts";

/** One step of the story: who acts, what happens, and the status that a notification must then report. */
export interface Chapter {
  readonly name: string;
  readonly who: keyof typeof ACTORS;
  readonly says: LocalizedText;
  /** Of the product, or of the order once there is one; absent = nothing is notified. */
  readonly heard?: string;
  readonly tell: (plot: Plot) => Promise<Told>;
}

/** Who acts in the story. */
export const ACTORS = {
  seller: { "pt-BR": "loja", en: "seller" },
  marketplace: { "pt-BR": "marketplace", en: "marketplace" },
  shopper: { "pt-BR": "cliente", en: "shopper" },
} as const satisfies Record<string, LocalizedText>;

const TRACKING = "AA123456785BR";

/** From the first POST to the delivery, as it happens every day. */
export const STORY: readonly Chapter[] = [
  {
    name: "published",
    who: "seller",
    says: {
      "pt-BR": "Publica a viseira {sku}, com a marca escrita errado: {brand}",
      en: "Publishes the visor {sku}, with its brand misspelt: {brand}",
    },
    heard: "Recebido",
    tell: ({ scene, product }) => call(scene, "seller", "POST", "/api/v2/products", product, product),
  },
  {
    name: "criticized",
    who: "marketplace",
    says: {
      "pt-BR": "A validação critica {pointer} ({code}) e sugere: {suggestion}",
      en: "The validation criticizes {pointer} ({code}) and suggests: {suggestion}",
    },
    heard: "Criticado",
    tell: criticized,
  },
  {
    name: "fixed",
    who: "seller",
    says: { "pt-BR": "Corrige com a sugestão da crítica: {brand}", en: "Mends it with the critique's suggestion: {brand}" },
    heard: "Em catalogação",
    tell: ({ scene, sku, product }) => call(scene, "seller", "PUT", productPath(sku), product, product),
  },
  {
    name: "approved",
    who: "marketplace",
    says: { "pt-BR": "A equipe de catálogo aprova: está à venda", en: "The catalogue team approves: it is on sale" },
    heard: "Aprovado",
    tell: ({ scene, sku }) =>
      call(scene, "operator", "POST", `/operator/v1/sellers/${scene.sellerId}/products/${sku}/review`, { decision: "approve" }),
  },
  {
    name: "bought",
    who: "shopper",
    says: {
      "pt-BR": "Compra {quantity} unidades: pedido {orderNumber}, {total}; o estoque fica reservado",
      en: "Buys {quantity} units: order {orderNumber}, {total}; the stock is reserved",
    },
    heard: "Created",
    tell: bought,
  },
  {
    name: "paid",
    who: "marketplace",
    says: { "pt-BR": "O pagamento é aprovado", en: "The payment is approved" },
    heard: "approved",
    tell: ({ scene, order }) => call(scene, "operator", "POST", `${deskPath(scene, order!)}/approve-payment`),
  },
  {
    name: "read",
    who: "seller",
    says: {
      "pt-BR": "Lê o pedido aprovado, com o cliente: {customerName}, {city}/{state}",
      en: "Reads the approved order, with its customer: {customerName}, {city}/{state}",
    },
    tell: read,
  },
  {
    name: "invoiced",
    who: "seller",
    says: {
      "pt-BR": "Fatura com a NF-e {key}; as unidades saem do estoque",
      en: "Invoices with the electronic invoice {key}; the units leave the stock",
    },
    heard: "Invoiced",
    tell({ scene, order }) {
      const body = invoicingOf(order!, 1);
      return call(scene, "seller", "PUT", movePath(order!, "invoiced"), body, body);
    },
  },
  {
    name: "shipped",
    who: "seller",
    says: { "pt-BR": "Posta nos Correios: {trackingNumber}", en: "Posts it with the postal carrier: {trackingNumber}" },
    heard: "shipped",
    tell({ scene, order }) {
      const body = { carrier: "Correios", trackingNumber: TRACKING };
      return call(scene, "seller", "PUT", movePath(order!, "shipped"), body, body);
    },
  },
  {
    name: "delivered",
    who: "seller",
    says: { "pt-BR": "Informa a entrega", en: "Reports the delivery" },
    heard: "delivered",
    tell: ({ scene, order }) => call(scene, "seller", "PUT", movePath(order!, "delivered")),
  },
  {
    name: "counted",
    who: "seller",
    says: {
      "pt-BR": "Confere o estoque: {physical} físicas, {reserved} reservadas",
      en: "Checks the stock: {physical} physical, {reserved} reserved",
    },
    async tell({ scene, sku }) {
      const told = await call(scene, "seller", "GET", `${productPath(sku)}/stocks`);
      return { ...told, facts: told.reply.body as Params };
    },
  },
];
