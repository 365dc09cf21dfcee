import {
  Action,
  booleanField,
  dateTimeField,
  describedAs,
  enumOf,
  ErrorDetail,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  links,
  linksOf,
  list,
  named,
  namedObject,
  openEnum,
  optional,
  requestIdField,
  textField,
} from "../platform/contract/index.ts";
import { BulkAssumptions } from "./formats/contract.ts";
import { type BulkKind, OPS_OF_KIND, ROW_OPS, type RowOpName } from "./row-ops.ts";
import { BULK_FORMATS } from "./row.ts";
import { BULK_REASONS, BULK_STATES, type BulkState } from "./states.ts";

/** An id of a job in examples. */
export const EXAMPLE_JOB = "blk_7Qm2ZxV4Lk9RtYw1Ab3C";

/** The state of a job. */
export const BulkJobState = named(
  "BulkJobState",
  enumOf(Object.keys(BULK_STATES) as BulkState[], { description: "Onde o lote está.", meanings: BULK_STATES }),
);
const FORMATS = { ndjson: "Um objeto JSON por linha.", csv: "Texto separado por vírgula ou ponto e vírgula.", xlsx: "Planilha." };
/** The format of a file. */
export const BulkFormat = named("BulkFormat", enumOf(BULK_FORMATS, { description: "O formato do arquivo.", meanings: FORMATS }));

/** The operation of rows of a kind of job. */
export const rowOp = (kind: BulkKind) =>
  named(
    kind === "catalog" ? "BulkOp" : "BulkOrderOp",
    enumOf(OPS_OF_KIND[kind], {
      description: "O que fazer com a linha.",
      meanings: Object.fromEntries(OPS_OF_KIND[kind].map((name) => [name, ROW_OPS[name].meaning])) as Record<RowOpName, string>,
    }),
  );

const ROWS = {
  received: int32Field("Linhas recebidas até agora.", 1_200),
  total: optional(int32Field("Linhas ao todo; ausente enquanto o envio não termina e nada foi anunciado.", 1_200)),
  accepted: int32Field("Linhas que tiveram efeito.", 1_180),
  failed: int32Field("Linhas recusadas; o resultado de cada uma diz por quê.", 12),
  unchanged: int32Field("Linhas cujo valor já era esse.", 3),
  waiting: int32Field("Linhas que ainda não começaram.", 5),
  canceled: int32Field("Linhas que não começarão mais.", 0),
};
const LEADS = {
  self: "O lote.",
  results: "Os resultados, linha por linha.",
  errors: "As linhas recusadas, prontas para corrigir e reenviar.",
  input: "O conteúdo como foi enviado; HEAD diz até onde chegou.",
  cancel: "DELETE cancela.",
};

const jobFields = (kind: BulkKind) => ({
  id: textField("Código do lote.", EXAMPLE_JOB),
  name: optional(textField("O nome que o criador deu.", "preços da noite")),
  state: BulkJobState,
  reason: optional(openEnum(BULK_REASONS, { description: "Por que está em pausa ou cancelado." })),
  op: optional(rowOp(kind)),
  format: BulkFormat,
  assumed: optional(describedAs(BulkAssumptions, { description: "O que se supôs ao ler o arquivo; ausente em NDJSON." })),
  dryRun: optional(booleanField("Só julga as linhas; nada é gravado.")),
  ...(kind === "catalog" ? { changeRequests: optional(booleanField("Linhas de produtos fechados pedem uma mudança.")) } : {}),
  reverts: optional(textField("O lote cujos preços e estoques este desfaz.", EXAMPLE_JOB)),
  ...ROWS,
  receivedBytes: int64Field("Bytes recebidos.", 96_000),
  contentComplete: booleanField("Se o envio terminou."),
  rowsPerSecond: int32Field("Linhas por segundo até agora; 0 = nenhuma começou.", 20_000),
  etaSeconds: optional(int32Field("Segundos até terminar, neste ritmo; ausente = não se sabe.", 1)),
  createdAt: dateTimeField("Quando foi criado."),
  startedAt: optional(dateTimeField("Quando a primeira linha começou.")),
  pausedAt: optional(dateTimeField("Desde quando está em pausa; depois de `bulk.pausedDays` dias, em /limits, o lote é cancelado.")),
  finishedAt: optional(dateTimeField("Quando terminou ou foi cancelado.")),
  canceledBy: optional(textField("Quem cancelou: `credential`, `operator` ou `timer`.", "credential")),
});

