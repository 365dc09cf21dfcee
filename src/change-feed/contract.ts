import {
  bool,
  booleanField,
  dateTime,
  dateTimeField,
  enumOf,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  PAGE_QUERY,
  text,
  textField,
} from "../platform/contract/index.ts";
import { referenceContract } from "../reference/index.ts";
import { CHANGE_KINDS, KIND_MEANINGS } from "./change-kinds.ts";

const AnnouncedItem = namedObject("UpcomingChange", "Algo que pode quebrar a sua integração, com o que fazer.", {
  id: textField("O mesmo em cada leitura.", "reference-31"),
  kind: named("UpcomingChangeKind", enumOf(CHANGE_KINDS, { description: "O que muda.", meanings: KIND_MEANINGS })),
  breaking: booleanField("Se o que hoje funciona pode deixar de funcionar."),
  announcedAt: dateTimeField("Quando foi anunciado."),
  effectiveAt: dateTimeField("Quando passa ou passou a valer.", "2026-12-01T00:00:00.000-03:00"),
  subject: textField("O que muda, para programas: a lista e o código, a operação, a credencial.", "brands/12"),
  description: textField("O que muda, em uma frase.", "Altipasso deixa de existir em brands."),
  action: textField("O que fazer.", "Troque o valor nos 12 produtos atingidos até a data."),
  affected: optional(referenceContract.AffectedTotals),
  links,
});

export const listChanges = operation({
  api: "v1",
  audience: "seller",
  permission: "any",
  priority: "lists",
  tag: "Mudanças",
  id: "listChanges",
  method: "GET",
  path: "/api/v1/changes",
  summary: "Lista tudo o que pode quebrar a sua integração: dados, regras, API e credenciais",
  description: "Em ordem de anúncio. Guarde `nextSince` e envie-o em `since` da próxima vez; um item pode vir de novo, com o mesmo `id`.",
  query: object({
    since: optional(
      dateTime({ description: "Só o que foi anunciado desde então; sem ele, tudo.", examples: ["2026-11-01T00:00:00-03:00"] }),
    ),
    after: optional(
      text({ maxLength: 200, description: "Só itens depois deste `id`, dos anunciados no instante `since`.", examples: ["reference-31"] }),
    ),
    upcoming: optional(
      bool({
        description: "`true` = só o que ainda vai valer e atinge você: produtos seus, uma parte da API, uma credencial da aplicação.",
        examples: [true],
      }),
    ),
    size: PAGE_QUERY.size,
  }),
  replies: {
    200: {
      description: "As mudanças; `links.next` leva às seguintes, se há.",
      schema: namedObject("UpcomingChangeList", "O que mudou ou vai mudar.", {
        items: list(AnnouncedItem, { description: "Em ordem de anúncio." }),
        nextSince: dateTimeField("O que enviar em `since` da próxima vez."),
        links,
      }),
    },
    204: { description: "Nada foi anunciado desde então." },
  },
});
