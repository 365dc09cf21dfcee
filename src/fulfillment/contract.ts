import {
  bool,
  booleanField,
  dateTime,
  dateTimeField,
  EXAMPLE_IDS,
  links,
  namedObject,
  object,
  operation,
  optional,
  text,
  textField,
  withPeriod,
} from "../platform/contract/index.ts";
import { INVOICING_LIMIT_BYTES, moveErrors, movedReplies, orderErrors, orderNumber, shippingCode } from "../orders/index.ts";
import { sellerId } from "../sellers/index.ts";
import { fulfillmentErrors } from "./errors.ts";

const operated = { api: "operator", audience: "operator", permission: ["fulfillment"], tag: "Fulfillment" } as const;

export const putEnrolment = operation({
  ...operated,
  id: "putEnrolment",
  method: "PUT",
  path: "/operator/v1/sellers/{sellerId}/products/{sku}/fulfillment",
  summary: "Inscreve um produto candidato no fulfillment, ou retira a inscrição",
  description:
    "Daí em diante o que for comprado dele é faturado, enviado e entregue pelo operador; pedidos que já existem ficam como estão.",
  parameters: object({
    sellerId,
    sku: text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] }),
  }),
  body: namedObject("EnrolmentBody", "A inscrição que se quer.", {
    enrolled: bool({ description: "`true` inscreve, `false` retira.", examples: [true] }),
  }),
  bodyExample: { enrolled: false },
  replies: {
    200: {
      description: "A inscrição como ficou.",
      schema: namedObject("Enrolment", "A inscrição de um produto no fulfillment.", {
        sellerId,
        sku: textField("Código do produto.", EXAMPLE_IDS.sku),
        candidate: booleanField("Se o lojista o candidatou."),
        enrolled: booleanField("Se está inscrito."),
        enrolledAt: optional(dateTimeField("Desde quando; ausente = não está.")),
        links,
      }),
    },
  },
  refuses: [fulfillmentErrors.enrolment_product_unknown, fulfillmentErrors.product_not_candidate],
});

const when = (description: string) => optional(dateTime({ epoch: true, description, examples: ["2026-11-25T16:00:00-03:00"] }));
const moving = {
  ...operated,
  confidential: true,
  method: "POST",
  parameters: object({ sellerId, orderNumber, shippingCode }),
  replies: movedReplies,
} as const;
const refusals = [moveErrors.order_move_refused, moveErrors.order_unknown];
const REPEATED_REPORT = "O mesmo aviso outra vez, sem nada de novo, responde 200 com a entrega como está; nada muda.";
const movePath = <const Word extends string>(word: Word) =>
  `/operator/v1/sellers/{sellerId}/orders/{orderNumber}/shippings/{shippingCode}/${word}` as const;

export const invoiceShipping = operation({
  ...moving,
  id: "invoiceShipping",
  path: movePath("invoice"),
  summary: "Fatura uma entrega de fulfillment: a reserva sai do estoque e a nota fica guardada",
  description: "No sandbox a nota é emitida aqui quando nenhuma vem; em produção envie a autorizada.",
  body: namedObject("InvoiceShippingBody", "A nota do operador.", {
    danfeXml: optional(
      text({
        absent: [""],
        personal: true,
        description: "O XML autorizado (procNFe), inteiro, até 1 MiB.",
        examples: ['<nfeProc versao="4.00">...</nfeProc>'],
      }),
    ),
  }),
  bodyExample: {},
  bodyLimitBytes: INVOICING_LIMIT_BYTES,
  refuses: [...refusals, moveErrors.order_already_invoiced],
});
export const shipShipping = operation({
  ...moving,
  id: "shipShipping",
  path: movePath("ship"),
  summary: "Informa o envio de uma entrega de fulfillment ou do marketplace",
  description: REPEATED_REPORT,
  body: namedObject("ShipShippingBody", "O envio de uma entrega.", {
    trackingNumber: optional(text({ maxLength: 100, also: "integer", description: "Código de rastreio.", examples: ["PE-000184233"] })),
    trackingLink: optional(
      text({ maxLength: 2_000, description: "Onde rastrear.", examples: ["https://rastreio.example.com/PE-000184233"] }),
    ),
    shipDate: when("Quando a transportadora recebeu; sem ela, agora."),
    estimatedDelivery: when("Nova previsão de entrega."),
  }),
  bodyExample: { trackingNumber: "PE-000184233" },
  refuses: [...refusals, orderErrors.tracking_number_not_postal, orderErrors.tracking_link_invalid],
});
export const deliverShipping = operation({
  ...moving,
  id: "deliverShipping",
  path: movePath("deliver"),
  summary: "Informa a entrega de uma entrega de fulfillment ou do marketplace",
  description: REPEATED_REPORT,
  body: namedObject("DeliverShippingBody", "A entrega ao cliente.", { deliveryDate: when("Quando foi entregue; sem ela, agora.") }),
  bodyExample: {},
  refuses: refusals,
});

const archives = {
  api: "v1",
  audience: "seller",
  permission: "orders",
  tag: "Notas fiscais",
  confidential: true,
  method: "GET",
  priority: "lists",
} as const;
const replies = {
  200: {
    description: "Um zip com um `{chave}-procNFe.xml` por nota.",
    mediaType: "application/zip",
    example: "(um arquivo ZIP)",
    headers: {
      "Content-Disposition": { description: "`attachment`, com o nome do arquivo.", example: 'attachment; filename="notas-2026-11.zip"' },
    },
  },
  204: { description: "Nenhuma nota." },
} as const;

export const downloadInvoices = operation({
  ...archives,
  id: "downloadInvoices",
  path: "/api/v1/orders/fulfillment/invoices/download",
  summary: "Baixa as notas de fulfillment de um período de até 30 dias",
  description: "Vale o instante em que a nota foi registrada; os dois limites do período contam.",
  query: withPeriod("from", "until", {
    from: dateTime({ description: "Desde.", examples: ["2026-11-01T00:00:00"] }),
    until: dateTime({ endOfDay: true, description: "Até; um dia sem hora conta inteiro.", examples: ["2026-11-30T23:59:59"] }),
  }),
  replies,
  refuses: [fulfillmentErrors.period_too_long],
});
export const downloadOrderInvoices = operation({
  ...archives,
  id: "downloadOrderInvoices",
  path: "/api/v1/orders/{orderCode}/fulfillment/invoices/download",
  summary: "Baixa as notas de fulfillment de um pedido",
  description: "Uma por entrega de fulfillment já faturada.",
  parameters: object({ orderCode: orderNumber }),
  replies,
  refuses: [moveErrors.order_unknown],
});
