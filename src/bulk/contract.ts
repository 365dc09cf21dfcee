import { PreferenceApplied } from "../catalog/index.ts";
import {
  bool,
  describedAs,
  integer,
  links,
  list,
  multiValueParameter,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  PageLinks,
  text,
} from "../platform/contract/index.ts";
import { APIS } from "./apis.ts";
import { commonOf, jobId, unknown } from "./contract-parts.ts";
import { bulkErrors } from "./errors.ts";
import { mappingParameter } from "./formats/contract.ts";
import { fileErrors } from "./formats/errors.ts";
import { NDJSON, PART_TYPES, UPLOAD_TYPES } from "./media-types.ts";
import { errorsOperation, resultsOperation } from "./results-contract.ts";
import type { BulkKind } from "./row-ops.ts";
import { BulkFormat, BulkJob, BulkJobState, EXAMPLE_JOB, rowOp } from "./shapes.ts";

const MAX_ROWS = 1_000_000;

const UPLOAD_OFFSET = { description: "Bytes recebidos; o próximo PATCH começa aqui.", example: "96000" };
const UPLOAD_HEADERS = {
  "Upload-Offset": UPLOAD_OFFSET,
  "Upload-Complete": { description: "`?1` quando o conteúdo está completo, senão `?0`.", example: "?0" },
};
const uploadHeaders = object({
  "Upload-Offset": integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "O byte em que esta parte começa.",
    examples: [96_000],
  }),
  "Upload-Complete": optional(
    text({ pattern: "^\\?[01]$", description: "`?1` na última parte; ausente ou `?0` nas outras.", examples: ["?1"] }),
  ),
});

const op = (kind: BulkKind) =>
  optional(
    describedAs(rowOp(kind), {
      description: "A operação das linhas que não dizem a sua.",
      examples: [kind === "catalog" ? "stock" : "order.shipped"],
    }),
  );
