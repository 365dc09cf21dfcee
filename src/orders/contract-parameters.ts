import { describedAs, EXAMPLE_IDS, integer, list, type ListOptions, object, optional, text } from "../platform/contract/index.ts";

/** What the sellers' operations on orders have in common. */
export const sellerOrders = { api: "v1", audience: "seller", permission: "orders", tag: "Pedidos", confidential: true } as const;
/** What the sellers' operations on shippings have in common. */
export const sellerShippings = { ...sellerOrders, tag: "Entregas" } as const;
/** The number of an order in an address. */
export const orderNumber = text({ maxLength: 300, description: "Número do pedido.", examples: [EXAMPLE_IDS.order] });
/** The code of a shipping in an address. */
export const shippingCode = integer({ minimum: 0, description: "Código da entrega.", examples: [EXAMPLE_IDS.shippingCode] });
/** The address of an order. */
export const orderAddress = object({ orderNumber });
/** The address of a shipping. */
export const shippingAddress = object({ orderNumber, shippingCode });
/** The expansions that `expand` knows, for its description. */
export const EXPANSION_NAMES = "shippings, items, devolutionItems. Outros nomes são ignorados.";
/** The parameter in both spellings (decisions 1.10). */
export const expandParameters = (options: ListOptions) => {
  const names = optional(list(text(), { examples: [["shippings", "items"]], ...options }));
  return { expand: names, expands: describedAs(names, { description: "O mesmo que `expand`." }) };
};
