import { fromCents, localHourOf } from "../../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";
import type { OrderRecord } from "../order.ts";

/** What makes an order worth a second look. It proves nothing; a person decides. */
interface RiskSignal {
  readonly code: string;
  readonly text: LocalizedText;
  /** What is told about the order; undefined = the order does not show the signal. */
  readonly found: (order: OrderRecord) => string | number | undefined;
}

/** An order above it is looked at, in cents. */
const HIGH_AMOUNT_CENTS = 200_000;
const MANY_UNITS = 5;
const LAST_HOUR_OF_NIGHT = 5;
const DEEP_DISCOUNT = 0.5;
/** Freight above this part of the goods' value. */
const DEAR_FREIGHT = 0.5;

const when = <Value>(holds: boolean, value: Value): Value | undefined => (holds ? value : undefined);
const mostUnits = ({ shippings }: OrderRecord) => Math.max(0, ...shippings.flatMap(({ items }) => items.map(({ quantity }) => quantity)));
const percent = (part: number, whole: number) => Math.round((part / Math.max(whole, 1)) * 100);

/** The signals, the strongest first. */
const RISK_SIGNALS: readonly RiskSignal[] = [
  {
    code: "high_amount",
    text: { "pt-BR": "O valor é alto: R$ {value:reais}.", en: "The amount is high: R$ {value:reais}." },
    found: ({ netCents }) => when(netCents >= HIGH_AMOUNT_CENTS, fromCents(netCents)),
  },
  {
    code: "many_units",
    text: { "pt-BR": "{value} unidades do mesmo produto.", en: "{value} units of the same product." },
    found: (order) => when(mostUnits(order) >= MANY_UNITS, mostUnits(order)),
  },
  {
    code: "several_payments",
    text: { "pt-BR": "Pago por {value} meios diferentes.", en: "Paid in {value} different ways." },
    found: ({ payments }) => when(payments.length > 1, payments.length),
  },
  {
    code: "unpaid",
    text: { "pt-BR": "O pagamento ainda não foi aprovado.", en: "The payment is not approved yet." },
    found: ({ paymentDate }) => when(paymentDate === undefined, ""),
  },
  {
    code: "at_night",
    text: { "pt-BR": "Feito de madrugada, às {value} h.", en: "Made at night, at {value}:00." },
    found: ({ orderDate }) => when(localHourOf(orderDate) < LAST_HOUR_OF_NIGHT, localHourOf(orderDate)),
  },
  {
    code: "deep_discount",
    text: { "pt-BR": "O desconto é de {value} % do preço.", en: "The discount is {value} % of the price." },
    found: ({ discountCents, grossCents }) => when(discountCents > grossCents * DEEP_DISCOUNT, percent(discountCents, grossCents)),
  },
  {
    code: "dear_freight",
    text: { "pt-BR": "O frete é {value} % do valor dos produtos.", en: "The freight is {value} % of the goods' value." },
    found: ({ freightCents, grossCents, discountCents }) =>
      when(freightCents > (grossCents - discountCents) * DEAR_FREIGHT, percent(freightCents, grossCents - discountCents)),
  },
];

/** The signals that an order shows. */
export const riskSignals = (order: OrderRecord, lang: Lang) =>
  RISK_SIGNALS.flatMap(({ code, text, found }) => {
    const value = found(order);
    return value === undefined ? [] : [{ code, message: formatMessage(text[lang], { value }, lang) }];
  });
