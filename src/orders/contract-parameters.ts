import { describedAs, EXAMPLE_IDS, integer, list, type ListOptions, object, optional, text } from "../platform/contract/index.ts";

/** Settings that all operations of sellers on orders share. */
export const sellerOrders = { api: "v1", audience: "seller", permission: "orders", tag: "Pedidos", confidential: true } as const;
/** Settings that all operations of sellers on shippings share. */
export const sellerShippings = { ...sellerOrders, tag: "Entregas" } as const;
/** Order number in a URL path. */
export const orderNumber = text({ maxLength: 300, description: "Número do pedido.", examples: [EXAMPLE_IDS.order] });
/** Shipping code in a URL path. */
export const shippingCode = integer({ minimum: 0, description: "Código da entrega.", examples: [EXAMPLE_IDS.shippingCode] });
/** Path parameters in the URL of an order. */
export const orderAddress = object({ orderNumber });
/** Path parameters in the URL of a shipping. */
export const shippingAddress = object({ orderNumber, shippingCode });
/** Names that the parameter `expand` accepts, as a text for its description. */
export const EXPANSION_NAMES = "shippings, items, devolutionItems. Outros nomes são ignorados.";
/** The parameter that requests expansions, in both spellings: `expand` and `expands` (decisions 1.10). */
export const expandParameters = (options: ListOptions) => {
  const names = optional(list(text(), { examples: [["shippings", "items"]], ...options }));
  return { expand: names, expands: describedAs(names, { description: "O mesmo que `expand`." }) };
};
