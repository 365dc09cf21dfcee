import {
  booleanField,
  dateTime,
  dateTimeField,
  dateTimeOutput,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  lenientEnum,
  links,
  list,
  multiValueParameter,
  named,
  namedObject,
  nullable,
  object,
  openEnum,
  operation,
  optional,
  requestIdField,
  text,
  textField,
} from "../platform/contract/index.ts";
import { sellerId } from "../sellers/index.ts";
import { CHECKLIST, REASONS_NOT_COUNTED } from "./checklist.ts";
import { validationErrors } from "./errors.ts";
import { STATE_DESCRIPTIONS, STATES } from "./states.ts";

const status = named(
  "ValidationStatus",
  enumOf(STATES, {
    description: "Onde a validação está.",
    meanings: STATE_DESCRIPTIONS,
  }),
);
const byStatus = object({ status: multiValueParameter(lenientEnum(status), { description: "Só as neste status." }) });
const validationId = text({ maxLength: 60, description: "Identificador da validação técnica.", examples: [EXAMPLE_IDS.validation] });
const ofValidation = object({ validationId });

/** Reason why a call did not count. */
const why = openEnum(REASONS_NOT_COUNTED, { description: "Por que não contou; outros motivos podem surgir.", examples: ["refused"] });
const message = textField("O mesmo em uma frase.", "A chamada foi recusada com 404 (order_unknown).");
const requirement = openEnum(Object.fromEntries(CHECKLIST.map((row) => [row.code, row.text])), {
  description: "O que a lista pede (especificação, 4.4).",
});
const Missed = namedObject("MissedCall", "Uma chamada que não contou.", { requestId: requestIdField(), why, message });
const ChecklistItem = namedObject("ChecklistItem", "Uma linha da lista.", {
  code: requirement,
  description: textField("O mesmo em uma frase.", "Criar ao menos quatro produtos que formem uma família completa"),
  required: int32Field("Quantas vezes é pedido.", 4),
  count: int32Field("Quantas vezes já contou.", 4),
  done: booleanField("Se está cumprido."),
  missed: list(Missed, { description: "As últimas chamadas que não contaram, e por quê.", examples: [[]] }),
});
const Summary = namedObject(
  "ValidationSummary",
  "Uma validação técnica, sem a lista.",
  {
    id: validationId,
    sellerId,
    application: textField("Nome da aplicação.", "Hub Integra"),
    clientId: textField("O `client_id` da aplicação.", EXAMPLE_IDS.client),
    status,
    startedAt: dateTimeField("Quando começou."),
    scheduledAt: optional(dateTimeField("Quando será acompanhada; ausente = sem data.", "2026-12-15T14:00:00.000-03:00")),
    decidedAt: optional(dateTimeField("Quando foi decidida; ausente = ainda não.")),
    reason: optional(textField("O motivo da decisão, quando foi dito.", "Faltou faturar dois pedidos")),
    links,
  },
  { examples: [{ decidedAt: undefined, reason: undefined }] },
);
const Validation = extendObject("Validation", Summary, "Uma validação técnica, com a lista do que falta.", {
  complete: booleanField("Se tudo está cumprido."),
  checklist: list(ChecklistItem, { description: "A lista de chamadas (especificação, 4.4)." }),
});
/** The content of a signed report (report.ts). */
const Report = namedObject("SignedReport", "O que foi assinado: o conteúdo de `jws`.", {
  validationId,
  sellerId,
  clientId: textField("O `client_id` da aplicação.", EXAMPLE_IDS.client),
  application: textField("Nome da aplicação.", "Hub Integra"),
  environment: textField("Onde a validação foi feita: sempre `sandbox`.", "sandbox"),
  instance: textField("O sandbox que assinou, pelo identificador da sua chave.", "TfXk2sHcRrWq0uVbN5yZ8LmAe3PdJg7iQo1tKx4SvMw"),
  checklist: list(
    namedObject("ReportItem", "Uma linha da lista, como foi cumprida.", {
      code: requirement,
      required: int32Field("Quantas vezes é pedido.", 4),
      count: int32Field("Quantas vezes contou.", 4),
      done: booleanField("Se está cumprido."),
    }),
    { description: "A lista de chamadas (especificação, 4.4)." },
  ),
  complete: booleanField("Se tudo está cumprido."),
  decision: nullable(textField("A decisão, um status; `null` = ainda não houve. Só `approved` admite em produção.", "approved")),
  decidedAt: nullable(
    dateTimeOutput({ description: "Quando foi decidida; `null` = ainda não.", examples: ["2026-11-20T09:52:48.000-03:00"] }),
  ),
  expiresAt: dateTimeField("Até quando o relatório admite.", "2027-02-18T09:52:48.000-03:00"),
  iat: int64Field("Quando foi assinado, em segundos desde 1970.", 1_795_179_168),
  exp: int64Field("Até quando admite, em segundos desde 1970.", 1_802_955_168),
});
const Validations = namedObject("ValidationList", "Validações técnicas.", {
  items: list(Summary, { description: "Da mais nova à mais antiga." }),
  links,
});

