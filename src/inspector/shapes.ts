import {
  anyField,
  booleanField,
  dateTimeField,
  describedAs,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  links,
  list,
  mapOf,
  namedObject,
  openEnum,
  optional,
  requestIdField,
  text,
  textField,
  textsField,
  type TSchema,
  UNCOUNTED_PAGE,
  WARNINGS,
} from "../platform/contract/index.ts";
import { sellerId } from "../sellers/index.ts";

// The wire shapes of the log of calls and of the health page.

/** A call as an item of a list. */
export const LoggedRequest = namedObject("LoggedRequest", "Uma chamada do registro.", {
  requestId: requestIdField(),
  date: dateTimeField("Hora real em que chegou."),
  operation: textField("O `operationId`.", "putInvoiced"),
  method: textField("O método.", "PUT"),
  target: textField("Endereço e consulta; o que o contrato não nomeia vem como `***`.", "/api/v1/orders?orderStatus=approved"),
  status: int32Field("O status respondido.", 400),
  ms: int64Field("Quanto levou, em milissegundos.", 12),
  codes: textsField("Códigos da recusa; vazio = não foi recusada.", ["order_move_refused"]),
  links,
});
/** A list item with its seller, for lists of all sellers of an application. */
export const SellerLoggedRequest = extendObject("SellerLoggedRequest", LoggedRequest, "Uma chamada do registro, com o seu lojista.", {
  sellerId,
});
/** A list item with its caller, for operators. */
export const AnyLoggedRequest = extendObject("AnyLoggedRequest", LoggedRequest, "Uma chamada do registro, de quem quer que seja.", {
  sellerId: optional(describedAs(sellerId, { description: "Ausente nas chamadas de operadores e de quem não se identificou." })),
  clientId: optional(textField("O `client_id` da aplicação; `person:…` quando foi uma pessoa no portal.", EXAMPLE_IDS.client)),
});

const kept = (example: unknown) =>
  optional(anyField("O que o contrato nomeia, sem dados pessoais nem segredos; `***` foi mascarado, `…` encurtado.", example));
/** A detail of a refusal, as stored in the log of calls. */
const Finding = namedObject(
  "LoggedFinding",
  "Um item de uma recusa, como o registro o guarda.",
  {
    code: optional(textField("Código da recusa.", "order_move_refused")),
    pointer: optional(textField("Onde; vazio = a requisição inteira.", "")),
    message: optional(textField("A recusa em uma frase.", "A entrega está em 'delivered', de onde nenhum movimento parte.")),
    received: optional(anyField("O que veio, encurtado.", "delivered")),
    allowed: optional(anyField("O que se aceita.", ["shipped"])),
    suggestions: optional(textsField("Os valores mais próximos.", ["shipped"])),
  },
  { examples: [{ received: undefined, allowed: undefined, suggestions: undefined }] },
);
const detail = {
  language: textField("O idioma da resposta.", "pt-BR"),
  credentialId: optional(textField("A credencial da chamada, ou a sessão de uma pessoa.", EXAMPLE_IDS.credential)),
  request: namedObject("LoggedCall", "O que foi pedido.", {
    headers: mapOf(text(), {
      description: "Os cabeçalhos que não identificam ninguém.",
      examples: [{ "content-type": "application/json" }],
    }),
    body: kept({ issueDate: "2026-11-20T09:52:48-03:00", number: "1234" }),
  }),
  response: namedObject("LoggedAnswer", "O que foi respondido.", { body: kept({ type: "Business_Logic_Error" }) }),
  trace: list(Finding, { description: "O que a recusa encontrou, item por item." }),
  warnings: list(
    namedObject(
      "CallWarning",
      "Algo que a chamada enviou e foi ignorado.",
      {
        code: openEnum(WARNINGS, { description: "O que foi ignorado; outros códigos podem surgir." }),
        parameter: optional(textField("Da consulta: o nome do parâmetro, como veio.", "status")),
        pointer: optional(textField("Do corpo: JSON Pointer.", "/manufacturCode")),
        message: textField("O mesmo em uma frase.", "status: esta operação não tem este parâmetro de consulta; ele foi ignorado."),
        suggestions: textsField("Os nomes mais próximos, até 3.", ["orderStatus"]),
      },
      { examples: [{ pointer: undefined }] },
    ),
    { description: "O que a chamada enviou e foi ignorado; a resposta não muda por isso." },
  ),
  events: list(
    namedObject("CausedEvent", "Um evento que uma chamada causou.", {
      id: textField("Identificador do evento.", EXAMPLE_IDS.event),
      seq: int64Field("Número do evento.", 43),
      name: textField("O nome do evento.", "order.status"),
      resource: textField("O recurso: `product/<sku>`, `order/<número>` e outros.", `order/${EXAMPLE_IDS.order}`),
      date: dateTimeField("Quando."),
    }),
    { description: "Eventos que a chamada causou.", examples: [[]] },
  ),
};
/** A call with all its logged data. */
export const LoggedRequestDetail = extendObject("LoggedRequestDetail", LoggedRequest, "Uma chamada, com o que se guarda dela.", {
  ...detail,
  replayable: booleanField("Se pode ser repetida com POST .../replay."),
  curl: textField(
    "A chamada como comando, com as credenciais por variáveis.",
    'curl -X PUT "$BASE/api/v1/orders/..." -H "client_id: $CLIENT_ID"',
  ),
});
/** A call with all its logged data and its caller, for operators. */
export const AnyLoggedRequestDetail = extendObject(
  "AnyLoggedRequestDetail",
  AnyLoggedRequest,
  "Uma chamada de quem quer que seja, com o que se guarda dela.",
  detail,
);

