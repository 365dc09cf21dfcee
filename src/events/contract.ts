import { integer, links, list, namedObject, object, operation, optional, text } from "../platform/contract/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import { eventErrors } from "./errors.ts";
import { Event, OperatorEvent } from "./shapes.ts";

/** Maximum and default number of events per page. */
export const PAGE_LIMITS = { max: 500, default: 100 } as const;
/** Maximum wait for a new event, in seconds. */
const MAX_WAIT_SECONDS = 30;
const MAX_SEQ = Number.MAX_SAFE_INTEGER;

const limit = (maximum: number) =>
  optional(
    integer({
      minimum: 1,
      maximum,
      default: PAGE_LIMITS.default,
      description: "Eventos por resposta, no máximo.",
      examples: [PAGE_LIMITS.default],
    }),
  );

export const listEvents = operation({
  api: "v1",
  audience: "seller",
  permission: "notifications",
  priority: "waits",
  tag: "Eventos",
  id: "listEvents",
  method: "GET",
  path: "/api/v1/events",
  summary: "Lê o que aconteceu com produtos e pedidos, do mais antigo ao mais novo",
  description:
    "Guarde o `seq` do último evento tratado e envie-o em `after`: nada se pula e nada se repete. Com `wait` a resposta espera por algo novo. Precisa da permissão notifications, ou de products e orders.",
  query: object({
    after: optional(
      integer({
        minimum: 0,
        maximum: MAX_SEQ,
        default: 0,
        description: "Só eventos de `seq` maior; ausente ou 0 = do mais antigo mostrado em diante.",
        examples: [42],
      }),
    ),
    limit: limit(PAGE_LIMITS.max),
    wait: optional(
      integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: "Segundos para esperar por algo novo antes do 204.",
        examples: [20],
      }),
    ),
  }),
  replies: {
    200: {
      description: "Os eventos; `links.next` leva aos que virão depois.",
      schema: namedObject("EventList", "Eventos de um lojista.", {
        items: list(Event, { description: "Do mais antigo ao mais novo." }),
        links,
      }),
    },
    204: { description: "Nada novo." },
  },
  refuses: [eventErrors.events_expired, eventErrors.too_many_waiting, eventErrors.waiting_full],
});

export const listSellerEvents = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  tag: "Eventos e notificações",
  id: "listSellerEvents",
  method: "GET",
  path: "/operator/v1/events",
  summary: "Lê os eventos de um lojista, ou os mais novos de todos",
  description:
    "Com `after`, do mais antigo ao mais novo; sem, do mais novo ao mais antigo. Sem `sellerId`, só os das últimas 24 horas. O papel support vê em `actor` o tipo de quem fez, sem o código.",
  query: object({
    sellerId: optional(integer({ minimum: 1, description: "Só deste lojista.", examples: [1001] })),
    after: optional(integer({ minimum: 0, maximum: MAX_SEQ, description: "Só eventos de `seq` maior; pede `sellerId`.", examples: [42] })),
    resource: optional(
      text({
        maxLength: 400,
        description: "`product/<sku>` ou `order/<número>`; pede `sellerId`.",
        examples: ["order/217350000584167"],
      }),
    ),
    limit: limit(PAGE_LIMITS.default),
  }),
  replies: {
    200: {
      description: "Os eventos.",
      schema: namedObject("OperatorEventList", "Eventos de todos os lojistas.", {
        items: list(OperatorEvent, { description: "Os eventos." }),
        links,
      }),
    },
    204: { description: "Nenhum evento." },
  },
  refuses: [eventErrors.event_seller_missing, sellerErrors.seller_unknown],
});