const sandboxOnly = { environments: ["sandbox"] } as const;
const seller = { ...sandboxOnly, api: "v1", audience: "seller", permission: "any", tag: "Validação técnica", confidential: true } as const;
const operator = {
  ...sandboxOnly,
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  tag: "Validação técnica",
  confidential: true,
} as const;
const own = "/api/v1/technical-validations";
const all = "/operator/v1/technical-validations";
const { validation_unknown, validation_under_way, validation_decided, validation_incomplete, date_past, too_many_watchers } =
  validationErrors;
const EVENT_STREAM = "text/event-stream";
const stream = {
  200: {
    description: "A lista a cada mudança, até a decisão.",
    mediaType: EVENT_STREAM,
    example: 'event: validation\ndata: {"status": "open", "complete": false}\n\n',
  },
};

export const startValidation = operation({
  ...seller,
  id: "startValidation",
  method: "POST",
  path: own,
  summary: "Inicia a validação técnica: as chamadas desta credencial passam a contar",
  description: "Faça as chamadas da lista com esta mesma credencial; o que se faz pelo portal não conta.",
  replies: {
    201: {
      description: "A validação.",
      schema: Validation,
      headers: { Location: { description: "Endereço da validação.", example: `/api/v1/technical-validations/${EXAMPLE_IDS.validation}` } },
    },
  },
  refuses: [validation_under_way],
});
export const listValidations = operation({
  ...seller,
  id: "listValidations",
  method: "GET",
  path: own,
  summary: "Lista as validações técnicas da aplicação para este lojista, da mais nova à mais antiga",
  description: "Também as decididas.",
  query: byStatus,
  replies: { 200: { description: "As validações.", schema: Validations }, 204: { description: "Nenhuma validação." } },
});
export const getValidation = operation({
  ...seller,
  id: "getValidation",
  method: "GET",
  path: `${own}/{validationId}`,
  summary: "Consulta uma validação técnica com sua lista",
  description: "A lista se preenche sozinha das chamadas; `missed` diz o que não contou.",
  parameters: ofValidation,
  replies: { 200: { description: "A validação.", schema: Validation } },
  refuses: [validation_unknown],
});
export const getReport = operation({
  ...seller,
  id: "getValidationReport",
  method: "GET",
  path: `${own}/{validationId}/report`,
  summary: "Baixa o relatório assinado; aprovado, ele admite a aplicação em produção",
  description: "Entregue `jws` a quem emite a credencial de produção.",
  parameters: ofValidation,
  replies: {
    200: {
      description: "O relatório, aberto e assinado (JWS, EdDSA).",
      schema: namedObject("ValidationReport", "O relatório de uma validação técnica.", {
        report: Report,
        jws: textField(
          "O relatório assinado (JWS, EdDSA): é ele que produção pede.",
          "eyJhbGciOiJFZERTQSJ9.eyJ2YWxpZGF0aW9uIjoidHZsXzEwMDEifQ.c2ln",
        ),
        links,
      }),
    },
  },
  refuses: [validation_unknown],
});
export const watchValidation = operation({
  ...seller,
  id: "watchValidation",
  method: "GET",
  path: `${own}/{validationId}/watch`,
  priority: "waits",
  summary: "Acompanha uma validação técnica (Server-Sent Events)",
  description: "A lista inteira a cada mudança; o fluxo acaba com a decisão.",
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
  description: "Filtre por status para ver as que esperam uma data.",
  query: byStatus,
  replies: { 200: { description: "As 100 mais novas.", schema: Validations }, 204: { description: "Nenhuma validação." } },
});
export const getAnyValidation = operation({
  ...operator,
  id: "getAnyValidation",
  method: "GET",
  path: `${all}/{validationId}`,
  summary: "Consulta uma validação técnica com sua lista",
  description: "A lista com as chamadas que não contaram, e por quê.",
  parameters: ofValidation,
  replies: { 200: { description: "A validação.", schema: Validation } },
  refuses: [validation_unknown],
});
export const listValidationCalls = operation({
  ...operator,
  id: "listValidationCalls",
  method: "GET",
  path: `${all}/{validationId}/calls`,
  summary: "Lista as chamadas que uma validação viu, na ordem em que vieram",
  description: "Cada uma com o que cumpre, ou por que não contou.",
  parameters: ofValidation,
  replies: {
    200: {
      description: "As chamadas.",
      schema: namedObject("ValidationCallList", "As chamadas que uma validação viu.", {
        items: list(
          namedObject(
            "ValidationCall",
            "Uma chamada que uma validação viu.",
            {
              requestId: requestIdField(),
              date: dateTimeField("Quando."),
              operation: textField("O `operationId`.", "putInvoiced"),
              status: int32Field("O status respondido.", 200),
              subject: optional(textField("Sku ou número do pedido.", EXAMPLE_IDS.order)),
              countsFor: optional(describedAs(requirement, { description: "O que ela cumpre; ausente = não contou." })),
              why: optional(why),
              message: optional(message),
              links,
            },
            { examples: [{ why: undefined, message: undefined }] },
          ),
          { description: "Na ordem em que vieram." },
        ),
        links,
      }),
    },
    204: { description: "Nenhuma chamada." },
  },
  refuses: [validation_unknown],
});
export const watchAnyValidation = operation({
  ...operator,
  id: "watchAnyValidation",
  method: "GET",
  path: `${all}/{validationId}/watch`,
  priority: "waits",
  summary: "Acompanha uma validação técnica (Server-Sent Events)",
  description: "A lista inteira a cada mudança; o fluxo acaba com a decisão.",
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
  description: "O integrador vê a data; até lá as chamadas contam.",
  parameters: ofValidation,
  body: namedObject("ScheduleBody", "A data marcada.", {
    at: dateTime({ epoch: true, description: "Quando será acompanhada.", examples: ["2030-01-15T14:00:00-03:00"] }),
  }),
  bodyExample: { at: "2030-01-15T14:00:00-03:00" },
  replies: { 200: { description: "A validação.", schema: Validation } },
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
  body: namedObject("DecisionBody", "A decisão.", {
    decision: lenientEnum(
      named(
        "ValidationDecision",
        enumOf(["approved", "refused"], {
          description: "A decisão.",
          meanings: { approved: "O relatório admite em produção; pede a lista completa.", refused: "Outra validação pode começar." },
        }),
      ),
    ),
    reason: optional(
      text({ minLength: 1, maxLength: 500, description: "O motivo, que o integrador lê.", examples: ["Faltou faturar dois pedidos"] }),
    ),
  }),
  bodyExample: { decision: "refused", reason: "Faltou faturar dois pedidos" },
  replies: { 200: { description: "A validação decidida.", schema: Validation } },
  refuses: [validation_unknown, validation_decided, validation_incomplete],
});

