import { operation } from "../platform/contract/operation.ts";
import { MOST_NAMED, severalOf } from "../platform/contract/list-filters.ts";
import {
  anything,
  extended,
  flag,
  integer,
  links,
  list,
  optional,
  record,
  shape,
  text,
  type TSchema,
} from "../platform/contract/schema.ts";
import { sellerErrors } from "../sellers/index.ts";
import { validationErrors } from "../technical-validation/index.ts";
import { inspectorErrors } from "./errors.ts";

const milliseconds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const ListedRequest = shape("LoggedRequest", {
  requestId: text(),
  date: text({ description: "Hora real em que chegou" }),
  operation: text(),
  method: text(),
  target: text({ description: "Endereço e consulta, mascarados" }),
  status: integer(),
  ms: integer({ ...milliseconds, description: "Quanto levou" }),
  codes: list(text(), { description: "Códigos da recusa" }),
  links,
});
const ListedAnyRequest = extended("AnyLoggedRequest", ListedRequest, {
  sellerId: optional(integer({ description: "Ausente nas chamadas de operadores e de quem não se identificou" })),
  clientId: optional(text()),
});

const headers = anything({ description: "Só os que não identificam ninguém" });
const kept = optional(
  anything({ description: 'O que o contrato nomeia, sem dados pessoais nem segredos; "***" foi mascarado, "…" encurtado' }),
);
const Detail = {
  language: text(),
  credentialId: optional(text()),
  request: shape("LoggedCall", { headers, body: kept }),
  response: shape("LoggedAnswer", { body: kept }),
  trace: list(anything(), { description: "O que a recusa encontrou, item por item" }),
  warnings: list(
    shape("CallWarning", {
      code: text(),
      parameter: optional(text({ description: "Da consulta: o nome do parâmetro, como veio" })),
      pointer: optional(text({ description: "Do corpo: JSON Pointer" })),
      message: text(),
      suggestions: list(text(), { description: "Os nomes mais próximos, até 3" }),
    }),
    { description: "O que a chamada enviou e foi ignorado; a resposta não muda por isso" },
  ),
  events: list(shape("CausedEvent", { id: text(), seq: integer(milliseconds), name: text(), resource: text(), date: text() }), {
    description: "Eventos que a chamada causou",
  }),
};

const filters = {
  operation: severalOf(text({ maxLength: 100 }), { description: "operationId", maxItems: MOST_NAMED }),
  status: severalOf(integer({ minimum: 100, maximum: 599 }), { maxItems: MOST_NAMED }),
  code: severalOf(text({ maxLength: 100 }), { description: "Código de recusa", maxItems: MOST_NAMED }),
  page: optional(integer({ minimum: 0, default: 0 })),
  size: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
};
const paged = (name: string, item: TSchema) => shape(name, { items: list(item), page: integer(), size: integer(), links });
const ErrorGroup = shape("RefusalGroup", {
  code: text(),
  operation: text(),
  count: integer(milliseconds),
  first: text(),
  last: text(),
  example: text(),
});
const ErrorGroups = shape("RefusalGroupList", { items: list(ErrorGroup), links });
const ofRequest = record({ requestId: text({ maxLength: 128, description: "X-Request-Id da resposta" }) });

const Replayed = shape("ReplayedCall", {
  operation: text(),
  status: integer(),
  body: optional(anything({ description: "O corpo respondido" })),
  links,
});

const bySeller = { api: "v1", audience: "seller", permission: "any", confidential: true } as const;
const byOperator = { api: "operator", audience: "operator", permission: ["support"], confidential: true } as const;
const NEWEST = "Entre as 20.000 chamadas mais novas.";

export const listRequests = operation({
  ...bySeller,
  id: "listRequests",
  method: "GET",
  path: "/api/v1/requests",
  load: "lists",
  summary: "Lista as chamadas da aplicação para este lojista, da mais nova à mais antiga",
  description: `${NEWEST} Uma chamada aparece em até 2 s.`,
  query: record(filters),
  replies: {
    200: { description: "Uma página de chamadas", schema: paged("LoggedRequestPage", ListedRequest) },
    204: { description: "Nenhuma chamada na página" },
  },
});
export const listRequestErrors = operation({
  ...bySeller,
  id: "listRequestErrors",
  method: "GET",
  path: "/api/v1/requests/errors",
  load: "lists",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação",
  replies: { 200: { description: "Os grupos, os maiores primeiro", schema: ErrorGroups } },
});
export const listApplicationRequests = operation({
  ...bySeller,
  id: "listApplicationRequests",
  method: "GET",
  path: "/api/v1/application/requests",
  load: "lists",
  summary: "Lista as chamadas da aplicação para todos os seus lojistas, da mais nova à mais antiga",
  description:
    "De até 1.000 lojistas ativos para os quais a aplicação tem credencial válida, entre as 20.000 chamadas mais novas repartidas por igual entre eles. Cada chamada se abre com uma credencial do seu lojista.",
  query: record(filters),
  replies: {
    200: {
      description: "Uma página de chamadas",
      schema: paged("SellerLoggedRequestPage", extended("SellerLoggedRequest", ListedRequest, { sellerId: integer() })),
    },
    204: { description: "Nenhuma chamada na página" },
  },
});
export const listApplicationRequestErrors = operation({
  ...bySeller,
  id: "listApplicationRequestErrors",
  method: "GET",
  path: "/api/v1/application/requests/errors",
  load: "lists",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação, de todos os lojistas da aplicação",
  replies: {
    200: {
      description: "Os grupos, os maiores primeiro",
      schema: shape("SellersRefusalGroupList", {
        items: list(
          extended("SellersRefusalGroup", ErrorGroup, { sellers: integer({ ...milliseconds, description: "Com quantos lojistas" }) }),
        ),
        links,
      }),
    },
  },
});
export const getRequest = operation({
  ...bySeller,
  id: "getRequest",
  method: "GET",
  path: "/api/v1/requests/{requestId}",
  load: "lists",
  summary: "Mostra uma chamada: o que foi pedido e respondido, os eventos que causou e como repeti-la",
  parameters: ofRequest,
  replies: {
    200: {
      description: "A chamada; a mais nova, se o requestId se repetiu",
      schema: extended("LoggedRequestDetail", ListedRequest, { ...Detail, replayable: flag(), curl: text() }),
    },
  },
  refuses: [inspectorErrors.request_unknown],
});
export const replayRequest = operation({
  ...bySeller,
  environments: ["sandbox"],
  id: "replayRequest",
  method: "POST",
  path: "/api/v1/requests/{requestId}/replay",
  load: "lists",
  summary: "Repete uma chamada com a credencial de quem pede",
  description:
    "Só no sandbox. Vale o que valeria agora: um pedido já faturado não se fatura de novo. Os eventos levam o requestId da repetição.",
  parameters: ofRequest,
  replies: {
    200: { description: "O que foi respondido", schema: Replayed },
  },
  refuses: [inspectorErrors.request_unknown, inspectorErrors.not_replayable],
});

