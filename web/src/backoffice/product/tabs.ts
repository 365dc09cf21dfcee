/** What is shown of a product, as the address names it. */
export const TABS = ["produto", "versoes", "historia", "estoque", "precos", "chamadas"] as const;
/** One of them. */
export type Tab = (typeof TABS)[number];
