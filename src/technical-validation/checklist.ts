import type { LocalizedText } from "../platform/contract/index.ts";

/**
 * The items that a requirement counts: created products, skus of the run's family, created orders, or orders of the run that were moved
 * to another status.
 */
export type CountingMethod = "products" | "skus" | "orders" | "moved orders";

/** A row of the checklist: its text in seed 4.4, the required count and the operations that count. */
export interface Requirement {
  readonly code: string;
  readonly required: number;
  readonly text: LocalizedText;
  /** Counting method. Absent when the count comes from other rows of the checklist, or when each operation counts once. */
  readonly counts?: CountingMethod;
  /** API version of the operations. */
  readonly api?: "v1" | "v2";
  /** Operations whose calls count. */
  readonly operations: readonly string[];
  /** Operation by which an operator does the same in the portal. Calls of it never count. */
  readonly portal?: string;
}

const product = { counts: "skus", api: "v2" } as const;
const move = { counts: "moved orders", api: "v1", required: 2 } as const;

/** The requirements in the order of seed 4.4. */
export const CHECKLIST: readonly Requirement[] = [
  {
    code: "create_products",
    required: 4,
    counts: "products",
    api: "v2",
    operations: ["postProduct"],
    text: {
      "pt-BR": "Criar ao menos quatro produtos que formem uma família completa",
      en: "create at least four products forming a complete family",
    },
  },
  {
    ...product,
    code: "read_status",
    required: 4,
    operations: ["getProductStatus"],
    text: { "pt-BR": "Consultar o status desses quatro", en: "read the status of those four" },
  },
  {
    ...product,
    code: "approve_products",
    required: 4,
    operations: ["putProductStatus"],
    portal: "reviewProduct",
    text: { "pt-BR": "Passá-los para aprovado", en: "set them to approved" },
  },
  {
    ...product,
    code: "first_stock",
    required: 4,
    operations: ["postStock"],
    text: { "pt-BR": "Primeiro estoque deles", en: "first stock for them" },
  },
  {
    ...product,
    code: "first_price",
    required: 4,
    operations: ["postPrice"],
    text: { "pt-BR": "Primeiro preço deles", en: "first price for them" },
  },
  {
    ...product,
    code: "update_stock",
    required: 2,
    operations: ["putStock"],
    text: { "pt-BR": "Atualizar o estoque de 2 skus", en: "update stock for 2 skus" },
  },
  {
    ...product,
    code: "update_price",
    required: 2,
    operations: ["putPrice"],
    text: { "pt-BR": "Atualizar o preço de 2 skus", en: "update price for 2 skus" },
  },
  {
    code: "create_orders",
    required: 12,
    counts: "orders",
    api: "v1",
    operations: ["postOrder"],
    text: {
      "pt-BR": "Criar ao menos doze pedidos, com mais de um item",
      en: "create at least twelve orders, with more than one item",
    },
  },
  {
    ...move,
    code: "set_approved",
    operations: ["putApproved"],
    portal: "approvePayment",
    text: { "pt-BR": "Passar 2 pedidos para approved", en: "set 2 orders to approved" },
  },
  {
    ...move,
    code: "set_canceled",
    operations: ["putCanceled"],
    portal: "cancelOrder",
    text: { "pt-BR": "Passar 2 pedidos para canceled", en: "set 2 orders to canceled" },
  },
  {
    ...move,
    code: "set_invoiced",
    operations: ["putInvoiced"],
    portal: "invoiceShipping",
    text: { "pt-BR": "Passar 2 pedidos para invoiced", en: "set 2 orders to invoiced" },
  },
  {
    ...move,
    code: "set_shipped",
    operations: ["putShipped"],
    portal: "shipShipping",
    text: { "pt-BR": "Passar 2 pedidos para shipped", en: "set 2 orders to shipped" },
  },
  {
    ...move,
    code: "set_delivered",
    operations: ["putDelivered"],
    portal: "deliverShipping",
    text: { "pt-BR": "Passar 2 pedidos para delivered", en: "set 2 orders to delivered" },
  },
  {
    code: "versions",
    required: 2,
    operations: [],
    text: {
      "pt-BR": "Chamadas de produtos e skus na v2, de pedidos na v1, consultas na v1",
      en: "Product and sku calls use v2, order calls use v1, lookups use v1",
    },
  },
  {
    code: "lookups",
    required: 0,
    operations: ["listBrands", "listColors", "listFlavors", "listSizes", "listDepartments", "listProductTypes", "listTemplates"],
    text: { "pt-BR": "Listas de referência consultadas (opcional)", en: "Reference lists read (optional)" },
  },
];

/** Reason why a call did not count. */
export type ReasonNotCounted = keyof typeof REASONS_NOT_COUNTED;

/** Texts of all reasons why a call does not count. */
export const REASONS_NOT_COUNTED = {
  refused: { "pt-BR": "Foi recusada com {status} {code}.", en: "It was refused with {status} {code}." },
  not_cataloged_yet: {
    "pt-BR": "O produto {subject} ainda não chegou a Em catalogação.",
    en: "Product {subject} has not reached Em catalogação yet.",
  },
  sku_of_another_family: {
    "pt-BR": "O produto {subject} não é da família criada nesta validação.",
    en: "Product {subject} does not belong to the family created in this validation.",
  },
  sku_counted_already: { "pt-BR": "O produto {subject} já contou.", en: "Product {subject} counted already." },
  one_item_only: { "pt-BR": "O pedido {subject} tem um item só.", en: "Order {subject} has one item only." },
  order_of_before_the_run: {
    "pt-BR": "O pedido {subject} não foi criado nesta validação.",
    en: "Order {subject} was not created in this validation.",
  },
  order_counted_already: { "pt-BR": "O pedido {subject} já contou.", en: "Order {subject} counted already." },
  made_by_the_portal: {
    "pt-BR": "Foi feita pelo portal, e não pela integração.",
    en: "It was made through the portal, not by the integration.",
  },
} as const satisfies Record<string, LocalizedText>;
