import { isoDateTime } from "../../../platform/basics/index.ts";
import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { defineStep, type CommonFields } from "../step-type.ts";
import { callOutcome } from "./call.ts";

interface BuyStep extends CommonFields {
  readonly buy: number;
  readonly sku?: string;
  readonly paid?: boolean;
  readonly order?: object;
}

interface CreatedOrder {
  readonly orderNumber: string;
  readonly orderStatus: string;
  /** Epoch ms of the marketplace's clock. */
  readonly orderDate: number;
  readonly shippings: readonly { readonly shippingCode: number }[];
}

const BOUGHT: LocalizedText = {
  "pt-BR": "compra de {quantity} × {sku}: pedido {orderNumber}, {orderStatus} ({requestId})",
  en: "purchase of {quantity} × {sku}: order {orderNumber}, {orderStatus} ({requestId})",
};

/** Makes a purchase for a shopper, through the checkout's operation in the operator API. */
export const buyStep = defineStep<BuyStep>({
  verb: "buy",
  does: {
    "pt-BR": "Compra como um cliente do marketplace; o pedido nasce Created, ou approved com paid.",
    en: "Buys as a shopper of the marketplace does; the order begins as Created, or approved with paid.",
  },
  properties: {
    buy: { type: "integer", minimum: 1, description: "Quantas unidades", "x-description-en": "How many units" },
    sku: {
      type: "string",
      description: "De qual produto; sem ele, o último publicado",
      "x-description-en": "Of which product; without it, the one published last",
    },
    paid: { type: "boolean", description: "Já pago", "x-description-en": "Paid already" },
    order: {
      type: "object",
      description: "Outros campos de createOrder, como shippings",
      "x-description-en": "Other fields of createOrder, such as shippings",
    },
  },
  example: { buy: 2, paid: true },
  sets: ["orderNumber", "shippingCode", "orderDate"],
  defaultExpectation: ({ expect }) => (expect === undefined ? { status: 201 } : undefined),
  async run({ buy, sku, paid = false, order = {} }, context) {
    const item = { sku: sku ?? context.variables.get("sku"), quantity: buy };
    const body = { sellerId: context.sellerId, items: [item], paid, ...order };
    const reply = await context.send("operator", "POST", "/operator/v1/orders", { body });
    const outcome = callOutcome("POST /operator/v1/orders", [reply]);
    if (reply.status !== 201) return outcome;
    const { orderNumber, orderStatus, orderDate, shippings } = reply.body as CreatedOrder;
    const facts = { ...item, orderNumber, orderStatus, requestId: reply.headers.get("x-request-id") };
    return {
      ...outcome,
      summary: formatMessage(BOUGHT[context.lang], facts),
      variables: { orderNumber, orderDate: isoDateTime(orderDate), shippingCode: shippings[0]!.shippingCode },
    };
  },
});
