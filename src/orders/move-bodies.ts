import { dateTime, enumOf, namedObject, optional, type Static, text } from "../platform/contract/index.ts";

/** The optional field `status` of a move's body. It must agree with the URL (decisions 5). */
const statusOf = <const Word extends string>(word: Word, alias: string) =>
  optional(
    enumOf([word], {
      ignoreCase: true,
      aliases: { [alias]: word },
      description: "Se enviado, o mesmo do endereço.",
      meanings: { [word]: "O que o endereço pede." } as Record<Word, string>,
    }),
  );
const when = (pt: string, en: string) =>
  optional(dateTime({ epoch: true, description: { "pt-BR": pt, en }, examples: ["2026-11-25T16:00:00-03:00"] }));

/** The body of an approval; it may be empty. */
export const ApprovedBody = namedObject("ApprovedBody", "Nada precisa ser dito.", { status: statusOf("approved", "Aprovado") });

/** The body of a shipment (seed 4.3). Rules that combine carrier, number and link are in tracking.ts. */
export const ShippedBody = namedObject("ShippedBody", "O envio de uma entrega.", {
  status: statusOf("shipped", "Enviado"),
  carrier: optional(
    text({
      maxLength: 100,
      also: "integer",
      description: {
        "pt-BR": "Nome ou código da transportadora; 501, 502 e Correios são os Correios. Obrigatório.",
        en: "The carrier's name or code; 501, 502 and Correios are the postal carrier. Required.",
      },
      examples: ["Correios"],
    }),
  ),
  trackingNumber: optional(
    text({
      maxLength: 100,
      also: "integer",
      description: {
        "pt-BR": "Código de rastreio; nos Correios, como AA123456785BR. Obrigatório.",
        en: "Tracking code; of the postal carrier, like AA123456785BR. Required.",
      },
      examples: ["AA123456785BR"],
    }),
  ),
  trackingLink: optional(
    text({
      maxLength: 2_000,
      description: {
        "pt-BR": "Onde rastrear. Obrigatório, exceto nos Correios.",
        en: "Where to track. Required, except for the postal carrier.",
      },
      examples: ["https://rastreio.example.com/AA123456785BR"],
    }),
  ),
  deliveredCarrierDate: when("Quando a transportadora recebeu; sem ela, agora.", "When the carrier took it; without it, now."),
  estimatedDelivery: when("Nova previsão de entrega.", "New delivery estimate."),
});
export type ShippedBody = Static<typeof ShippedBody>;

/** The body of a delivery. */
export const DeliveredBody = namedObject("DeliveredBody", "A entrega ao cliente.", {
  status: statusOf("delivered", "Entregue"),
  deliveryDate: when("Quando foi entregue; sem ela, agora.", "When it was delivered; without it, now."),
});
export type DeliveredBody = Static<typeof DeliveredBody>;

/** The body of a cancellation. The reasons are in cancellation-reasons.ts. */
export const CanceledBody = namedObject("CanceledBody", "O cancelamento de uma entrega; um dos dois motivos é obrigatório.", {
  status: statusOf("canceled", "Cancelado"),
  reasonCancellationCode: optional(
    text({
      maxLength: 300,
      also: "integer",
      description: { "pt-BR": "Código de GET /orders/cancellation-reasons.", en: "Code of GET /orders/cancellation-reasons." },
      examples: ["1"],
    }),
  ),
  cancellationReason: optional(
    text({
      maxLength: 300,
      also: "integer",
      description: { "pt-BR": "Código ou descrição do motivo.", en: "Code or description of the reason." },
      examples: ["Produto sem estoque"],
    }),
  ),
  canceledBy: optional(
    text({
      maxLength: 100,
      personal: true,
      description: { "pt-BR": "Quem cancela, se convém dizer.", en: "Who cancels, if that should be said." },
      examples: ["Central de vendas"],
    }),
  ),
});
export type CanceledBody = Static<typeof CanceledBody>;
