import { enumOf, integer, lenientEnum, multiValueParameter, object, operation, optional } from "../platform/contract/index.ts";
import { commonOf, unknown } from "./contract-parts.ts";
import { MEDIA_TYPES, NDJSON } from "./media-types.ts";
import { XLSX_EXAMPLE } from "./formats/contract.ts";
import type { BulkKind } from "./row-ops.ts";
import { EXAMPLE_JOB, RESULT_EXAMPLE } from "./shapes.ts";

/** Longest time for which a call waits for results, in seconds. */
const MAX_WAIT_SECONDS = 30;

/** Reads the results of a job while it runs. */
export function resultsOperation(kind: BulkKind) {
  const { base, id, ofJob, confidential } = commonOf(kind);
  return operation({
    ...ofJob,
    ...confidential,
    id: id("list", "Results"),
    method: "GET",
    priority: "waits",
    path: `${base}/{jobId}/results`,
    summary: "Lê os resultados das linhas, na ordem do arquivo, enquanto o lote anda",
    description:
      "Uma linha JSON por resultado, até a primeira que ainda espera. Guarde `X-Next-After` e envie-o em `after`: nada se pula e nada se repete. Com `wait` a resposta espera por mais.",
    query: object({
      after: optional(integer({ minimum: 0, default: 0, description: "Só linhas de número maior.", examples: [1_200] })),
      limit: optional(
        integer({ minimum: 1, maximum: 100_000, default: 10_000, description: "Resultados por resposta, no máximo.", examples: [1_000] }),
      ),
      status: multiValueParameter(
        lenientEnum(enumOf(["failed"], { description: "Como a linha terminou.", meanings: { failed: "Foi recusada." } })),
        { description: "`failed` = só as linhas recusadas." },
      ),
      wait: optional(
        integer({
          minimum: 0,
          maximum: MAX_WAIT_SECONDS,
          default: 0,
          description: "Segundos para esperar por mais antes do 204.",
          examples: [20],
        }),
      ),
    }),
    replies: {
      200: {
        description: "Os resultados.",
        mediaType: NDJSON,
        example: RESULT_EXAMPLE,
        headers: { "X-Next-After": { description: "O `after` da próxima leitura.", example: "1200" } },
      },
      204: {
        description: "Nada de novo.",
        headers: { "X-Next-After": { description: "O `after` da próxima leitura.", example: "1200" } },
      },
    },
    refuses: [unknown],
  });
}

/** What differs between the files of failed rows. */
const ERROR_FILES = {
  ndjson: {
    what: "Errors",
    summary: "Baixa as linhas recusadas como foram enviadas, com o erro de cada uma",
    description: "Corrija e envie de novo: os campos `error_*` e `suggestion` são ignorados na entrada.",
    example: '{"op":"price","sku":"A","listPrice":1,"salePrice":2,"error_code":"sale_price_above_list_price"}',
  },
  csv: {
    what: "ErrorsCsv",
    summary: "Baixa as linhas recusadas como CSV, nas colunas do arquivo enviado",
    description:
      "As colunas, o delimitador e a codificação do arquivo enviado, e depois `error_code`, `error_pointer`, `error_message` e `suggestion`. Corrija as células e envie o arquivo como está: as quatro colunas são ignoradas na entrada.",
    example: "sku;estoque;error_code;error_pointer;error_message;suggestion",
  },
  xlsx: {
    what: "ErrorsXlsx",
    summary: "Baixa as linhas recusadas como planilha, nas colunas do arquivo enviado",
    description: "As mesmas colunas de errors.csv; textos ficam textos, com seus zeros à esquerda.",
    example: XLSX_EXAMPLE,
  },
} as const;

/** Downloads the failed rows of a job in a format. */
export function errorsOperation(kind: BulkKind, format: keyof typeof ERROR_FILES) {
  const { base, id, ofJob, confidential } = commonOf(kind);
  const { what, summary, description, example } = ERROR_FILES[format];
  const file = `attachment; filename="${EXAMPLE_JOB}-erros.${format}"`;
  return operation({
    ...ofJob,
    ...confidential,
    id: id("download", what),
    method: "GET",
    priority: "lists",
    path: `${base}/{jobId}/errors.${format}`,
    summary,
    description,
    replies: {
      200: {
        description: "As linhas recusadas.",
        mediaType: MEDIA_TYPES[format],
        example,
        headers: { "Content-Disposition": { description: "`attachment`, com o nome do arquivo.", example: file } },
      },
      204: { description: "Nenhuma linha recusada." },
    },
    refuses: [unknown],
  });
}