export const replayValidationCall = operation({
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  confidential: true,
  environments: ["sandbox"],
  id: "replayValidationCall",
  method: "POST",
  path: "/operator/v1/technical-validations/{validationId}/calls/{requestId}/replay",
  load: "lists",
  summary: "Repete uma chamada que uma validação técnica viu",
  description:
    "Com as permissões da credencial que iniciou a validação, e em nome do operador: não conta para a lista. Vale o que valeria agora. Da resposta se mostra o que o registro de chamadas mostraria.",
  parameters: record({ validationId: text({ maxLength: 60, description: "Identificador da validação técnica" }), ...ofRequest.properties }),
  replies: { 200: { description: "O que foi respondido", schema: Replayed } },
  refuses: [
    validationErrors.validation_unknown,
    inspectorErrors.request_unknown,
    inspectorErrors.not_replayable,
    sellerErrors.scope_missing,
  ],
});

const sellerId = { sellerId: optional(integer({ minimum: 0, description: "0 = operadores e quem não se identificou" })) };
export const listEveryRequest = operation({
  ...byOperator,
  id: "listEveryRequest",
  method: "GET",
  path: "/operator/v1/requests",
  summary: "Lista as chamadas de um lojista ou de todos, da mais nova à mais antiga",
  description: NEWEST,
  query: record({ ...sellerId, ...filters }),
  replies: {
    200: { description: "Uma página de chamadas", schema: paged("AnyLoggedRequestPage", ListedAnyRequest) },
    204: { description: "Nenhuma chamada na página" },
  },
});
export const listEveryRequestError = operation({
  ...byOperator,
  id: "listEveryRequestError",
  method: "GET",
  path: "/operator/v1/requests/errors",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação, de um lojista ou de todos",
  query: record(sellerId),
  replies: { 200: { description: "Os grupos, os maiores primeiro", schema: ErrorGroups } },
});
export const getAnyRequest = operation({
  ...byOperator,
  id: "getAnyRequest",
  method: "GET",
  path: "/operator/v1/requests/{requestId}",
  summary: "Mostra uma chamada de qualquer lojista",
  description: "O papel support vê os campos sem os valores.",
  parameters: ofRequest,
  replies: { 200: { description: "A chamada", schema: extended("AnyLoggedRequestDetail", ListedAnyRequest, Detail) } },
  refuses: [inspectorErrors.request_unknown],
});

const count = () => optional(integer(milliseconds));
const unanswered = { unanswered: optional(flag({ description: "Esta parte não respondeu a tempo" })) };
const section = optional(anything({ description: "Contagens desta parte" }));
export const getHealth = operation({
  ...byOperator,
  confidential: false,
  id: "getHealth",
  method: "GET",
  path: "/operator/v1/health",
  summary: "Mostra o que espera, desde quando, e o que precisa de alguém",
  replies: {
    200: {
      description: "O trabalho em espera, por parte da casa; as contagens de requestLog e database são deste processo",
      schema: shape("Health", {
        date: text(),
        database: shape("DatabaseHealth", { open: integer(), idle: integer(), waiting: integer() }),
        validation: shape("ValidationHealth", {
          dueFamilies: count(),
          dueImages: count(),
          oldestDueAt: optional(text()),
          familiesSetAside: count(),
          ...unanswered,
        }),
        orders: shape("OrdersHealth", { dueSellers: count(), ...unanswered }),
        partitions: shape("PartitionsHealth", { furthestDay: count(), ...unanswered }),
        requestLog: shape("RequestLogHealth", { kept: count(), thinned: count(), dropped: count(), waiting: count(), ...unanswered }),
        notifications: section,
        audit: section,
        quotas: section,
        events: section,
        technicalValidation: section,
        links,
      }),
    },
  },
});
