import {
  anyField,
  booleanField,
  dateTimeField,
  EXAMPLE_IDS,
  int32Field,
  integer,
  links,
  list,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  textField,
} from "../../platform/contract/index.ts";
import { referenceContract, referenceErrors } from "../../reference/index.ts";
import { publicationStatus } from "../shapes.ts";

const AffectedProduct = namedObject("AffectedProduct", "Um valor de um produto seu que a mudança quebra.", {
  sku: textField("O produto.", EXAMPLE_IDS.sku),
  status: publicationStatus,
  pointer: textField("Onde: JSON Pointer no corpo do produto.", "/brand"),
  received: anyField("O que o produto traz; `null` quando algo passa a faltar.", "Altipasso"),
  suggestion: optional(textField("O que enviar no lugar, quando há um candidato.", "Aurivento")),
  critique: textField("O código da crítica que o produto receberá; veja docs/critiques.md.", "brand_unknown"),
  links,
});

export const listAffectedProducts = operation({
  api: "v1",
  audience: "seller",
  permission: "products",
  priority: "lists",
  tag: "Dados de referência",
  id: "listAffectedProducts",
  method: "GET",
  path: "/api/v1/reference/changes/{changeId}/affected",
  summary: "Lista os seus produtos que uma mudança atinge, anunciada ou já em vigor",
  description:
    "Contado com as regras da própria validação: o que aparece aqui é o que será criticado. Até 1.000 produtos são contados de novo a cada consulta; os outros, a cada noite.",
  parameters: object({ changeId: integer({ minimum: 1, description: "Número da mudança.", examples: [31] }) }),
  query: object({ page: PAGE_QUERY.page, size: PAGE_QUERY.size }),
  replies: {
    200: {
      description: "Os produtos, por sku.",
      schema: namedObject("AffectedProductList", "Os seus produtos que uma mudança atinge.", {
        changeId: int32Field("Número da mudança.", 31),
        effectiveAt: dateTimeField("Quando a mudança passa ou passou a valer.", "2026-12-01T00:00:00.000-03:00"),
        complete: booleanField("`false` enquanto a primeira contagem ainda corre."),
        affected: optional(referenceContract.AffectedTotals),
        items: list(AffectedProduct, { description: "Um item por valor a trocar." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "A mudança não atinge nenhum produto seu, ou a página passou do fim." },
  },
  refuses: [referenceErrors.reference_change_unknown],
});