const dryRun = optional(bool({ description: "`true` = julga todas as linhas e não grava nada.", examples: [true] }));
const name = optional(text({ maxLength: 200, description: "Um nome para reconhecer o lote.", examples: ["preços da noite"] }));
const sha256 = optional(
  text({
    pattern: "^[0-9a-fA-F]{64}$",
    description: "SHA-256 do conteúdo inteiro, em hexadecimal; com ele nenhuma linha começa antes de conferir.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  }),
);

const Prefer = object({
  Prefer: optional(
    text({
      maxLength: 300,
      description: {
        "pt-BR":
          "`change-request`: linhas `product` de produtos fechados pedem uma mudança em vez de serem recusadas. Outras preferências são ignoradas.",
        en: "`change-request`: `product` rows of closed products ask for a change instead of being refused. Other preferences are ignored.",
      },
      examples: ["change-request"],
    }),
  ),
});

/** Jobs of orders have no products, so they open no change requests. */
const NO_HEADERS = object({}) as unknown as typeof Prefer;

function createOperation(kind: BulkKind) {
  const { base, id, Job, common, confidential } = commonOf(kind);
  const { Done, what } = APIS[kind];
  const location = { Location: { description: "Endereço do lote.", example: `${base}/${EXAMPLE_JOB}` } };
  const headers = kind === "catalog" ? { ...location, ...PreferenceApplied } : location;
  return operation({
    ...common,
    ...confidential,
    id: id("create", "Job"),
    method: "POST",
    path: base,
    summary: `Envia muitas linhas de ${what} de uma vez`,
    description:
      "Um arquivo no corpo: até 200 linhas e 1 MiB, no máximo 16 de um mesmo produto ou pedido, é feito na hora (200, ou 206 se alguma linha falhou); maior vira um lote (202). Um corpo JSON só cria o lote, cujo conteúdo chega em partes por PATCH. Em NDJSON, cada linha é um objeto com `op`, `sku` (ou `orderNumber` e `shippingCode`), `ref` opcional e o corpo da chamada avulsa. Em CSV e XLSX, a primeira linha diz as colunas: um JSON Pointer, o nome no modelo do tipo de produto, ou um nome comum em português.",
    query: object({ op: op(kind), name, dryRun, sha256, mapping: mappingParameter }),
    headers: kind === "catalog" ? Prefer : NO_HEADERS,
    uploads: Object.keys(UPLOAD_TYPES),
    body: namedObject(
      kind === "catalog" ? "BulkJobBody" : "BulkOrderJobBody",
      "Um lote cujo conteúdo chega em partes.",
      {
        op: op(kind),
        name,
        format: optional(
          describedAs(BulkFormat, { description: "O formato do conteúdo que virá; ausente = `ndjson`.", examples: ["csv"] }),
        ),
        rows: optional(
          integer({ minimum: 1, maximum: MAX_ROWS, description: "Quantas linhas virão, para o progresso.", examples: [100_000] }),
        ),
        sha256,
      },
      { examples: [{ sha256: undefined, format: undefined }] },
    ),
    bodyExample: { name: "preços da noite", rows: 100_000 },
    replies: {
      200: { description: "Tudo feito; nenhuma linha falhou.", schema: Done, headers },
      201: {
        description: "O lote espera o conteúdo.",
        schema: Job,
        headers,
      },
      202: {
        description: "O lote segue; acompanhe os resultados.",
        schema: Job,
        headers,
      },
      206: { description: "Tudo tratado; alguma linha falhou.", schema: Done, headers },
    },
    refuses: [
      bulkErrors.bulk_jobs_full,
      bulkErrors.bulk_not_ndjson,
      bulkErrors.bulk_too_large,
      bulkErrors.bulk_upload_incomplete,
      bulkErrors.bulk_key_reused,
      fileErrors.column_unknown,
      fileErrors.mapping_malformed,
      fileErrors.xlsx_inflates_too_much,
    ],
  });
}

function listOperation(kind: BulkKind) {
  const { base, id, Job, common } = commonOf(kind);
  return operation({
    ...common,
    id: id("list", "Jobs"),
    method: "GET",
    priority: "lists",
    path: base,
    summary: "Lista os lotes dos últimos 30 dias, do mais novo ao mais antigo",
    description: "Os contadores de um lote em andamento são os deste instante.",
    query: object({
      ...PAGE_QUERY,
      state: multiValueParameter(BulkJobState, { description: "Só lotes nestes estados.", examples: [["running"]] }),
    }),
    replies: {
      200: {
        description: "Uma página de lotes.",
        schema: namedObject(kind === "catalog" ? "BulkJobPage" : "BulkOrderJobPage", "Uma página de lotes.", {
          items: list(Job, { description: "Os lotes." }),
          ...PAGE_COUNTS,
          ...(kind === "catalog" ? { _links: PageLinks } : { links }),
        }),
      },
      204: { description: "Nenhum lote na página." },
    },
  });
}

function getOperation(kind: BulkKind) {
  const { base, id, ofJob, job } = commonOf(kind);
  return operation({
    ...ofJob,
    id: id("get", "Job"),
    method: "GET",
    path: `${base}/{jobId}`,
    summary: "Consulta um lote: estado, contadores e ritmo",
    description: "Os contadores são os deste instante.",
    replies: job,
    refuses: [unknown],
  });
}

function cancelOperation(kind: BulkKind) {
  const { base, id, ofJob, job } = commonOf(kind);
  return operation({
    ...ofJob,
    id: id("cancel", "Job"),
    method: "DELETE",
    path: `${base}/{jobId}`,
    summary: "Cancela um lote, em qualquer estado",
    description:
      "Quando a resposta chega, nenhuma outra linha começa. O que foi feito fica feito e listado; um lote que já terminou volta como está.",
    replies: job,
    refuses: [unknown],
  });
}

function appendOperation(kind: BulkKind) {
  const { base, id, Job, ofJob } = commonOf(kind);
  return operation({
    ...ofJob,
    id: id("append", "Content"),
    method: "PATCH",
    path: `${base}/{jobId}/content`,
    summary: "Envia uma parte do conteúdo, a partir do byte em que o lote está",
    description: "As linhas começam assim que chegam inteiras. Se a conexão cair, HEAD diz o byte em que continuar.",
    headers: uploadHeaders,
    uploads: PART_TYPES,
    replies: {
      200: { description: "A parte foi guardada.", schema: Job, headers: UPLOAD_HEADERS },
    },
    refuses: [
      unknown,
      bulkErrors.bulk_offset_differs,
      bulkErrors.bulk_content_complete,
      bulkErrors.bulk_content_ended,
      bulkErrors.bulk_content_differs,
      bulkErrors.bulk_line_too_long,
      bulkErrors.bulk_too_large,
      fileErrors.column_unknown,
    ],
  });
}

function contentOperation(kind: BulkKind) {
  const { base, id, ofJob, confidential } = commonOf(kind);
  return operation({
    ...ofJob,
    ...confidential,
    id: id("get", "Content"),
    method: "GET",
    priority: "lists",
    path: `${base}/{jobId}/content`,
    summary: "Devolve o conteúdo como foi enviado; HEAD diz até onde chegou",
    description: "`Upload-Offset` é o byte em que o próximo PATCH começa.",
    replies: {
      200: {
        description: "O conteúdo; o tipo é o do formato do lote.",
        mediaType: NDJSON,
        example: '{"op":"stock","sku":"A","available":1}',
        headers: UPLOAD_HEADERS,
      },
      204: { description: "Nada foi recebido ainda.", headers: UPLOAD_HEADERS },
    },
    refuses: [unknown],
  });
}

function pauseOperation(kind: BulkKind) {
  const { base, id, ofJob, job } = commonOf(kind);
  return operation({
    ...ofJob,
    id: id("pause", "Job"),
    method: "POST",
    path: `${base}/{jobId}/pause`,
    summary: "Põe um lote em pausa",
    description:
      "Quando a resposta chega, nenhuma outra linha começa até `resume`. Um lote que fica em pausa por mais de 7 dias (`bulk.pausedDays`, em /limits) é cancelado com `pause_expired`.",
    replies: job,
    refuses: [unknown, bulkErrors.bulk_move_refused],
  });
}

function resumeOperation(kind: BulkKind) {
  const { base, id, ofJob, job } = commonOf(kind);
  return operation({
    ...ofJob,
    id: id("resume", "Job"),
    method: "POST",
    path: `${base}/{jobId}/resume`,
    summary: "Retoma um lote em pausa",
    description: "As linhas seguem de onde pararam, com a credencial desta chamada.",
    replies: job,
    refuses: [unknown, bulkErrors.bulk_move_refused],
  });
}

/** The operations of bulk jobs of one kind: the same calls in both APIs, as the description parts its versions (seed 9). */
export const bulkOperations = (kind: BulkKind) => ({
  create: createOperation(kind),
  list: listOperation(kind),
  get: getOperation(kind),
  cancel: cancelOperation(kind),
  append: appendOperation(kind),
  content: contentOperation(kind),
  results: resultsOperation(kind),
  errors: errorsOperation(kind, "ndjson"),
  errorsCsv: errorsOperation(kind, "csv"),
  errorsXlsx: errorsOperation(kind, "xlsx"),
  pause: pauseOperation(kind),
  resume: resumeOperation(kind),
});

/** Bulk jobs of products, prices and stocks (API v2). */
export const catalogBulk = bulkOperations("catalog");
/** Bulk jobs of moves of orders (API v1). */
export const orderBulk = bulkOperations("orders");

/** Takes back prices and stocks of a job. Moves of orders are not taken back. */
export const revertBulkJob = operation({
  api: "v2",
  audience: "seller",
  permission: "products",
  tag: "Lotes",
  metersRows: true,
  id: "revertBulkJob",
  method: "POST",
  path: "/api/v2/bulk/{jobId}/revert",
  parameters: jobId,
  summary: "Desfaz preços e estoques de um lote que terminou",
  description:
    "Cria um lote que põe cada preço e estoque de volta ao valor de antes, onde ninguém o mudou depois; as outras linhas vêm recusadas com `changed_since`. Linhas de produtos não se desfazem, e um lote que desfaz outro também não: para refazer, envie o conteúdo de novo.",
  replies: {
    202: {
      description: "O lote que desfaz.",
      schema: BulkJob,
      headers: { Location: { description: "Endereço do lote.", example: `/api/v2/bulk/${EXAMPLE_JOB}` } },
    },
  },
  refuses: [
    bulkErrors.bulk_job_unknown,
    bulkErrors.bulk_move_refused,
    bulkErrors.bulk_nothing_to_revert,
    bulkErrors.bulk_job_is_revert,
    bulkErrors.bulk_jobs_full,
  ],
});