const Coverage = namedObject("Coverage", "Que métodos uma aplicação já usou com sucesso.", {
  clientId: textField("O `client_id` da aplicação.", EXAMPLE_IDS.client),
  sellerId: optional(describedAs(sellerId, { description: "O lojista por quem foram usados; ausente = nenhum ainda." })),
  complete: booleanField("Se todos foram usados: libera os próximos lojistas em produção.", false),
  used: list(
    namedObject("UsedOperation", "Um método já usado.", {
      operation: textField("O `operationId`.", "postProduct"),
      firstAt: dateTimeField("Quando foi usado com sucesso pela primeira vez."),
    }),
    { description: "Os já usados." },
  ),
  missing: list(text(), { description: "Os que faltam, por `operationId`.", examples: [["putCanceled"]] }),
  links,
});
export const getCoverage = operation({
  api: "v1",
  audience: "seller",
  permission: "any",
  tag: "Validação técnica",
  id: "getCoverage",
  method: "GET",
  path: "/api/v1/coverage",
  summary: "Mostra que métodos a aplicação já usou com sucesso por este lojista, e quais faltam",
  description: "Em produção, um segundo lojista só entra quando o primeiro usou todos.",
  replies: { 200: { description: "A cobertura.", schema: Coverage } },
});
export const getApplicationCoverage = operation({
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  tag: "Validação técnica",
  id: "getApplicationCoverage",
  method: "GET",
  path: "/operator/v1/applications/{clientId}/coverage",
  summary: "Mostra a cobertura do primeiro lojista de uma aplicação: completa, libera os próximos",
  description: "Vale para produção: diz o que falta.",
  parameters: object({ clientId: text({ maxLength: 100, description: "O `client_id` da aplicação.", examples: [EXAMPLE_IDS.client] }) }),
  replies: { 200: { description: "A cobertura.", schema: Coverage } },
  refuses: [validationErrors.application_not_found],
});
