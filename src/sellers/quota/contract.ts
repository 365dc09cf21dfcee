import { operation } from "../../platform/contract/operation.ts";
import { extended, integer, links, list, named, oneOfWords, optional, saying, shape } from "../../platform/contract/schema.ts";
import { LANES } from "./headers.ts";

const Quota = shape("Quota", {
  limit: integer({ description: "Chamadas por minuto" }),
  remaining: integer({ description: "Chamadas que restam agora" }),
  resetSeconds: integer({ description: "Segundos até a cota estar inteira" }),
  burst: integer({ description: "Chamadas que podem vir de uma vez" }),
});

export const getLimits = operation({
  id: "getLimits",
  api: "v1",
  method: "GET",
  path: "/api/v1/limits",
  audience: "seller",
  permission: "any",
  load: "offers",
  summary: "Consulta a cota da credencial e o que resta dela",
  description:
    "A faixa orders é reservada para movimentos de pedidos: o que se gasta em uma faixa não falta na outra. A própria consulta conta na faixa default.",
  replies: {
    200: {
      description: "As cotas e os tamanhos aceitos",
      schema: shape("Limits", {
        plan: integer({ description: "Chamadas por minuto do plano, em cada faixa" }),
        windowSeconds: integer(),
        lanes: list(extended("LaneQuota", Quota, { lane: named("Lane", oneOfWords(LANES)) })),
        ceiling: optional(saying(Quota, { description: "O teto da aplicação, somados todos os seus lojistas" })),
        bodyLimitBytes: integer({ description: "Maior corpo, onde a operação não diz outro" }),
        links,
      }),
    },
  },
});
