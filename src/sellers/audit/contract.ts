import {
  booleanField,
  dateTimeField,
  describedAs,
  EXAMPLE_IDS,
  int32Field,
  integer,
  links,
  list,
  namedObject,
  object,
  operation,
  optional,
  PAGE_QUERY,
  requestIdField,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { sellerErrors } from "../errors.ts";
import { ADMIN_OPERATION } from "../fields.ts";

const HEX_OF_SHA256 = "^[0-9a-f]{64}$";
const HEAD = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const readers = { ...ADMIN_OPERATION, permission: ["support"], tag: "Auditoria" } as const;
const day = text({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "Dia em UTC.", examples: ["2026-11-20"] });
const { size } = PAGE_QUERY;

const Audit = namedObject("AuditEntry", "Uma chamada que alterou algo, ou que foi recusada.", {
  auditId: int32Field("Número do registro.", 4711),
  date: dateTimeField("Quando a chamada foi feita, pelo relógio do marketplace."),
  actor: textField("Quem: a chave de operador, a credencial, ou a pessoa (`person:…`).", `operator:${EXAMPLE_IDS.operatorKey}`),
  role: textField("O papel da chave ou da pessoa.", "catalog"),
  operation: textField("O `operationId`.", "putRule"),
  target: textField("O endereço chamado.", "/operator/v1/rules/familySettleSeconds"),
  status: int32Field("O status respondido.", 200),
  requestId: requestIdField(),
  change: optional(textField("O que foi enviado, em JSON, sem dados pessoais nem segredos.", '{"value":3600}')),
});
export const listAudit = operation({
  ...readers,
  id: "listAudit",
  method: "GET",
  path: "/operator/v1/audit",
  summary: "Lê o registro de auditoria, do mais novo ao mais antigo",
  description: "O papel support vê em `change` os campos alterados sem os valores.",
  query: object({
    before: optional(integer({ minimum: 1, description: "Só registros anteriores a este `auditId`.", examples: [4711] })),
    size,
  }),
  replies: {
    200: {
      description: "Os registros.",
      schema: namedObject("AuditPage", "Registros de auditoria, do mais novo ao mais antigo.", {
        items: list(Audit, { description: "Os registros." }),
        links,
      }),
    },
    204: { description: "Nenhum registro." },
  },
});

const rows = int32Field("Registros do dia.", 218);
const head = textField("A cabeça da cadeia: o SHA-256 do último registro, em hexadecimal.", HEAD);
export const listAuditDays = operation({
  ...readers,
  id: "listAuditDays",
  method: "GET",
  path: "/operator/v1/audit/days",
  summary: "Lista os dias do registro de auditoria com a cabeça da cadeia de cada um",
  description: "Cada registro traz o SHA-256 do anterior e de si; a cabeça é o último. Guarde fora daqui a de cada dia que terminou.",
  query: object({ beforeDay: optional(describedAs(day, { description: "Só dias anteriores a este." })), size }),
  replies: {
    200: {
      description: "Os dias, do mais novo ao mais antigo.",
      schema: namedObject("AuditDayList", "Os dias do registro de auditoria, do mais novo ao mais antigo.", {
        items: list(
          namedObject("AuditDay", "Um dia do registro.", {
            day,
            rows,
            head,
            finished: booleanField("O dia terminou: a cabeça não muda mais."),
          }),
          { description: "Os dias." },
        ),
        links,
      }),
    },
    204: { description: "Nenhum dia." },
  },
});
export const checkAudit = operation({
  ...readers,
  id: "checkAudit",
  method: "POST",
  path: "/operator/v1/audit/check",
  summary: "Confere a cadeia de um dia do registro de auditoria",
  description: "`intact: false` sem `firstBroken`: a cadeia fecha, mas a cabeça não é a enviada.",
  body: namedObject("AuditCheckBody", "O dia que se confere.", {
    day,
    head: optional(text({ pattern: HEX_OF_SHA256, description: "A cabeça que foi guardada, para comparar.", examples: [HEAD] })),
  }),
  bodyExample: { day: "2026-11-20" },
  replies: {
    200: {
      description: "O que se achou.",
      schema: namedObject(
        "AuditCheck",
        "Um dia, conferido.",
        {
          day,
          rows,
          head,
          intact: booleanField("A cadeia fecha, e a cabeça é a enviada, se veio."),
          firstBroken: optional(
            namedObject("BrokenEntry", "O primeiro registro que não é como foi escrito; ausente quando a cadeia fecha.", {
              nth: int32Field("Lugar na cadeia, a partir de 1.", 12),
              auditId: optional(int32Field("Ausente = o registro falta.", 4722)),
            }),
          ),
        },
        { examples: [{ firstBroken: undefined }] },
      ),
    },
  },
  refuses: [sellerErrors.audit_day_unknown],
});
