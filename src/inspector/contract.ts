import {
  EXAMPLE_IDS,
  integer,
  MAX_FILTER_VALUES,
  multiValueParameter,
  object,
  operation,
  optional,
  PAGE_QUERY,
  text,
} from "../platform/contract/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import { validationErrors } from "../technical-validation/index.ts";
import { inspectorErrors } from "./errors.ts";
import {
  AnyLoggedRequest,
  AnyLoggedRequestDetail,
  DeprecationList,
  Health,
  LoggedRequest,
  LoggedRequestDetail,
  pageOf,
  RefusalGroupList,
  ReplayedCall,
  SellerLoggedRequest,
  SellersRefusalGroupList,
} from "./shapes.ts";

const filters = {
  operation: multiValueParameter(text({ maxLength: 100, examples: ["putInvoiced"] }), {
    description: "Só desta operação, por `operationId`.",
    maxItems: MAX_FILTER_VALUES,
  }),
  status: multiValueParameter(integer({ minimum: 100, maximum: 599, examples: [400] }), {
    description: "Só com este status.",
    maxItems: MAX_FILTER_VALUES,
  }),
  code: multiValueParameter(text({ maxLength: 100, examples: ["order_move_refused"] }), {
    description: "Só com este código de recusa.",
    maxItems: MAX_FILTER_VALUES,
  }),
  ...PAGE_QUERY,
};
const ofRequest = object({
  requestId: text({ maxLength: 128, description: "O `X-Request-Id` da resposta.", examples: [EXAMPLE_IDS.request] }),
});

const bySeller = { api: "v1", audience: "seller", permission: "any", tag: "Registro de chamadas", confidential: true } as const;
const byOperator = {
  api: "operator",
  audience: "operator",
  permission: ["support"],
  tag: "Registro de chamadas",
  confidential: true,
} as const;
const NEWEST = "Entre as 20.000 chamadas mais novas.";

