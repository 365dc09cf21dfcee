import {
  dateTime,
  bool,
  dateTimeField,
  describedAs,
  enumOf,
  int32Field,
  lenientEnum,
  links,
  list,
  multiValueParameter,
  named,
  namedObject,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  text,
  textField,
  withPeriod,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { EXPANSION_NAMES, expandParameters, sellerOrders } from "../contract-parameters.ts";
import { moveErrors } from "../move-errors.ts";
import { Proposal, READERS } from "../operator/contract.ts";
import { ListedOrder, Order, orderType, platform, status } from "../shapes.ts";
import { STATUS_ALIASES } from "../status.ts";
import { NEXT_MOVES } from "./next-moves.ts";

const { page, size } = PAGE_QUERY;
const filters = {
  orderStartDate: optional(dateTime({ epoch: true, description: "Pedidos feitos desde.", examples: ["2026-11-01"] })),
  orderEndDate: optional(
    dateTime({ epoch: true, endOfDay: true, description: "Pedidos feitos até; um dia sem hora conta inteiro.", examples: ["2026-11-30"] }),
  ),
  orderStatus: multiValueParameter(lenientEnum(status, { aliases: STATUS_ALIASES }), { description: "Só os neste status." }),
  orderType: multiValueParameter(lenientEnum(orderType, { aliases: { Venda: "Sale", Troca: "Exchange" } }), {
    description: "Só os deste tipo.",
  }),
};

/** Orders with a shipping that should have arrived. */
const late = optional(
  bool({
    description: "`true` = só os com uma entrega paga que já devia ter chegado; do mais atrasado ao menos.",
    examples: [true],
  }),
);

export const listOrders = operation({
  ...sellerOrders,
  id: "listOrders",
  method: "GET",
  path: "/api/v1/orders",
  summary: "Lista os pedidos, dos mais novos aos mais antigos",
  description:
    "Cada pedido vem em resumo, e `expands` diz o que ficou de fora. `links.next` leva um cursor: quem o segue vê cada pedido uma vez, mesmo que outros cheguem no meio do caminho. Com `nextMove` ou `late`, os de prazo mais próximo vêm antes, e não há cursor.",
  query: withPeriod("orderStartDate", "orderEndDate", {
    page,
    size,
    ...filters,
    nextMove: optional(
      lenientEnum(
        named(
          "NextMove",
          enumOf(
            NEXT_MOVES.map(({ rel }) => rel),
            {
              description: "Só os com uma entrega em que o lojista pode fazer este movimento, que é o próximo.",
              meanings: Object.fromEntries(NEXT_MOVES.map(({ rel, meaning }) => [rel, meaning])) as never,
              examples: ["invoiced"],
            },
          ),
        ),
      ),
    ),
    late,
    cursor: optional(
      text({
        maxLength: 200,
        description: "De `links.next`; mantém as páginas de uma caminhada estáveis.",
        examples: ["1795179168000.217350000584167"],
      }),
    ),
    ...expandParameters({ description: `O que mostrar além do resumo: actions, ${EXPANSION_NAMES}`, examples: [["shippings", "items"]] }),
  }),
  replies: {
    200: {
      description: "Uma página de pedidos.",
      schema: namedObject("OrderPage", "Uma página de pedidos.", {
        items: list(ListedOrder, { description: "Do mais novo ao mais antigo." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum pedido na página." },
  },
  refuses: [moveErrors.cursor_unknown, moveErrors.cursor_of_another_list],
});
const OrderSummary = namedObject(
  "OrderSummary",
  "Um pedido em resumo, sem nada do cliente.",
  {
    sellerId,
    orderNumber: Order.properties.orderNumber,
    originNumber: Order.properties.originNumber,
    orderType,
    orderStatus: Order.properties.orderStatus,
    statusDate: dateTimeField("Desde quando está neste status."),
    orderDate: dateTimeField("Quando foi feito."),
    agreedDate: optional(dateTimeField("A data combinada com o cliente.")),
    sellerName: textField("O nome do lojista.", "Loja Aurora"),
    platforms: list(platform, { description: "Quem leva as entregas.", examples: [["INTERNAL"]] }),
    businessUnit: Order.properties.businessUnit,
    totalQuantity: Order.properties.totalQuantity,
    totalNet: Order.properties.totalNet,
    version: int32Field("A versão do pedido.", 3),
    deadline: optional(dateTimeField("Só com `late`: quando a primeira das entregas atrasadas devia ter chegado.")),
    proposal: optional(
      namedObject("ProposedMove", "O que uma pessoa propôs fazer com um pedido congelado, e outra confirma.", {
        move: Proposal.properties.move,
        proposedBy: Proposal.properties.proposedBy,
        proposedAt: Proposal.properties.proposedAt,
      }),
    ),
  },
  { examples: [{ originNumber: undefined, deadline: undefined, proposal: undefined }] },
);
export const listEveryOrder = operation({
  api: "operator",
  audience: "operator",
  permission: READERS,
  confidential: true,
  tag: "Pedidos",
  id: "listEveryOrder",
  method: "GET",
  path: "/operator/v1/orders",
  summary: "Lista os pedidos de todos os lojistas, dos mais novos aos mais antigos",
  description: "Só o resumo de cada um, sem nada do cliente.",
  query: withPeriod("orderStartDate", "orderEndDate", {
    page,
    size,
    sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
    ...filters,
    late,
    frozen: optional(
      bool({ description: "`true` = só os que esperam a análise de risco; do que espera há mais tempo ao mais novo.", examples: [true] }),
    ),
    platformId: multiValueParameter(lenientEnum(platform), { description: "Só os com uma entrega que esta plataforma leva." }),
    businessUnit: optional(text({ maxLength: 40, description: "Só os desta loja, pelo código.", examples: ["VE"] })),
  }),
  replies: {
    200: {
      description: "Uma página de pedidos, sem nada do cliente.",
      schema: namedObject("OrderSummaryPage", "Uma página de pedidos de todos os lojistas.", {
        items: list(OrderSummary, { description: "Do mais novo ao mais antigo." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum pedido na página." },
  },
});
