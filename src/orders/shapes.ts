import {
  anyField,
  Blocker,
  booleanField,
  describedAs,
  enumOf,
  epochField,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  links,
  list,
  moneyField,
  named,
  namedObject,
  openEnum,
  optional,
  text,
  textField,
  textsField,
} from "../platform/contract/index.ts";
import { CHECK_IN, SELLER_MOVES } from "./actions.ts";
import { Customer } from "./customer-fields.ts";
import { ORDER_TYPES } from "./order.ts";
import { PLATFORMS, ORDER_STATES } from "./status.ts";

// Schemas of orders in the API (seed 2.4, 2.5, decisions 5).

const expands = textsField("O que ficou de fora e se pede com `expand`.", []);
const linked = { expands, links };
/** The status of an order or a shipping. */
export const status = named(
  "OrderStatus",
  enumOf(
    ORDER_STATES.map((state) => state.status),
    {
      description: "O status de um pedido ou de uma entrega.",
      meanings: Object.fromEntries(ORDER_STATES.map((state) => [state.status, state.meaning])) as never,
      examples: ["approved"],
    },
  ),
);
/** The types of orders (seed 2.4). */
export const orderType = named(
  "OrderType",
  enumOf(ORDER_TYPES, {
    description: "O tipo do pedido.",
    meanings: { Sale: "Uma compra.", Exchange: "Uma troca: o número é o do original e T." },
  }),
);
/** Platform that delivers a shipping (seed 2.5). */
export const platform = named(
  "Platform",
  enumOf(Object.values(PLATFORMS), {
    description: "Quem leva a entrega.",
    meanings: {
      [PLATFORMS.seller]: "O próprio lojista, com a sua transportadora.",
      [PLATFORMS.marketplace]: "O marketplace: envio e entrega são automáticos.",
      [PLATFORMS.fulfillment]: "O operador de fulfillment: tudo é automático.",
    },
    examples: [PLATFORMS.seller],
  }),
);

const WHERE_TO_ASK = "Para onde pedir; ausente quando não dá agora.";
const HELD_BY = "O que impede agora; ausente quando dá para pedir.";
/** Fields of an action in addition to `rel`: its URL, or the reason why it is blocked. */
export const actionFields = (href: string) => ({
  href: optional(textField(WHERE_TO_ASK, href)),
  blockedBy: optional(describedAs(Blocker, { description: HELD_BY })),
});
const shippingHref = `/api/v1/orders/${EXAMPLE_IDS.order}/shippings/${EXAMPLE_IDS.shippingCode}`;
const action = namedObject(
  "OrderAction",
  "Um movimento que o lojista pode pedir, ou o que o impede.",
  {
    rel: named(
      "SellerMove",
      enumOf([...Object.values(SELLER_MOVES), CHECK_IN], {
        description: "O movimento.",
        meanings: {
          approved: "Aprovar o pagamento; só no sandbox.",
          invoiced: "Faturar.",
          shipped: "Informar o envio.",
          delivered: "Informar a entrega.",
          canceled: "Cancelar, com um motivo da lista.",
          "check-in": "Confirmar o recebimento do que uma troca devolve.",
        },
        examples: ["invoiced"],
      }),
    ),
    ...actionFields(`${shippingHref}/status/invoiced`),
  },
  { examples: [{ blockedBy: undefined }] },
);

/** An item of a shipping. */
export const Item = namedObject(
  "OrderItem",
  "Um item de uma entrega.",
  {
    itemId: int32Field("Código do item.", 7001),
    sku: textField("Código do produto.", EXAMPLE_IDS.sku),
    manufacturerCode: optional(textField("Código do fabricante.", "AP-BRISA-39")),
    ean: optional(textField("EAN ou ISBN do produto.", "7891234567895")),
    brand: textField("Marca.", "Altipasso"),
    name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
    quantity: int32Field("Unidades.", 1),
    departmentName: textField("Departamento.", "Corrida"),
    departmentCode: int32Field("Código do departamento.", 3),
    color: optional(textField("Cor, ou cores unidas por '+'.", "Preto")),
    flavor: optional(textField("Sabor, em alimentos.", "Chocolate")),
    size: textField("Tamanho.", "39"),
    status: describedAs(status, { description: "O status da entrega do item." }),
    grossUnitValue: moneyField("Preço 'de' de uma unidade, em reais.", 299.9),
    discountUnitValue: moneyField("Desconto de uma unidade, em reais.", 50),
    netUnitValue: moneyField("O que o cliente paga por uma unidade, em reais.", 249.9),
    totalGross: moneyField("Bruto: preço 'de' vezes unidades, em reais.", 299.9),
    totalCommission: moneyField("Comissão do marketplace, em reais.", 39.98),
    totalDiscount: moneyField("Descontos, em reais.", 50),
    totalFreight: moneyField("Parte do frete que cabe ao item, em reais.", 19.9),
    totalNet: moneyField("Bruto menos descontos, mais o frete, em reais.", 269.8),
    ...linked,
  },
  { examples: [{ flavor: undefined }] },
);