/** A page of calls. */
export const pageOf = (name: string, item: TSchema) =>
  namedObject(name, "Uma página do registro de chamadas.", {
    items: list(item, { description: "Da mais nova à mais antiga." }),
    ...UNCOUNTED_PAGE,
    links,
  });

const RefusalGroup = namedObject("RefusalGroup", "As recusas com um código em uma operação.", {
  code: textField("Código da recusa.", "order_move_refused"),
  operation: textField("O `operationId`.", "putInvoiced"),
  count: int64Field("Quantas.", 12),
  first: dateTimeField("A primeira."),
  last: dateTimeField("A última."),
  example: requestIdField("Uma delas: o seu `X-Request-Id`."),
});
/** Refusals grouped by code and operation. */
export const RefusalGroupList = namedObject("RefusalGroupList", "Recusas, agrupadas.", {
  items: list(RefusalGroup, { description: "Os maiores grupos primeiro." }),
  links,
});
/** Refusals of all sellers of an application, grouped by code and operation. */
export const SellersRefusalGroupList = namedObject("SellersRefusalGroupList", "Recusas de todos os lojistas de uma aplicação, agrupadas.", {
  items: list(
    extendObject("SellersRefusalGroup", RefusalGroup, "Um grupo, com quantos lojistas tem.", {
      sellers: int64Field("Com quantos lojistas.", 3),
    }),
    { description: "Os maiores grupos primeiro." },
  ),
  links,
});

/** The answer to a replayed call. */
export const ReplayedCall = namedObject("ReplayedCall", "O que uma chamada repetida respondeu.", {
  operation: textField("O `operationId`.", "getStock"),
  status: int32Field("O status respondido.", 200),
  body: optional(anyField("O corpo respondido.", { sku: EXAMPLE_IDS.sku, available: 25 })),
  links,
});

const DeprecationUse = namedObject("DeprecationUse", "Uma aplicação que ainda usa.", {
  clientId: textField("A aplicação.", EXAMPLE_IDS.client),
  name: optional(textField("O nome dela.", "Hub Exemplo")),
  sellers: int32Field("Por quantos lojistas.", 3),
  calls: int64Field("Chamadas no período.", 420),
  lastAt: dateTimeField("A última."),
});
/** What will be removed from the API, and who still uses it. */
export const DeprecationList = namedObject("DeprecationList", "O que vai sair da API.", {
  since: dateTimeField("Desde quando o uso foi contado."),
  items: list(
    namedObject("Deprecation", "Uma operação, um parâmetro ou um campo que vai sair.", {
      code: textField("Identificador.", "orders-expands"),
      operation: textField("A operação.", "listOrders"),
      part: optional(textField("O parâmetro ou campo; ausente = a operação inteira.", "query expands")),
      deprecatedAt: dateTimeField("Desde quando não se deve usar."),
      sunsetAt: dateTimeField("A partir de quando pode sair."),
      instead: textField("O que usar no lugar.", "Use `expand`."),
      guide: textField("A página que explica.", "/docs/guides/pt-BR/changes.md"),
      calls: int64Field("Chamadas no período, de todos.", 420),
      applications: list(DeprecationUse, { description: "Quem ainda usa, de mais a menos." }),
    }),
    { description: "Por data de saída." },
  ),
  links,
});

