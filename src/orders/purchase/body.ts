import {
  dateTime,
  decimal,
  flag,
  integer,
  list,
  oneOfWords,
  optional,
  shape,
  type Static,
  text,
  unread,
} from "../../platform/contract/schema.ts";
import { addressFields, customerFields } from "../customer-fields.ts";
import * as shapes from "../shapes.ts";
import { PLATFORMS, STATUS_ALIASES } from "../status.ts";
import { stateFields } from "./states.ts";

const short = (maxLength = 100) => optional(text({ maxLength }));
const code = (maxLength = 60) => optional(text({ maxLength, also: "integer" }));
const amount = (description?: string) => optional(decimal({ scale: 2, minimum: 0, ...(description ? { description } : {}) }));
const when = (description?: string) => optional(dateTime({ epoch: true, ...(description ? { description } : {}) }));

/** More units of one product than this are no purchase. */
const MOST_UNITS = 100_000;
/** Of one delivery. */
export const MOST_ITEMS = 100;
/** Of one order. */
export const MOST_SHIPPINGS = 20;

const itemFields = {
  sku: text({ minLength: 1, maxLength: 50 }),
  quantity: optional(integer({ minimum: 1, maximum: MOST_UNITS, default: 1 })),
  grossUnitValue: amount("Sem ele, o preço 'de' do catálogo"),
  discountUnitValue: amount("Sem ele, a diferença até o preço 'por' do catálogo"),
  netUnitValue: amount("Bruto menos desconto; serve de conferência"),
};
/** What is bought of one product. */
export const Item = shape("OrderItemBody", { ...itemFields, ...unread(shapes.Item.properties, itemFields) });
const items = optional(list(Item, { minItems: 1, maxItems: MOST_ITEMS }));

/** Whoever buys, as checkouts and sellers' test orders send it. */
const CustomerBody = shape(
  "CustomerBody",
  { ...customerFields, address: optional(shape("AddressBody", { ...addressFields, ...stateFields })) },
  { personal: true },
);

const transportFields = { carrierId: code(20), carrier: short(), deliveryService: short(), deliveryId: code() };
const TransportBody = shape("TransportBody", { ...transportFields, ...unread(shapes.Transport.properties, transportFields) });
/** A delivery that is asked for, without what is in it. */
export const deliveryFields = {
  platformId: optional(oneOfWords(Object.values(PLATFORMS), { ignoreCase: true, description: "Sem ele, INTERNAL" })),
  serviceId: code(),
  serviceName: short(),
  country: short(10),
  freightAmount: amount(),
  deliveryTime: optional(integer({ minimum: 0, maximum: 365, description: "Dias até a entrega" })),
  shippingEstimate: when("Quando deve chegar"),
  transport: optional(TransportBody),
  customer: optional(CustomerBody),
};
const shippingFields = { ...deliveryFields, items };
const Shipping = shape("ShippingBody", { ...shippingFields, ...unread(shapes.Shipping.properties, shippingFields) });

/** The words of filters for the states that an order may begin in. */
function firstStatusAliases() {
  const { Criado, Cadastrado, Aprovado } = STATUS_ALIASES;
  return { Criado, Cadastrado, Aprovado };
}

/** What a purchase says of its order, as far as its buyer decides it, or the shorthand {items} (decisions 5). */
const purchaseFields = {
  orderNumber: optional(
    text({
      also: "integer",
      maxLength: 40,
      pattern: "^(?!cancellation-reasons$)[0-9A-Za-z][0-9A-Za-z-]*$",
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
      description: "O que se cria é uma venda, seja qual for o texto; só Exchange e Troca são recusados",
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
    oneOfWords(["Created", "approved"], { ignoreCase: true, aliases: firstStatusAliases(), description: "approved = pago, como paid" }),
  ),
  paid: optional(flag({ description: "O pagamento já foi aprovado" })),
  orderDate: when(),
  paymentDate: when(),
  agreedDate: when(),
  businessUnit: optional(text({ maxLength: 60, description: "Código ou nome da loja; sem ele, a do departamento do primeiro item" })),
  originSite: short(),
  items,
  shippings: optional(list(Shipping, { minItems: 1, maxItems: MOST_SHIPPINGS })),
  customer: optional(CustomerBody),
  paymentGatewayInfos: optional(
    list(
      shape("PaymentGatewayInfoBody", {
        paymentGatewayRegistrationNumber: text({ pattern: "^[0-9A-Za-z]{12}[0-9]{2}$", also: "integer" }),
        totalValue: decimal({ scale: 2, minimum: 0 }),
      }),
      { minItems: 1, maxItems: 2 },
    ),
  ),
};

/** The whole Order of seed 2.4 and 2.5: what the marketplace decides is not read (decisions 9). */
const orderFields = { ...purchaseFields, ...unread(shapes.Order.properties, purchaseFields) };

/** What a seller posts in the sandbox. */
export const PurchaseBody = shape("OrderBody", orderFields);
/** What the marketplace's checkout posts. */
export const CheckoutBody = shape("CheckoutBody", { sellerId: integer({ minimum: 1 }), ...orderFields });
export type PurchaseBody = Static<typeof PurchaseBody>;

type ShippingBody = NonNullable<PurchaseBody["shippings"]>[number];
/** A shipping that is asked for; an exchange repeats the delivery of its original, whatever that is called. */
export type WantedShipping = Omit<ShippingBody, "platformId" | "items"> & {
  readonly platformId?: string | undefined;
  readonly items?: readonly WantedItem[] | undefined;
};
/** An item that is asked for; an exchange says which item of its original it goes out for. */
export type WantedItem = NonNullable<ShippingBody["items"]>[number] & { readonly replaces?: number };
/** What an order is drawn up from: a body, or what an exchange sends again. */
export type Wanted = Omit<PurchaseBody, "items" | "shippings"> & {
  readonly items?: readonly WantedItem[] | undefined;
  readonly shippings?: readonly WantedShipping[] | undefined;
};
