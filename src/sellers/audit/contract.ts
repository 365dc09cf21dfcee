import { operation } from "../../platform/contract/operation.ts";
import { flag, integer, links, list, optional, record, shape, text } from "../../platform/contract/schema.ts";
import { sellerErrors } from "../errors.ts";
import { administration, page } from "../fields.ts";

const HEX_OF_SHA256 = "^[0-9a-f]{64}$";
const readers = { ...administration, permission: ["support"] } as const;
const day = text({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "Dia em UTC" });

const Audit = shape("AuditEntry", {
  auditId: integer(),
  date: text(),
  actor: text(),
  role: text(),
  operation: text(),
  target: text(),
  status: integer(),
  requestId: text(),
  change: optional(text()),
});
export const listAudit = operation({
  ...readers,
  id: "listAudit",
  method: "GET",
  path: "/operator/v1/audit",
  summary: "Lê o registro de auditoria, do mais novo ao mais antigo",
  description: "O papel support vê em change os campos alterados sem os valores.",
  query: record({
    before: optional(integer({ minimum: 1, description: "Só registros anteriores a este auditId" })),
    size: optional(page.size),
  }),
  replies: {
    200: { description: "Os registros", schema: shape("AuditPage", { items: list(Audit), links }) },
    204: { description: "Nenhum registro" },
  },
});

export const listAuditDays = operation({
  ...readers,
  id: "listAuditDays",
  method: "GET",
  path: "/operator/v1/audit/days",
  summary: "Lista os dias do registro de auditoria com a cabeça da cadeia de cada um",
  description: "Cada registro traz o SHA-256 do anterior e de si; a cabeça é o último. Guarde fora daqui a de cada dia que terminou.",
  query: record({
    beforeDay: optional(text({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "Só dias anteriores a este" })),
    size: optional(page.size),
  }),
  replies: {
    200: {
      description: "Os dias, do mais novo ao mais antigo",
      schema: shape("AuditDayList", {
        items: list(
          shape("AuditDay", {
            day,
            rows: integer(),
            head: text(),
            finished: flag({ description: "O dia terminou: a cabeça não muda mais" }),
          }),
        ),
        links,
      }),
    },
    204: { description: "Nenhum dia" },
  },
});
export const checkAudit = operation({
  ...readers,
  id: "checkAudit",
  method: "POST",
  path: "/operator/v1/audit/check",
  summary: "Confere a cadeia de um dia do registro de auditoria",
  description: "intact false sem firstBroken: a cadeia fecha, mas a cabeça não é a enviada.",
  body: shape("AuditCheckBody", {
    day,
    head: optional(text({ pattern: HEX_OF_SHA256, description: "A cabeça que foi guardada, para comparar" })),
  }),
  bodyExample: { day: "2026-11-20" },
  replies: {
    200: {
      description: "O que se achou",
      schema: shape("AuditCheck", {
        day,
        rows: integer(),
        head: text(),
        intact: flag(),
        firstBroken: optional(
          shape("BrokenEntry", {
            nth: integer({ description: "Lugar na cadeia, a partir de 1" }),
            auditId: optional(integer({ description: "Ausente = o registro falta" })),
          }),
        ),
      }),
    },
  },
  refuses: [sellerErrors.audit_day_unknown],
});