/** Carrier and tracking of a shipping. */
export const Transport = namedObject("Transport", "O transporte de uma entrega; antes do envio, quase vazio.", {
  trackingNumber: optional(textField("Código de rastreio.", "AA123456785BR")),
  trackingLink: optional(textField("Onde rastrear.", "https://rastreio.example.com/AA123456785BR")),
  deliveryService: optional(textField("Serviço de entrega.", "Expresso")),
  deliveryId: optional(textField("Código do serviço de entrega.", "EXP")),
  carrier: optional(textField("Nome da transportadora.", "Correios")),
  carrierId: optional(textField("Código da transportadora; 501 e 502 são os Correios, 906 o fulfillment.", "501")),
  shipDate: optional(epochField("Quando a transportadora recebeu.")),
  deliveryDate: optional(epochField("Quando foi entregue.", 1_795_611_600_000)),
  ...linked,
});

/** Field in which a refusal shows the current state. */
const current = Blocker.properties.current;
/** Fields of a finding about an invoice. */
const finding = {
  code: textField("Código, estável; veja docs/errors.md.", "danfe_total_differs"),
  pointer: textField("Onde: JSON Pointer no corpo do faturamento.", "/danfeXml"),
  message: textField("O mesmo em uma frase.", "O total da nota, 249.90, difere do total da entrega, 269.80."),
  received: optional(anyField("O que veio.", 249.9)),
  allowed: optional(anyField("O que se espera.", 269.8)),
  suggestions: optional(textsField("Os valores mais próximos.", [])),
};
/** A finding noted on an accepted invoice. */
export const Finding = namedObject("InvoiceFinding", "Algo anotado sobre uma nota.", finding);
/** A failure of a dry run. It would refuse the real call. */
export const Obstacle = extendObject(
  "InvoiceObstacle",
  Finding,
  "O que faria o faturamento ser recusado.",
  { current },
  { examples: [{ current: undefined }] },
);
const Invoice = namedObject("Invoice", "A nota de uma entrega; antes do faturamento, quase vazia.", {
  accessKey: optional(textField("Chave de acesso, 44 posições.", "35261112ABC34501DE35550010000012341583492714")),
  number: optional(textField("Número da nota.", "1234")),
  line: optional(textField("Série da nota.", "1")),
  date: optional(epochField("Emissão; ausente antes do faturamento.")),
  shipDate: optional(epochField("Saída da mercadoria.")),
  volume: optional(int32Field("Volumes da nota.", 1)),
  errors: list(Finding, { description: "Falhas anotadas na nota.", examples: [[]] }),
  validationErrors: list(Finding, { description: "O que foi estranho na nota e não a recusou.", examples: [[]] }),
  ...linked,
});

/** The actions of an order or a shipping. */
const actions = list(action, { description: "O que se pode pedir agora, e o que impede o resto." });
/** A shipping without its actions. */
const ShippingBase = namedObject(
  "ShippingBase",
  "Uma entrega, menos o que se pode pedir dela agora.",
  {
    shippingCode: int32Field("Código da entrega.", EXAMPLE_IDS.shippingCode),
    status: describedAs(status, { description: "O status da entrega." }),
    shippingEstimate: epochField("Previsão de entrega.", 1_795_611_600_000),
    deliveryTime: int32Field("Prazo de entrega, em dias.", 5),
    freightAmount: moneyField("Frete da entrega, em reais.", 19.9),
    country: textField("País, em duas letras.", "BR"),
    platformId: openEnum(
      {
        [PLATFORMS.seller]: "O próprio lojista entrega.",
        [PLATFORMS.marketplace]: "O marketplace entrega; envio e entrega são automáticos.",
        [PLATFORMS.fulfillment]: "O operador de fulfillment; tudo é automático.",
      },
      { description: "Quem leva a entrega; outros valores podem surgir.", examples: [PLATFORMS.seller] },
    ),
    serviceId: textField("Código do serviço de entrega.", "1"),
    serviceName: textField("Nome do serviço de entrega.", "Padrão"),
    transport: Transport,
    invoice: Invoice,
    customer: Customer,
    sender: namedObject("Sender", "Quem vende e fatura.", {
      supplierCnpj: optional(textField("CNPJ de quem fatura, 14 posições.", "12ABC34501DE35")),
      sellerCode: int32Field("Código do lojista.", EXAMPLE_IDS.sellerId),
      sellerName: textField("Nome da loja.", "Loja Aurora"),
      supplierName: textField("Razão social de quem fatura.", "Aurora Comércio Ltda."),
    }),
    items: list(Item, { description: "Os itens da entrega." }),
    cancellationReason: optional(textField("Por que foi cancelada, como em `cancellation.description`.", "Produto sem estoque")),
    cancellation: optional(
      namedObject("Cancellation", "O cancelamento; ausente quando não foi cancelada.", {
        code: optional(int32Field("Código do motivo; ausente quando não foi o lojista.", 1)),
        description: textField("O motivo.", "Produto sem estoque"),
        canBePenalty: booleanField("Se conta contra o lojista."),
        remark: optional(text({ personal: true, description: "O que foi dito a mais.", examples: ["Avaria no estoque"] })),
        canceledBy: optional(text({ personal: true, description: "Quem cancelou, como foi informado.", examples: ["Central de vendas"] })),
        date: epochField("Quando foi cancelada."),
      }),
    ),
    exchangeOrders: textsField("Números dos pedidos de troca desta entrega.", []),
    ...linked,
  },
  { examples: [{ cancellationReason: undefined, cancellation: undefined }] },
);
/** A complete shipping. */
export const Shipping = extendObject("Shipping", ShippingBase, "Uma entrega, inteira.", { actions });

