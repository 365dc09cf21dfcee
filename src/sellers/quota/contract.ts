import {
  describedAs,
  enumOf,
  extendObject,
  int32Field,
  links,
  list,
  named,
  namedObject,
  operation,
  optional,
} from "../../platform/contract/index.ts";
import { LANES } from "./headers.ts";

const Quota = namedObject("Quota", "Uma cota, e o que resta dela.", {
  limit: int32Field("Chamadas por minuto.", 250),
  remaining: int32Field("Chamadas que restam agora.", 249),
  resetSeconds: int32Field("Segundos até a cota estar inteira.", 1),
  burst: int32Field("Chamadas que podem vir de uma vez.", 250),
});
const lane = named(
  "Lane",
  enumOf(LANES, {
    description: "A faixa da cota.",
    meanings: {
      default: "Todas as chamadas, menos as da faixa orders.",
      orders: "PUT de movimentos de pedidos, e check-in.",
      bulk: "Linhas de lotes: várias custam uma chamada.",
    },
  }),
);

/** The quota of one lane. */
export const LaneQuota = extendObject("LaneQuota", Quota, "A cota de uma faixa.", { lane });

export const getLimits = operation({
  id: "getLimits",
  api: "v1",
  method: "GET",
  path: "/api/v1/limits",
  audience: "seller",
  permission: "any",
  priority: "offers",
  tag: "Credenciais e cota",
  summary: "Consulta a cota da credencial e o que resta dela",
  description:
    "A faixa orders é reservada para movimentos de pedidos: o que se gasta em uma faixa não falta na outra. A própria consulta conta na faixa default.",
  replies: {
    200: {
      description: "As cotas e os tamanhos aceitos.",
      schema: namedObject(
        "Limits",
        "O que a credencial pode gastar.",
        {
          plan: int32Field("Chamadas por minuto do plano, em cada faixa.", 250),
          windowSeconds: int32Field("Segundos sobre os quais a cota é contada.", 60),
          lanes: list(LaneQuota, { description: "As faixas." }),
          ceiling: optional(describedAs(Quota, { description: "O teto da aplicação, somados todos os seus lojistas; ausente = não há." })),
          bulk: namedObject("BulkLimits", "O que um lote pode ter.", {
            rowsAtOnce: int32Field("Linhas de um arquivo que é feito na hora.", 200),
            bytesAtOnce: int32Field("Bytes de um arquivo que é feito na hora.", 1_048_576),
            maxRows: int32Field("Máximo de linhas de um lote.", 1_000_000),
            maxBytes: int32Field("Máximo de bytes de um lote.", 536_870_912),
            maxLineBytes: int32Field("Maior linha, em bytes.", 262_144),
            jobsAtOnce: int32Field("Lotes do lojista que se revezam.", 5),
            jobsWaiting: int32Field("Lotes que podem esperar atrás deles.", 20),
            rowsPerCall: int32Field("Linhas que custam uma chamada da faixa bulk.", 20),
            uploadHours: int32Field("Horas depois das quais um envio que parou é cancelado.", 24),
            pausedDays: int32Field("Dias depois dos quais um lote em pausa é cancelado.", 7),
          }),
          bodyLimitBytes: int32Field("Maior corpo, em bytes, onde a operação não diz outro.", 1_048_576),
          links,
        },
        { examples: [{ ceiling: undefined }] },
      ),
    },
  },
});
