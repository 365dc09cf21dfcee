import { operation } from "../platform/contract/operation.ts";
import {
  anything,
  dateTime,
  extended,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
} from "../platform/contract/schema.ts";
import { severalOf } from "../platform/contract/list-filters.ts";
import { validationErrors } from "./errors.ts";
import { STATES } from "./states.ts";

const status = named("ValidationStatus", oneOfWords(STATES));
const byStatus = record({ status: severalOf(oneOfWords(STATES, { ignoreCase: true })) });
const validationId = text({ maxLength: 60, description: "Identificador da validação técnica" });
const ofValidation = record({ validationId });

const Missed = shape("MissedCall", { requestId: text(), why: text(), message: text() });
const ChecklistItem = shape("ChecklistItem", {
  code: text(),
  description: text(),
  required: integer(),
  count: integer(),
  done: flag(),
  missed: list(Missed, { description: "As últimas chamadas que não contaram, e por quê" }),
});
const Summary = shape("ValidationSummary", {
  id: validationId,
  sellerId: integer(),
  application: text(),
  clientId: text(),
  status,
  startedAt: text(),
  scheduledAt: optional(text()),
  decidedAt: optional(text()),
  reason: optional(text()),
  links,
});
const Validation = extended("Validation", Summary, { complete: flag(), checklist: list(ChecklistItem) });
const Validations = shape("ValidationList", { items: list(Summary), links });

const sandboxOnly = { environments: ["sandbox"] } as const;
const seller = { ...sandboxOnly, api: "v1", audience: "seller", permission: "any", confidential: true } as const;
const operator = { ...sandboxOnly, api: "operator", audience: "operator", permission: ["integration"], confidential: true } as const;
const own = "/api/v1/technical-validations";
const all = "/operator/v1/technical-validations";
const { validation_unknown, validation_under_way, validation_decided, validation_incomplete, date_past, too_many_watchers } =
  validationErrors;
const EVENT_STREAM = "text/event-stream";
const stream = { 200: { description: "A lista a cada mudança, até a decisão", mediaType: EVENT_STREAM } };

export const startValidation = operation({
  ...seller,
  id: "startValidation",
  method: "POST",
  path: own,
  summary: "Inicia a validação técnica: as chamadas desta credencial passam a contar",
  replies: { 201: { description: "A validação", schema: Validation, headers: { Location: "Endereço da validação" } } },
  refuses: [validation_under_way],
});
export const listValidations = operation({
  ...seller,
  id: "listValidations",
  method: "GET",
  path: own,
  summary: "Lista as validações técnicas da aplicação para este lojista, da mais nova à mais antiga",
  query: byStatus,
  replies: { 200: { description: "As validações", schema: Validations }, 204: { description: "Nenhuma validação" } },
});
export const getValidation = operation({
  ...seller,
  id: "getValidation",
  method: "GET",
  path: `${own}/{validationId}`,
  summary: "Consulta uma validação técnica com sua lista",
  parameters: ofValidation,
  replies: { 200: { description: "A validação", schema: Validation } },
  refuses: [validation_unknown],
});
export const getReport = operation({
  ...seller,
  id: "getValidationReport",
  method: "GET",
  path: `${own}/{validationId}/report`,
  summary: "Baixa o relatório assinado; aprovado, ele admite a aplicação em produção",
  parameters: ofValidation,
  replies: {
    200: {
      description: "O relatório, aberto e assinado (JWS, EdDSA)",
      schema: shape("ValidationReport", { report: anything({ description: "O que foi assinado" }), jws: text(), links }),
    },
  },
  refuses: [validation_unknown],
});
export const watchValidation = operation({
  ...seller,
  id: "watchValidation",
  method: "GET",
  path: `${own}/{validationId}/watch`,
  load: "waits",
  summary: "Acompanha uma validação técnica (Server-Sent Events)",
  parameters: ofValidation,
  replies: stream,
  refuses: [validation_unknown, too_many_watchers],
});

