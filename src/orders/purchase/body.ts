import {
  bool,
  dateTime,
  decimal,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  ignoredMembers,
  integer,
  lenientEnum,
  list,
  named,
  namedObject,
  optional,
  type Static,
  text,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { addressFields, customerFields } from "../customer-fields.ts";
import * as shapes from "../shapes.ts";
import { STATUS_ALIASES } from "../status.ts";
import { stateFields } from "./brazilian-states.ts";

const short = (description: string, example: string, maxLength = 100) => optional(text({ maxLength, description, examples: [example] }));
const code = (description: string, example: string, maxLength = 60) =>
  optional(text({ maxLength, also: "integer", description, examples: [example] }));
const amount = (description: string, example: number) => optional(decimal({ scale: 2, minimum: 0, description, examples: [example] }));
const when = (description: string) => optional(dateTime({ epoch: true, description, examples: [1_795_179_168_000] }));

/** Maximum number of units of one item. */
const MAX_UNITS = 100_000;
/** Maximum number of items of one shipping. */
export const MAX_ITEMS = 100;
/** Maximum number of shippings of one order. */
export const MAX_SHIPPINGS = 20;

const itemFields = {
  sku: text({ minLength: 1, maxLength: 50, description: "Código do produto.", examples: [EXAMPLE_IDS.sku] }),
  quantity: optional(integer({ minimum: 1, maximum: MAX_UNITS, default: 1, description: "Unidades.", examples: [1] })),
  grossUnitValue: amount("Preço 'de' de uma unidade, em reais; sem ele, o do catálogo.", 299.9),
  discountUnitValue: amount("Desconto de uma unidade, em reais; sem ele, a diferença até o preço 'por' do catálogo.", 50),
  netUnitValue: amount("Bruto menos desconto, em reais; serve de conferência.", 249.9),
};
/** An item of a purchase. */
export const Item = namedObject("OrderItemBody", "O que se compra de um produto.", {
  ...itemFields,
  ...ignoredMembers(shapes.Item.properties, itemFields),
});
const items = optional(list(Item, { minItems: 1, maxItems: MAX_ITEMS, description: "O que se compra." }));

/** The customer as sent by checkouts and in sellers' test orders. */
const CustomerBody = namedObject(
  "CustomerBody",
  "Quem compra e onde recebe; no sandbox, sem ele, um cliente inventado.",
  {
    ...customerFields,
    address: optional(namedObject("AddressBody", "Onde a entrega é recebida.", { ...addressFields, ...stateFields })),
  },
  { personal: true },
);

const transportFields = {
  carrierId: code("Código da transportadora.", "501", 20),
  carrier: short("Nome da transportadora.", "Correios"),
  deliveryService: short("Serviço de entrega.", "Expresso"),
  deliveryId: code("Código do serviço de entrega.", "EXP"),
};
const TransportBody = namedObject("TransportBody", "O transporte combinado na compra.", {
  ...transportFields,
  ...ignoredMembers(shapes.Transport.properties, transportFields),
});
/** The fields of a requested shipping, without its items. */
export const deliveryFields = {
  platformId: optional(describedAs(lenientEnum(shapes.platform), { description: "Quem leva a entrega; sem ele, INTERNAL." })),
  serviceId: code("Código do serviço de entrega.", "1"),
  serviceName: short("Nome do serviço de entrega.", "Padrão"),
  country: short("País, em duas letras.", "BR", 10),
  freightAmount: amount("Frete da entrega, em reais.", 19.9),
  deliveryTime: optional(integer({ minimum: 0, maximum: 365, description: "Dias até a entrega.", examples: [5] })),
  shippingEstimate: when("Quando deve chegar."),
  transport: optional(TransportBody),
  customer: optional(CustomerBody),
};
const shippingFields = { ...deliveryFields, items };
const Shipping = namedObject("ShippingBody", "Uma entrega que se pede.", {
  ...shippingFields,
  ...ignoredMembers(shapes.Shipping.properties, shippingFields),
});

/** Aliases of the statuses with which an order may start. */
function firstStatusAliases() {
  const { Criado, Cadastrado, Aprovado } = STATUS_ALIASES;
  return { Criado, Cadastrado, Aprovado };
}

/** Fields that a purchase can decide. The shorthand {items} is also valid (decisions 5). */
const purchaseFields = {
  orderNumber: optional(
    text({
      also: "integer",
      maxLength: 40,
      pattern: "^(?!cancellation-reasons$)[0-9A-Za-z][0-9A-Za-z-]*$",
      description: "Número do pedido; sem ele, o marketplace dá um.",
      examples: [EXAMPLE_IDS.order],
      refusal: {
        code: "order_number_characters",
        text: {
          "pt-BR": 'O orderNumber veio como "{received}"; use somente letras sem acento, algarismos e hífen, ou deixe-o de fora.',
          en: 'The orderNumber came as "{received}"; use only unaccented letters, digits and hyphens, or leave it out.',
        },
      },
    }),
  ),
  orderType: optional(
    text({
      also: "integer",
      pattern: "^(?!\\s*(?:[Ee][Xx][Cc][Hh][Aa][Nn][Gg][Ee]|[Tt][Rr][Oo][Cc][Aa])\\s*$)",
      description: "O que se cria é uma venda, seja qual for o texto; só Exchange e Troca são recusados.",
      examples: ["Sale"],
      refusal: {
        code: "order_type_exchange",
        text: {
          "pt-BR":
            'O orderType veio como "{received}", e uma troca nasce de um pedido enviado: abra-a com POST .../orders/<número>/exchange da API do operador, ou com o simulador exchanges; para uma venda, deixe orderType de fora.',
          en: 'The orderType came as "{received}", and an exchange is made of a shipped order: open it with POST .../orders/<number>/exchange of the operator API, or with the simulator exchanges; for a sale, leave orderType out.',
        },
      },
    }),
  ),
  orderStatus: optional(
    lenientEnum(
      named(
        "FirstOrderStatus",
        enumOf(["Created", "approved"], {
          description: "Como o pedido começa; sem ele, Created.",
          meanings: { Created: "À espera do pagamento.", approved: "Pago, como `paid`." },
        }),
      ),
      { aliases: firstStatusAliases() },
    ),
  ),
  paid: optional(bool({ description: "O pagamento já foi aprovado.", examples: [true] })),
  orderDate: when("Quando foi feito; sem ela, agora."),
  paymentDate: when("Quando foi pago; sem ela, agora."),
  agreedDate: when("A data combinada com o cliente."),
  businessUnit: optional(
    text({ maxLength: 60, description: "Código ou nome da loja; sem ele, a do departamento do primeiro item.", examples: ["VE"] }),
  ),
  originSite: short("A loja de origem.", "Vereda Esportes"),
  items,
  shippings: optional(list(Shipping, { minItems: 1, maxItems: MAX_SHIPPINGS, description: "As entregas; sem elas, uma só, com `items`." })),
  customer: optional(CustomerBody),
  paymentGatewayInfos: optional(
    list(
      namedObject("PaymentGatewayInfoBody", "Um meio de pagamento.", {
        paymentGatewayRegistrationNumber: text({
          pattern: "^[0-9A-Za-z]{12}[0-9]{2}$",
          also: "integer",
          description: "CNPJ da instituição de pagamento, 14 posições.",
          examples: ["11222333000181"],
        }),
        totalValue: decimal({ scale: 2, minimum: 0, description: "O que foi pago por este meio, em reais.", examples: [269.8] }),
      }),
      { minItems: 1, maxItems: 2, description: "Por que meios foi pago, até dois." },
    ),
  ),
};

/** Fields of a purchase's body. A whole Order of seed 2.4 and 2.5 is accepted. Fields that the marketplace decides are ignored (decisions 9). */
const orderFields = { ...purchaseFields, ...ignoredMembers(shapes.Order.properties, purchaseFields) };

/** The body of a seller's test order in the sandbox. */
export const PurchaseBody = namedObject("OrderBody", "Um pedido de teste; bastam os itens.", orderFields);
/** The body that the marketplace's checkout posts. */
export const CheckoutBody = namedObject("CheckoutBody", "Uma compra do marketplace.", { sellerId, ...orderFields });
export type PurchaseBody = Static<typeof PurchaseBody>;

type ShippingBody = NonNullable<PurchaseBody["shippings"]>[number];
/** A requested shipping. An exchange copies the `platformId` of its original order, which may be any text. */
export type ShippingRequest = Omit<ShippingBody, "platformId" | "items"> & {
  readonly platformId?: string | undefined;
  readonly items?: readonly ItemRequest[] | undefined;
};
/** A requested item. In an exchange, `replaces` is the id of the original order's item. */
export type ItemRequest = NonNullable<ShippingBody["items"]>[number] & { readonly replaces?: number };
/** Input for drafting an order: the body of a purchase, or the contents of an exchange. */
export type OrderRequest = Omit<PurchaseBody, "items" | "shippings"> & {
  readonly items?: readonly ItemRequest[] | undefined;
  readonly shippings?: readonly ShippingRequest[] | undefined;
};
