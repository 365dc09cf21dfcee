import { errorCatalogue } from "../contract/errors.ts";

/** Refusals of an Idempotency-Key. */
export const idempotencyErrors = errorCatalogue({
  idempotency_key_malformed: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O cabeçalho Idempotency-Key não serve; envie de 1 a 255 caracteres ASCII visíveis.",
      en: "The Idempotency-Key header is of no use; send 1 to 255 visible ASCII characters.",
    },
  },
  idempotency_in_flight: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Uma requisição com esta Idempotency-Key ainda está em andamento; repita após o tempo do cabeçalho Retry-After.",
      en: "A request with this Idempotency-Key is still in progress; repeat after the time in the Retry-After header.",
    },
  },
  idempotency_key_reused: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Esta Idempotency-Key já foi usada com outra requisição; use uma chave nova para cada requisição diferente.",
      en: "This Idempotency-Key was already used with another request; use a new key for each different request.",
    },
  },
});