export const listRequests = operation({
  ...bySeller,
  id: "listRequests",
  method: "GET",
  path: "/api/v1/requests",
  priority: "lists",
  summary: "Lista as chamadas da aplicação para este lojista, da mais nova à mais antiga",
  description: `${NEWEST} Uma chamada aparece em até 2 s.`,
  query: object(filters),
  replies: {
    200: { description: "Uma página de chamadas.", schema: pageOf("LoggedRequestPage", LoggedRequest) },
    204: { description: "Nenhuma chamada na página." },
  },
});
export const listRequestErrors = operation({
  ...bySeller,
  id: "listRequestErrors",
  method: "GET",
  path: "/api/v1/requests/errors",
  priority: "lists",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação",
  description: "Por onde começar quando algo é recusado: o grupo maior, e uma chamada dele.",
  replies: { 200: { description: "Os grupos, os maiores primeiro.", schema: RefusalGroupList } },
});
export const listApplicationRequests = operation({
  ...bySeller,
  id: "listApplicationRequests",
  method: "GET",
  path: "/api/v1/application/requests",
  priority: "lists",
  summary: "Lista as chamadas da aplicação para todos os seus lojistas, da mais nova à mais antiga",
  description:
    "De até 1.000 lojistas ativos para os quais a aplicação tem credencial válida, entre as 20.000 chamadas mais novas repartidas por igual entre eles. Cada chamada se abre com uma credencial do seu lojista.",
  query: object(filters),
  replies: {
    200: {
      description: "Uma página de chamadas.",
      schema: pageOf("SellerLoggedRequestPage", SellerLoggedRequest),
    },
    204: { description: "Nenhuma chamada na página." },
  },
});
export const listApplicationRequestErrors = operation({
  ...bySeller,
  id: "listApplicationRequestErrors",
  method: "GET",
  path: "/api/v1/application/requests/errors",
  priority: "lists",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação, de todos os lojistas da aplicação",
  description: "O mesmo erro em muitos lojistas costuma ser da integração.",
  replies: {
    200: {
      description: "Os grupos, os maiores primeiro.",
      schema: SellersRefusalGroupList,
    },
  },
});
export const getRequest = operation({
  ...bySeller,
  id: "getRequest",
  method: "GET",
  path: "/api/v1/requests/{requestId}",
  priority: "lists",
  summary: "Mostra uma chamada: o que foi pedido e respondido, os eventos que causou e como repeti-la",
  description: "`warnings` diz o que veio e foi ignorado, `curl` como repeti-la de fora.",
  parameters: ofRequest,
  replies: {
    200: {
      description: "A chamada; a mais nova, se o `requestId` se repetiu.",
      schema: LoggedRequestDetail,
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
  priority: "lists",
  summary: "Repete uma chamada com a credencial de quem pede",
  description:
    "Só no sandbox. Vale o que valeria agora: um pedido já faturado não se fatura de novo. Os eventos levam o requestId da repetição.",
  parameters: ofRequest,
  replies: {
    200: { description: "O que foi respondido.", schema: ReplayedCall },
  },
  refuses: [inspectorErrors.request_unknown, inspectorErrors.not_replayable],
});

export const replayValidationCall = operation({
  api: "operator",
  audience: "operator",
  permission: ["integration"],
  tag: "Validação técnica",
  confidential: true,
  environments: ["sandbox"],
  id: "replayValidationCall",
  method: "POST",
  path: "/operator/v1/technical-validations/{validationId}/calls/{requestId}/replay",
  priority: "lists",
  summary: "Repete uma chamada que uma validação técnica viu",
  description:
    "Com as permissões da credencial que iniciou a validação, e em nome do operador: não conta para a lista. Vale o que valeria agora. Da resposta se mostra o que o registro de chamadas mostraria.",
  parameters: object({
    validationId: text({ maxLength: 60, description: "Identificador da validação técnica.", examples: [EXAMPLE_IDS.validation] }),
    ...ofRequest.properties,
  }),
  replies: { 200: { description: "O que foi respondido.", schema: ReplayedCall } },
  refuses: [
    validationErrors.validation_unknown,
    inspectorErrors.request_unknown,
    inspectorErrors.not_replayable,
    sellerErrors.scope_missing,
  ],
});

const sellerId = {
  sellerId: optional(integer({ minimum: 0, description: "Só deste lojista; 0 = operadores e quem não se identificou.", examples: [1001] })),
};
export const listEveryRequest = operation({
  ...byOperator,
  id: "listEveryRequest",
  method: "GET",
  path: "/operator/v1/requests",
  summary: "Lista as chamadas de um lojista ou de todos, da mais nova à mais antiga",
  description: NEWEST,
  query: object({
    ...sellerId,
    ...filters,
    sku: optional(
      text({
        maxLength: 300,
        description: "Só as que dizem respeito a este produto; peça também `sellerId`.",
        examples: [EXAMPLE_IDS.sku],
      }),
    ),
  }),
  replies: {
    200: { description: "Uma página de chamadas.", schema: pageOf("AnyLoggedRequestPage", AnyLoggedRequest) },
    204: { description: "Nenhuma chamada na página." },
  },
});
export const listEveryRequestError = operation({
  ...byOperator,
  id: "listEveryRequestError",
  method: "GET",
  path: "/operator/v1/requests/errors",
  summary: "Agrupa as recusas das últimas 24 horas por código e operação, de um lojista ou de todos",
  description: "Sem `sellerId`, de todos.",
  query: object(sellerId),
  replies: { 200: { description: "Os grupos, os maiores primeiro.", schema: RefusalGroupList } },
});
export const getAnyRequest = operation({
  ...byOperator,
  id: "getAnyRequest",
  method: "GET",
  path: "/operator/v1/requests/{requestId}",
  summary: "Mostra uma chamada de qualquer lojista",
  description: "O papel support vê os campos sem os valores.",
  parameters: ofRequest,
  replies: { 200: { description: "A chamada.", schema: AnyLoggedRequestDetail } },
  refuses: [inspectorErrors.request_unknown],
});

export const listDeprecations = operation({
  ...byOperator,
  permission: ["integration"],
  confidential: false,
  id: "listDeprecations",
  method: "GET",
  path: "/operator/v1/deprecations",
  summary: "Lista o que vai sair da API, e quem ainda o usa",
  description: "O uso vem do registro de chamadas dos últimos 7 dias, ou de quantos dias ele guarda: decida a data por ele.",
  replies: {
    200: { description: "O que vai sair, por data; a lista fica vazia se nada vai.", schema: DeprecationList },
  },
});

export const getHealth = operation({
  ...byOperator,
  confidential: false,
  tag: "Saúde",
  id: "getHealth",
  method: "GET",
  path: "/operator/v1/health",
  summary: "Mostra o que espera, desde quando, e o que precisa de alguém",
  description: "Uma parte que não responde em 5 s vem com `unanswered`.",
  replies: { 200: { description: "O trabalho em espera, por parte da casa.", schema: Health } },
});