const ABSENT = {
  reason: undefined,
  assumed: undefined,
  dryRun: undefined,
  changeRequests: undefined,
  reverts: undefined,
  pausedAt: undefined,
  finishedAt: undefined,
  canceledBy: undefined,
};

/** A job of products, prices and stocks. v2 resources use `_links`, v1 resources `links` (seed 2.8). */
export const BulkJob = namedObject(
  "BulkJob",
  "Um lote: muitas linhas de uma vez, cada uma como a chamada que faz o mesmo.",
  { ...jobFields("catalog"), _links: linksOf("BulkJobLinks", LEADS) },
  { examples: [ABSENT] },
);
/** A job of moves of orders. */
export const BulkOrderJob = namedObject(
  "BulkOrderJob",
  "Um lote de movimentos de pedidos.",
  { ...jobFields("orders"), links },
  { examples: [ABSENT] },
);

const BulkResult = namedObject(
  "BulkResult",
  "O resultado de uma linha.",
  {
    row: int32Field("Número da linha, de 1 em diante; linhas em branco não contam.", 17),
    line: optional(int32Field("De CSV e XLSX: a linha do arquivo em que ela começa; ausente em NDJSON.", 18)),
    ref: optional(textField("O código que a linha trouxe.", "linha-17")),
    sku: optional(textField("O produto.", EXAMPLE_IDS.sku)),
    orderNumber: optional(textField("O pedido.", EXAMPLE_IDS.order)),
    status: optional(int32Field("O status HTTP que a chamada avulsa daria; ausente em linhas canceladas.", 202)),
    outcome: named(
      "BulkOutcome",
      enumOf(["accepted", "unchanged", "failed", "canceled"], {
        description: "O que houve com a linha.",
        meanings: {
          accepted: "Teve efeito.",
          unchanged: "O valor já era esse; nada foi gravado.",
          failed: "Recusada; `details` diz por quê.",
          canceled: "Não começou, porque o lote foi cancelado.",
        },
      }),
    ),
    effect: optional(
      named(
        "BulkEffect",
        enumOf(["created", "updated"], { description: "De um produto.", meanings: { created: "Criado.", updated: "Alterado." } }),
      ),
    ),
    changeRequestId: optional(
      textField("O pedido de mudança que a linha abriu, porque o produto está fechado; preço e estoque já valem.", EXAMPLE_IDS.change),
    ),
    code: optional(textField("O código da primeira recusa.", "sale_price_above_list_price")),
    details: optional(list(ErrorDetail, { description: "As recusas, como nas chamadas avulsas; o ponteiro é da linha." })),
    actions: optional(
      list(Action, { description: "O que se pode pedir em vez disso, como na chamada avulsa: de um produto fechado, `changes`." }),
    ),
    requestId: requestIdField("O que fica no livro, na história e nos eventos que a linha causou."),
  },
  {
    examples: [
      {
        line: undefined,
        orderNumber: undefined,
        effect: undefined,
        changeRequestId: undefined,
        code: undefined,
        details: undefined,
        actions: undefined,
        requestId: `${EXAMPLE_JOB}.17`,
      },
    ],
  },
);

const results = list(BulkResult, { description: "Os resultados, na ordem das linhas." });

/** A job that was done at once, with the results of its rows. */
export const DoneBulkJob = extendObject("DoneBulkJob", BulkJob, "Um lote feito na hora.", { results }, { examples: [ABSENT] });
/** A job of moves of orders that was done at once. */
export const DoneBulkOrderJob = extendObject(
  "DoneBulkOrderJob",
  BulkOrderJob,
  "Um lote de pedidos feito na hora.",
  { results },
  { examples: [ABSENT] },
);

/** What a line of results looks like, for answers that are not JSON. */
export const RESULT_EXAMPLE = `{"row":17,"sku":"${EXAMPLE_IDS.sku}","status":202,"outcome":"accepted","requestId":"${EXAMPLE_JOB}.17"}`;
