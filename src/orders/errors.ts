import { badRequest, businessRule, errorCatalogue } from "../platform/contract/index.ts";

/** Refusals of order operations, except those of body schemas and of invoices (invoice/errors.ts). */
export const orderErrors = errorCatalogue({
  volume_not_positive: badRequest({
    "pt-BR": "O campo volume veio como {received}; deve ser um número positivo: envie a quantidade de volumes da nota.",
    en: "The field volume came as {received}; it must be a positive number: send how many packages the invoice has.",
  }),
  volume_not_eligible: businessRule(400, {
    "pt-BR":
      "O campo volume é obrigatório somente em pedidos com entrega do marketplace (MARKETPLACE_ENTREGAS), exceto pelos Correios (501, 502), e deve ser removido.",
    en: "The field volume is required only for marketplace-run-delivery orders (MARKETPLACE_ENTREGAS), not the postal carrier (501, 502), and must be removed.",
  }),

  carrier_missing: badRequest({
    "pt-BR": "O envio veio sem carrier; envie o nome ou o código da transportadora, como Correios ou 501.",
    en: "The shipment came without carrier; send the carrier's name or code, such as Correios or 501.",
  }),
  carrier_fulfillment: businessRule(400, {
    "pt-BR":
      'A transportadora "{received}" é a do fulfillment, cujos pedidos mudam de status sozinhos; envie a transportadora que levou o pedido.',
    en: 'The carrier "{received}" is that of fulfillment, whose orders change status by themselves; send the carrier that took the order.',
  }),
  tracking_number_missing: badRequest({
    "pt-BR": "O envio veio sem trackingNumber; envie o código de rastreio.",
    en: "The shipment came without trackingNumber; send the tracking code.",
  }),
  tracking_number_not_postal: badRequest({
    "pt-BR":
      'O trackingNumber "{received}" não é um código dos Correios: são 2 letras maiúsculas, 9 algarismos e BR, como AA123456785BR. Se outra transportadora levou o pedido, envie-a em carrier.',
    en: 'The trackingNumber "{received}" is no code of the postal carrier: 2 capital letters, 9 digits and BR, such as AA123456785BR. If another carrier took the order, send it in carrier.',
  }),
  tracking_number_check_digit: badRequest({
    "pt-BR": 'O dígito verificador do código de rastreio "{received}" seria {expected}; confira o código na etiqueta.',
    en: 'The check digit of the tracking code "{received}" would be {expected}; check the code on the label.',
  }),
  tracking_link_missing: badRequest({
    "pt-BR": "O envio veio sem trackingLink, obrigatório para toda transportadora, exceto os Correios; envie o endereço de rastreio.",
    en: "The shipment came without trackingLink, required for every carrier except the postal carrier; send the tracking address.",
  }),
  tracking_link_invalid: badRequest({
    "pt-BR": 'O trackingLink veio como "{received}"; envie um endereço completo começando por http:// ou https://.',
    en: 'The trackingLink came as "{received}"; send a whole address beginning with http:// or https://.',
  }),

  cancellation_reason_missing: badRequest({
    "pt-BR":
      "O cancelamento veio sem motivo; envie reasonCancellationCode com um código de GET /api/v1/orders/cancellation-reasons: {allowed}.",
    en: "The cancellation came without a reason; send reasonCancellationCode with a code of GET /api/v1/orders/cancellation-reasons: {allowed}.",
  }),
  cancellation_reason_unknown: badRequest({
    "pt-BR": 'O motivo "{received}" não está em GET /api/v1/orders/cancellation-reasons; envie um destes códigos: {allowed}.',
    en: 'The reason "{received}" is not in GET /api/v1/orders/cancellation-reasons; send one of these codes: {allowed}.',
  }),
});
