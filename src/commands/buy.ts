import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { wantsJson, type Command } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { coloured } from "../command-line/colours.ts";
import { integerOption } from "../command-line/option-values.ts";

const MAX_UNITS = 9_999;

const TEXTS = {
  bought: {
    "pt-BR": "pedido {orderNumber}  {status}  R$ {total}  entrega {shippingCodes}",
    en: "order {orderNumber}  {status}  R$ {total}  shipping {shippingCodes}",
  },
  emptySku: { "pt-BR": "--sku está sem sku", en: "--sku has an empty sku" },
} as const satisfies Record<string, LocalizedText>;

/** `buy --sku X`: makes a purchase through the marketplace's checkout (decisions 8). */
export const buy: Command = {
  name: "buy",
  does: {
    "pt-BR": "Compra produtos aprovados como um cliente do marketplace. No sandbox, o cliente é inventado.",
    en: "Buys approved products as a shopper of the marketplace. In the sandbox, the customer is made up.",
  },
  options: [
    {
      name: "sku",
      value: "SKU",
      needed: true,
      meaning: { "pt-BR": "o produto; vários separados por vírgula", en: "the product; several separated by commas" },
    },
    { name: "qty", value: "1", meaning: { "pt-BR": "unidades de cada um", en: "units of each" } },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)",
        en: "the seller (default: the sandbox's ready seller)",
      },
    },
    {
      name: "paid",
      meaning: { "pt-BR": "já pago: o pedido começa como approved", en: "already paid: the order starts as approved" },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: ["sellerId", "orderNumber", "status", "totalNet", "shippingCodes"] },
  exits: {
    declined: {
      "pt-BR": "nada foi comprado: falta estoque, ou o produto não está à venda",
      en: "nothing was bought: too little stock, or a product is not on sale",
    },
  },
  examples: [
    {
      line: "buy --sku BRISA-M",
      does: { "pt-BR": "Uma unidade; o pagamento é aprovado depois.", en: "One unit; its payment is approved later." },
    },
    {
      line: "buy --sku BRISA-M,BRISA-G --qty 2 --seller 1001 --paid --json",
      does: { "pt-BR": "Dois itens, já pagos.", en: "Two items, already paid." },
    },
  ],
  async run(args, { lang, out }) {
    const quantity = integerOption(args, "qty", { min: 1, max: MAX_UNITS, fallback: 1 }, lang);
    const items = skusOf(args, lang).map((sku) => ({ sku, quantity }));
    const instance = findInstance(args, lang);
    const sellerId = sellerOrDefault(args, instance, lang);
    const purchase = { sellerId, items, paid: args.flags.has("paid") };
    const { body: order } = await instance.request<CreatedOrder>("POST", "/operator/v1/orders", purchase);
    const { orderNumber, orderStatus: status, totalNet, shippings } = order!;
    const shippingCodes = shippings.map(({ shippingCode }) => shippingCode);
    if (wantsJson(args)) out.write(`${JSON.stringify({ sellerId, orderNumber, status, totalNet, shippingCodes })}\n`);
    else {
      const params = { orderNumber, status: coloured(out, "good", status), total: inReais(totalNet, lang), shippingCodes };
      out.write(`${formatMessage(TEXTS.bought[lang], params)}\n`);
    }
    return 0;
  },
};

interface CreatedOrder {
  readonly orderNumber: string;
  readonly orderStatus: string;
  readonly totalNet: number;
  readonly shippings: readonly { readonly shippingCode: number }[];
}

function skusOf({ options }: ParsedArguments, lang: Lang): readonly string[] {
  const skus = options["sku"]!.split(",").map((sku) => sku.trim());
  if (skus.includes("")) throw new UsageError(TEXTS.emptySku[lang]);
  return [...new Set(skus)];
}

const inReais = (amount: number, lang: Lang) => amount.toLocaleString(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
