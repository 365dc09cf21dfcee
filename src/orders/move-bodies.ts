import { dateTime, oneOfWords, optional, shape, type Static, text } from "../platform/contract/schema.ts";

/** A sent status says what the address says, or is refused (decisions 5). */
const statusOf = <const Word extends string>(word: Word, alias: string) =>
  optional(oneOfWords([word], { ignoreCase: true, aliases: { [alias]: word } }));
const when = (pt: string, en: string) => optional(dateTime({ epoch: true, description: { "pt-BR": pt, en } }));

/** Nothing needs to be said to approve. */
export const ApprovedBody = shape("ApprovedBody", { status: statusOf("approved", "Aprovado") });

/** What a seller says of a shipment (seed 4.3); what must hold between carrier, number and link is in tracking.ts. */
export const ShippedBody = shape("ShippedBody", {
  status: statusOf("shipped", "Enviado"),
  carrier: optional(
    text({
      maxLength: 100,
      also: "integer",
      description: { "pt-BR": "Nome ou código da transportadora", en: "The carrier's name or code" },
    }),
  ),
  trackingNumber: optional(text({ maxLength: 100, also: "integer", description: { "pt-BR": "Código de rastreio", en: "Tracking code" } })),
  trackingLink: optional(
    text({
      maxLength: 2_000,
      description: { "pt-BR": "Obrigatório, exceto nos Correios", en: "Required, except for the postal carrier" },
    }),
  ),
  deliveredCarrierDate: when("Quando a transportadora recebeu; sem ela, agora", "When the carrier took it; without it, now"),
  estimatedDelivery: when("Nova previsão de entrega", "New delivery estimate"),
});
export type ShippedBody = Static<typeof ShippedBody>;

/** What a seller says of a delivery. */
export const DeliveredBody = shape("DeliveredBody", {
  status: statusOf("delivered", "Entregue"),
  deliveryDate: when("Quando foi entregue; sem ela, agora", "When it was delivered; without it, now"),
});
export type DeliveredBody = Static<typeof DeliveredBody>;

/** Why a seller cancels; which reasons there are is in cancellation-reasons.ts. */
export const CanceledBody = shape("CanceledBody", {
  status: statusOf("canceled", "Cancelado"),
  reasonCancellationCode: optional(
    text({
      maxLength: 300,
      also: "integer",
      description: { "pt-BR": "Código de GET /orders/cancellation-reasons", en: "Code of GET /orders/cancellation-reasons" },
    }),
  ),
  cancellationReason: optional(
    text({ maxLength: 300, also: "integer", description: { "pt-BR": "Código ou descrição", en: "Code or description" } }),
  ),
  canceledBy: optional(text({ maxLength: 100, personal: true })),
});
export type CanceledBody = Static<typeof CanceledBody>;