const count = (description: string, example: number) => optional(int64Field(description, example));
const unanswered = { unanswered: optional(booleanField("Esta parte não respondeu a tempo.")) };
const answered = { examples: [{ unanswered: undefined }] };
/** The sections of the health page. */
export const Health = namedObject("Health", "O que espera, e desde quando; as contagens de requestLog e database são deste processo.", {
  date: dateTimeField("Quando se olhou."),
  database: namedObject("DatabaseHealth", "As conexões com o banco.", {
    open: int32Field("Abertas.", 6),
    idle: int32Field("Sem uso agora.", 5),
    waiting: int32Field("Quem espera por uma.", 0),
  }),
  validation: namedObject(
    "ValidationHealth",
    "A validação de produtos.",
    {
      dueFamilies: count("Famílias à espera.", 0),
      dueImages: count("Imagens à espera.", 0),
      oldestDueAt: optional(dateTimeField("A mais antiga espera desde.")),
      familiesSetAside: count("Famílias postas de lado por um defeito: precisam de alguém.", 0),
      ...unanswered,
    },
    answered,
  ),
  reviews: namedObject(
    "ReviewsHealth",
    "A fila da revisão.",
    {
      firstDueAt: optional(dateTimeField("O prazo que vence antes de todos; ausente quando nada espera.")),
      overdueHours: count("Há quantas horas esse prazo passou; 0 = não passou.", 0),
      ...unanswered,
    },
    answered,
  ),
  changeWarnings: namedObject(
    "ChangeWarningsHealth",
    "Os avisos de mudanças.",
    {
      dueWarnings: count("Mudanças à espera de contagem ou aviso.", 0),
      oldestDueAt: optional(dateTimeField("A mais antiga espera desde.")),
      ...unanswered,
    },
    answered,
  ),
  changes: namedObject(
    "ChangesHealth",
    "A conferência de pedidos de mudança.",
    {
      dueChanges: count("Pedidos à espera.", 0),
      oldestDueAt: optional(dateTimeField("O mais antigo espera desde.")),
      changesSetAside: count("Pedidos postos de lado por um defeito: precisam de alguém.", 0),
      ...unanswered,
    },
    answered,
  ),
  orders: namedObject(
    "OrdersHealth",
    "Os prazos de pedidos.",
    { dueSellers: count("Lojistas com prazos vencidos.", 0), ...unanswered },
    answered,
  ),
  jobs: namedObject(
    "JobsHealth",
    "Os trabalhos de fundo.",
    {
      behind: optional(
        list(
          namedObject("JobBehind", "Um trabalho atrasado mais de um minuto.", {
            job: textField("Qual.", "validation"),
            dueSince: dateTimeField("Desde quando o mais antigo devia estar feito."),
          }),
          { description: "Os atrasados; vazio = nenhum." },
        ),
      ),
      ...unanswered,
    },
    answered,
  ),
  partitions: namedObject(
    "PartitionsHealth",
    "As tabelas por dia.",
    { furthestDay: count("O último dia que tem tabela, em dias desde 1970.", 20_780), ...unanswered },
    answered,
  ),
  requestLog: namedObject(
    "RequestLogHealth",
    "O registro de chamadas.",
    {
      kept: count("Chamadas guardadas.", 1200),
      thinned: count("Chamadas que a amostragem deixou de fora, por serem muitas.", 0),
      dropped: count("Chamadas que se perderam: a fila estava cheia ou o banco não gravou.", 0),
      waiting: count("À espera de serem guardadas.", 2),
      ...unanswered,
    },
    answered,
  ),
  notifications: optional(
    namedObject(
      "NotificationsHealth",
      "As notificações.",
      {
        endpoints: count("Endereços registrados.", 12),
        behind: count("Eventos que os endereços ligados ainda não leram.", 3),
        failing: count("Endereços cujas entregas estão falhando.", 1),
        circuitsOpen: count("Endereços em pausa, de tanto falhar.", 0),
        disabled: count("Endereços desligados.", 1),
        pending: count("Entregas à espera de nova tentativa.", 2),
        dead: count("Entregas de que se desistiu.", 0),
        oldestPending: optional(dateTimeField("A mais antiga espera desde.")),
        ...unanswered,
      },
      answered,
    ),
  ),
  audit: optional(
    namedObject(
      "AuditHealth",
      "O último dia da auditoria que tem registros; vazio = não há nenhum.",
      {
        day: optional(textField("O dia.", "2026-11-20")),
        rows: count("Quantos registros tem.", 218),
        head: optional(textField("O hash do último, em hexadecimal.", "9f2c".repeat(16))),
        ...unanswered,
      },
      answered,
    ),
  ),
  quotas: optional(
    namedObject(
      "QuotasHealth",
      "As cotas.",
      { callsHeld: count("Chamadas que este processo reservou e não usou.", 40), ...unanswered },
      answered,
    ),
  ),
  bulk: optional(
    namedObject(
      "BulkHealth",
      "Os lotes.",
      {
        waitingJobs: count("Lotes com linhas à espera.", 0),
        waitingChunks: count("Partes de lotes à espera.", 0),
        ...unanswered,
      },
      answered,
    ),
  ),
  links,
});