export const listEveryValidation = operation({
  ...operator,
  id: "listEveryValidation",
  method: "GET",
  path: all,
  summary: "Lista as validações técnicas de todos os lojistas, da mais nova à mais antiga",
  query: byStatus,
  replies: { 200: { description: "As 100 mais novas", schema: Validations }, 204: { description: "Nenhuma validação" } },
});
export const getAnyValidation = operation({
  ...operator,
  id: "getAnyValidation",
  method: "GET",
  path: `${all}/{validationId}`,
  summary: "Consulta uma validação técnica com sua lista",
  parameters: ofValidation,
  replies: { 200: { description: "A validação", schema: Validation } },
  refuses: [validation_unknown],
});
export const listValidationCalls = operation({
  ...operator,
  id: "listValidationCalls",
  method: "GET",
  path: `${all}/{validationId}/calls`,
  summary: "Lista as chamadas que uma validação viu, na ordem em que vieram",
  parameters: ofValidation,
  replies: {
    200: {
      description: "As chamadas",
      schema: shape("ValidationCallList", {
        items: list(
          shape("ValidationCall", {
            requestId: text(),
            date: text(),
            operation: text(),
            status: integer(),
            subject: optional(text({ description: "Sku ou número do pedido" })),
            countsFor: optional(text()),
            why: optional(text()),
            message: optional(text()),
            links,
          }),
        ),
        links,
      }),
    },
    204: { description: "Nenhuma chamada" },
  },
  refuses: [validation_unknown],
});
export const watchAnyValidation = operation({
  ...operator,
  id: "watchAnyValidation",
  method: "GET",
  path: `${all}/{validationId}/watch`,
  load: "waits",
  summary: "Acompanha uma validação técnica (Server-Sent Events)",
  parameters: ofValidation,
  replies: stream,
  refuses: [validation_unknown, too_many_watchers],
});
export const scheduleValidation = operation({
  ...operator,
  id: "scheduleValidation",
  method: "POST",
  path: `${all}/{validationId}/schedule`,
  summary: "Marca a data em que a validação será acompanhada",
  parameters: ofValidation,
  body: shape("ScheduleBody", { at: dateTime({ epoch: true }) }),
  bodyExample: { at: "2030-01-15T14:00:00-03:00" },
  replies: { 200: { description: "A validação", schema: Validation } },
  refuses: [validation_unknown, validation_decided, date_past],
});
export const decideValidation = operation({
  ...operator,
  id: "decideValidation",
  method: "POST",
  path: `${all}/{validationId}/decision`,
  summary: "Aprova ou recusa uma validação técnica",
  description: "A mesma decisão com o mesmo motivo outra vez responde 200 com a validação como está; nada muda.",
  parameters: ofValidation,
  body: shape("DecisionBody", {
    decision: oneOfWords(["approved", "refused"], { ignoreCase: true }),
    reason: optional(text({ minLength: 1, maxLength: 500 })),
  }),
  bodyExample: { decision: "refused", reason: "Faltou faturar dois pedidos" },
  replies: { 200: { description: "A validação decidida", schema: Validation } },
  refuses: [validation_unknown, validation_decided, validation_incomplete],
});

const Coverage = shape("Coverage", {
  clientId: text(),
  sellerId: optional(integer()),
  complete: flag(),
  used: list(shape("UsedOperation", { operation: text(), firstAt: text() })),
  missing: list(text()),
  links,
});
export const getCoverage = operation({
  api: "v1",
  audience: "seller",
  permission: "any",
  id: "getCoverage",
  method: "GET",
  path: "/api/v1/coverage",
  summary: "Mostra que métodos a aplicação já usou com sucesso por este lojista, e quais faltam",
  replies: { 200: { description: "A cobertura", schema: Coverage } },
});
export const getApplicationCoverage = operation({
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  id: "getApplicationCoverage",
  method: "GET",
  path: "/operator/v1/applications/{clientId}/coverage",
  summary: "Mostra a cobertura do primeiro lojista de uma aplicação: completa, libera os próximos",
  parameters: record({ clientId: text({ maxLength: 100 }) }),
  replies: { 200: { description: "A cobertura", schema: Coverage } },
  refuses: [validationErrors.application_not_found],
});