const DevolutionItem = namedObject("DevolutionItem", "Um item que volta por uma troca.", {
  itemId: int32Field("Código do item que volta.", 7001),
  sku: textField("Código do produto.", EXAMPLE_IDS.sku),
  name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
  quantity: int32Field("Unidades que voltam.", 1),
  exchangeProcessCode: textField("Número do pedido de troca.", `${EXAMPLE_IDS.order}T`),
  checkInData: optional(epochField("Quando o lojista recebeu; ausente = ainda não.", 1_796_043_600_000)),
  devolutionData: epochField("Quando a devolução foi pedida.", 1_795_611_600_000),
  devolutionExchangeStatus: textField("O status do pedido de troca.", "Waiting Checkin"),
  totalGross: moneyField("Valor bruto do que volta, em reais.", 299.9),
  ...linked,
});

const orderNumber = textField("Número do pedido; o de uma troca é o do original e T.", EXAMPLE_IDS.order);
/** An order without its shippings and actions. */
export const OrderBase = namedObject(
  "OrderBase",
  "Um pedido, menos as entregas e o que se pode pedir dele agora.",
  {
    expands,
    orderNumber,
    originNumber: optional(textField("Número do pedido original, em trocas.", EXAMPLE_IDS.order)),
    orderType,
    orderStatus: describedAs(status, { description: "O status do pedido: o da entrega menos adiantada que não foi cancelada." }),
    orderDate: epochField("Quando foi feito."),
    paymentDate: optional(epochField("Quando foi pago.", 1_795_179_228_000)),
    agreedDate: optional(epochField("A data combinada com o cliente.", 1_795_611_600_000)),
    originSite: textField("A loja de origem.", "Vereda Esportes"),
    businessUnit: textField("Código da loja.", "VE"),
    totalQuantity: int32Field("Unidades ao todo.", 1),
    totalGross: moneyField("Bruto, em reais.", 299.9),
    totalCommission: moneyField("Comissão do marketplace, em reais.", 39.98),
    totalDiscount: moneyField("Descontos, em reais.", 50),
    totalFreight: moneyField("Fretes, em reais.", 19.9),
    totalNet: moneyField("O que o cliente paga, em reais.", 269.8),
    paymentGatewayInfos: optional(
      list(
        namedObject("PaymentGatewayInfo", "Um meio de pagamento.", {
          paymentGatewayRegistrationNumber: textField("CNPJ da instituição de pagamento, 14 posições.", "11222333000181"),
          totalValue: moneyField("O que foi pago por este meio, em reais.", 269.8),
        }),
        { maxItems: 2, description: "Por que meios foi pago, até dois; o marketplace pode deixar de enviar este campo." },
      ),
    ),
    devolutionRequested: booleanField("Se foi pedida uma devolução.", false),
    exchangeRequested: booleanField("Se foi pedida uma troca.", false),
    devolutionItems: optional(list(DevolutionItem, { description: "O que volta por trocas." })),
    links,
  },
  { examples: [{ originNumber: undefined, devolutionItems: undefined }] },
);
/** A single order. It is complete unless the request asked for less. */
export const Order = extendObject("Order", OrderBase, "Um pedido, inteiro, se não se pediu menos com `expand`.", {
  shippings: optional(list(Shipping, { description: "As entregas, inteiras." })),
  actions,
});

const onlyAsked = optional(list(action, { description: "O que se pode pedir agora; só com `expand=actions`.", examples: [[]] }));
/** An order of a list: its summary, and the expansions that were requested. */
export const ListedOrder = extendObject(
  "ListedOrder",
  OrderBase,
  "Um pedido em uma lista: o resumo, e o que se pediu com `expand`.",
  {
    shippings: optional(
      list(extendObject("ListedShipping", ShippingBase, "Uma entrega em uma lista de pedidos.", { actions: onlyAsked }), {
        description: "As entregas; só com `expand=shippings`.",
      }),
    ),
    actions: onlyAsked,
  },
  { examples: [{ expands: ["shippings", "items", "actions"], shippings: undefined, actions: undefined }] },
);
