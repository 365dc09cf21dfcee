import { badRequest, businessRule, errorCatalogue, notFound } from "../platform/contract/index.ts";

/** Refusals of the bulk operations, and failures of rows that no single call has. */
export const bulkErrors = errorCatalogue({
  bulk_job_unknown: notFound({
    "pt-BR": "Não há lote {received} deste lojista; GET na lista de lotes mostra os dos últimos dias.",
    en: "This seller has no bulk job {received}; GET the list of bulk jobs shows those of the last days.",
  }),
  bulk_move_refused: businessRule(422, {
    "pt-BR": "O lote {received} está {state}; isto só é possível nos estados {allowed}.",
    en: "The bulk job {received} is {state}; this is possible only in the states {allowed}.",
  }),
  bulk_jobs_full: {
    status: 429,
    type: "Too_Many_Requests",
    text: {
      "pt-BR": "Já há {allowed} lotes abertos; espere um terminar ou cancele um com DELETE.",
      en: "There are {allowed} open bulk jobs already; wait until one ends, or cancel one with DELETE.",
    },
  },
  bulk_not_ndjson: businessRule(422, {
    "pt-BR": "O arquivo não é NDJSON: a linha {line} começa com {received}; envie um objeto JSON por linha, sem lista em volta.",
    en: "The file is not NDJSON: line {line} begins with {received}; send one JSON object per line, with no list around them.",
  }),
  bulk_line_too_long: businessRule(422, {
    "pt-BR": "A linha {line} passa de {allowed} bytes; encurte-a e envie de novo a partir dela.",
    en: "Line {line} exceeds {allowed} bytes; shorten it and send again from there.",
  }),
  bulk_too_large: {
    status: 413,
    type: "Payload_Too_Large",
    text: {
      "pt-BR": "O lote passa de {allowed} {unit}; divida o arquivo em lotes menores.",
      en: "The bulk job exceeds {allowed} {unit}; divide the file into smaller jobs.",
    },
  },
  bulk_empty: businessRule(422, {
    "pt-BR": "O arquivo não tem nenhuma linha; envie ao menos uma.",
    en: "The file has no row; send at least one.",
  }),
  bulk_offset_differs: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Upload-Offset veio como {received}, mas o lote recebeu {allowed} bytes; continue do byte {allowed}.",
      en: "Upload-Offset came as {received}, but the bulk job has received {allowed} bytes; go on from byte {allowed}.",
    },
  },
  bulk_content_complete: businessRule(422, {
    "pt-BR": "O conteúdo do lote {received} já está completo; crie outro lote para enviar mais.",
    en: "The content of the bulk job {received} is complete already; create another job to send more.",
  }),
  bulk_content_ended: businessRule(422, {
    "pt-BR": "O lote {received} terminou ({state}); crie outro para enviar linhas.",
    en: "The bulk job {received} has ended ({state}); create another one to send rows.",
  }),
  bulk_content_differs: businessRule(422, {
    "pt-BR": "O SHA-256 do conteúdo é {received}, e o anunciado é {allowed}; nenhuma linha começou, e o lote foi cancelado.",
    en: "The SHA-256 of the content is {received}, and the announced one is {allowed}; no row has begun, and the job is canceled.",
  }),
  bulk_key_reused: businessRule(422, {
    "pt-BR": "Esta Idempotency-Key já criou o lote {received} com outro conteúdo ou outras opções; use outra chave.",
    en: "This Idempotency-Key has created the bulk job {received} with other content or other options; use another key.",
  }),
  bulk_upload_incomplete: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Esta Idempotency-Key criou o lote {received}, cujo envio parou no byte {allowed}; continue com PATCH em {content}.",
      en: "This Idempotency-Key has created the bulk job {received}, whose upload stopped at byte {allowed}; go on with PATCH at {content}.",
    },
  },
  bulk_nothing_to_revert: businessRule(422, {
    "pt-BR":
      "Nenhuma linha de preço ou de estoque do lote {received} teve efeito, e só essas se desfazem; para voltar um produto, envie de novo os dados de antes.",
    en: "No price or stock row of the bulk job {received} had an effect, and only those are taken back; to undo a product, send its former data again.",
  }),
  bulk_job_is_revert: businessRule(422, {
    "pt-BR": "O lote {received} já desfaz o lote {reverts}; para refazer, envie de novo o conteúdo de {reverts}.",
    en: "The bulk job {received} takes back the bulk job {reverts} already; to do it over, send the content of {reverts} again.",
  }),
  bulk_op_unknown: badRequest({
    "pt-BR": "{pointer}: {received} não é uma operação deste lote; use uma destas: {allowed}.",
    en: "{pointer}: {received} is no operation of this bulk job; use one of these: {allowed}.",
  }),
  bulk_op_missing: badRequest({
    "pt-BR": "A linha não diz a operação; envie op em cada linha, ou uma vez em ?op=: {allowed}.",
    en: "The row does not name its operation; send op in each row, or once in ?op=: {allowed}.",
  }),
  bulk_if_match_refused: badRequest({
    "pt-BR": "{pointer}: só linhas de estoque aceitam ifMatch; remova-o.",
    en: "{pointer}: only stock rows take ifMatch; remove it.",
  }),
  changed_since: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O valor de {received} mudou depois do lote; ficou como está.",
      en: "The value of {received} has changed since the bulk job; it was left as it is.",
    },
  },
  no_former_value: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O lote gravou o primeiro valor de {received}; não há outro para voltar.",
      en: "The bulk job wrote the first value of {received}; there is no other to go back to.",
    },
  },
  internal_row_failure: {
    status: 500,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "A linha não pôde ser executada por um problema interno; as demais seguiram. Informe requestId ao suporte.",
      en: "The row could not be carried out because of an internal problem; the others went on. Give the requestId to support.",
    },
  },
});
