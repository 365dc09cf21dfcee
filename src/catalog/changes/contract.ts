import {
  describedAs,
  EXAMPLE_IDS,
  ignoredMembers,
  int32Field,
  lenientEnum,
  link,
  list,
  multiValueParameter,
  namedObject,
  NON_BLANK,
  object,
  objectField,
  operation,
  optional,
  PAGE_QUERY,
  text,
} from "../../platform/contract/index.ts";
import { productErrors } from "../errors.ts";
import { ProductBody } from "../product-schema.ts";
import { changeErrors } from "./errors.ts";
import { Change, changeState } from "./shapes.ts";

const changes = { api: "v2", audience: "seller", permission: "products", tag: "Mudanças" } as const;
const sku = text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] });
const changeId = text({ maxLength: 60, description: "Código do pedido de mudança.", examples: [EXAMPLE_IDS.change] });
const ofProduct = object({ sku });
const ofChange = object({ sku, changeRequestId: changeId });

/** Maximum length of a change request's note, in characters. */
const NOTE_MAX = 1_000;
const bodyFields = {
  fields: optional(
    objectField(
      "JSON Pointers no produto e os valores pedidos, até 200: `/description`, `/images/1/url`, `/attributes/Solado`. O índice seguinte ao último acrescenta uma imagem.",
      { "/description": "Tênis leve para treinos diários." },
    ),
  ),
  remove: optional(
    list(text({ minLength: 1, maxLength: 300 }), {
      maxItems: 200,
      description:
        "JSON Pointers do que se retira: `/video`, `/images/2`, `/attributes/Solado`. Um `null` em `fields` conta como não enviado.",
      examples: [["/video"]],
    }),
  ),
  product: optional(
    describedAs(ProductBody, {
      description: "Em vez de `fields`: o produto inteiro como deve ficar, sem preço e estoque. Também vale como o próprio corpo.",
    }),
  ),
  note: optional(
    text({ ...NON_BLANK, maxLength: NOTE_MAX, description: "O que quem decide deve saber.", examples: ["Corrige um erro de digitação."] }),
  ),
};

export const postChange = operation({
  ...changes,
  id: "postChange",
  method: "POST",
  path: "/api/v2/products/{sku}/changes",
  summary: "Pede uma mudança em um produto fechado, campo por campo",
  description:
    "Para produtos em Em catalogação ou Aprovado. O produto fica como está até cada campo ser aprovado, por uma regra ou por uma pessoa. Vários pedidos podem estar em aberto; o do mesmo campo toma o lugar do mais antigo. Preço e estoque não passam por aqui.",
  parameters: ofProduct,
  body: namedObject("ChangeBody", "O que se pede.", { ...bodyFields, ...ignoredMembers(ProductBody.properties, bodyFields) }),
  bodyExample: {
    fields: { "/description": "Tênis leve para treinos diários, com entressola macia." },
    note: "Corrige um erro de digitação.",
  },
  replies: {
    202: {
      description: "O pedido, aberto. Cada campo está em `checking`, e o que acontece com ele chega como evento.",
      schema: Change,
      headers: {
        Location: { description: "Endereço do pedido.", example: `/api/v2/products/${EXAMPLE_IDS.sku}/changes/${EXAMPLE_IDS.change}` },
      },
    },
  },
  refuses: [
    productErrors.product_unknown,
    changeErrors.change_not_needed,
    changeErrors.nothing_changes,
    changeErrors.field_is_fixed,
    changeErrors.offer_not_in_change,
    changeErrors.change_empty,
    changeErrors.change_form_mixed,
    changeErrors.change_fields_too_many,
    changeErrors.change_field_unknown,
    changeErrors.change_fields_overlap,
  ],
});

const listQuery = object({
  state: multiValueParameter(lenientEnum(changeState), { description: "Só os deste estado." }),
  after: optional(describedAs(changeId, { description: "Só os pedidos mais antigos que este; os links o trazem." })),
  size: PAGE_QUERY.size,
});
const page = (name: string) => ({
  200: {
    description: "Os pedidos.",
    schema: namedObject(name, "Pedidos de mudança.", {
      items: list(Change, { description: "Do mais novo ao mais antigo." }),
      size: int32Field("Itens por página, como pedido.", 20),
      _links: namedObject("ChangePageLinks", "As páginas ao redor desta.", {
        self: describedAs(link, { description: "Esta página." }),
        next: optional(describedAs(link, { description: "A próxima página; ausente na última." })),
      }),
    }),
  },
  204: { description: "Nenhum pedido." },
});
export const listProductChanges = operation({
  ...changes,
  id: "listProductChanges",
  method: "GET",
  path: "/api/v2/products/{sku}/changes",
  summary: "Lista os pedidos de mudança de um produto, do mais novo ao mais antigo",
  description: "Em aberto e decididos; com `state=open`, só os em aberto.",
  parameters: ofProduct,
  query: listQuery,
  replies: page("ChangePage"),
  refuses: [productErrors.product_unknown, changeErrors.change_cursor_unknown],
});
export const listChangeRequests = operation({
  ...changes,
  id: "listChangeRequests",
  method: "GET",
  path: "/api/v2/changes",
  summary: "Lista os pedidos de mudança de todos os produtos do lojista, do mais novo ao mais antigo",
  description: "Com `state=open`, só os em aberto.",
  query: listQuery,
  replies: page("ChangePage"),
  refuses: [changeErrors.change_cursor_unknown],
});
export const getChange = operation({
  ...changes,
  id: "getChange",
  method: "GET",
  path: "/api/v2/products/{sku}/changes/{changeRequestId}",
  summary: "Consulta um pedido de mudança",
  description: "Cada campo com o seu estado, quem o decidiu e por quê.",
  parameters: ofChange,
  replies: { 200: { description: "O pedido.", schema: Change } },
  refuses: [changeErrors.change_unknown],
});
export const withdrawChange = operation({
  ...changes,
  id: "withdrawChange",
  method: "DELETE",
  path: "/api/v2/products/{sku}/changes/{changeRequestId}",
  summary: "Retira um pedido de mudança",
  description: "O que ainda esperava fica como `withdrawn`; o que já foi aprovado continua no produto. Retirar de novo responde o mesmo.",
  parameters: ofChange,
  replies: { 200: { description: "O pedido, retirado.", schema: Change } },
  refuses: [changeErrors.change_unknown, changeErrors.change_closed],
});

export * from "./operator-contract.ts";
export * from "./rules/contract.ts";
