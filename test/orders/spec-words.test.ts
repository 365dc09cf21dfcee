import { describe, expect, it } from "vitest";
import { productErrors } from "../../src/catalog/errors.ts";
import { orderErrors } from "../../src/orders/errors.ts";
import { moveErrors } from "../../src/orders/move-errors.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { failureMessage, type Failure, type LocalizedText } from "../../src/platform/contract/errors.ts";
import { PriceBody } from "../../src/pricing/contract.ts";

/** What the description says that a refusal says (seed 2.1, 4.3, 7), in its own words: in English as it does, in Portuguese as it is said there. */
const order = { params: { orderNumber: "1", shippingCode: 2, move: "ship" } };
const [zero] = compileSchemaCheck(PriceBody)({ listPrice: 0, salePrice: 0 }).failures;
const ROWS: readonly (readonly [what: string, failure: Failure, words: LocalizedText])[] = [
  [
    "a volume that is not positive",
    orderErrors.failure("volume_not_positive", { received: 0 }),
    { "pt-BR": "deve ser um número positivo", en: "must be a positive number" },
  ],
  [
    "a volume of an order that tells none",
    orderErrors.failure("volume_not_eligible", { received: 1 }),
    {
      "pt-BR":
        "é obrigatório somente em pedidos com entrega do marketplace (MARKETPLACE_ENTREGAS), exceto pelos Correios (501, 502), e deve ser removido",
      en: "is required only for marketplace-run-delivery orders (MARKETPLACE_ENTREGAS), not the postal carrier (501, 502), and must be removed",
    },
  ],
  [
    "invoicing a fulfilment order",
    moveErrors.failure("fulfillment_invoices", order),
    { "pt-BR": "faturado pelo serviço de fulfillment", en: "invoiced through the fulfillment service" },
  ],
  [
    "shipping a fulfilment order",
    moveErrors.failure("fulfillment_ships", order),
    { "pt-BR": "enviado pelo serviço de fulfillment", en: "shipped through the fulfillment service" },
  ],
  [
    "delivering a fulfilment order",
    moveErrors.failure("fulfillment_delivers", order),
    { "pt-BR": "entregue pelo serviço de fulfillment", en: "delivered through the fulfillment service" },
  ],
  [
    "canceling a fulfilment order",
    moveErrors.failure("fulfillment_not_cancelable", order),
    {
      "pt-BR": "o lojista não pode cancelar pedidos do estoque de fulfillment",
      en: "the seller cannot cancel orders from fulfillment stock",
    },
  ],
  [
    "shipping a marketplace-run delivery",
    moveErrors.failure("marketplace_ships", order),
    {
      "pt-BR": "não podem ter o status alterado para shipped ou delivered",
      en: "cannot have their status changed to shipped or delivered",
    },
  ],
  [
    "invoicing twice at once",
    moveErrors.failure("order_being_invoiced", order),
    {
      "pt-BR": "requisições simultâneas para o mesmo orderNumber e lojista",
      en: "simultaneous requests for the same orderNumber and seller",
    },
  ],
  [
    "a shipment without a link",
    orderErrors.failure("tracking_link_missing"),
    { "pt-BR": "obrigatório para toda transportadora, exceto os Correios", en: "required for every carrier except the postal carrier" },
  ],
  ["a frozen order", moveErrors.failure("order_frozen", order), { "pt-BR": "não o envie", en: "do not ship it" }],
  ["a price of nothing", zero!, { "pt-BR": "maior que zero", en: "greater than zero" }],
  [
    "a product without a price",
    productErrors.failure("price_missing"),
    { "pt-BR": "listPrice e salePrice maiores que zero", en: "listPrice and salePrice greater than zero" },
  ],
];

describe("a refusal has the description's own words where it gives them", () => {
  it.each(ROWS)("%s", (_what, failure, words) => {
    expect(failureMessage(failure, "pt-BR")).toContain(words["pt-BR"]);
    expect(failureMessage(failure, "en")).toContain(words.en);
  });
});
