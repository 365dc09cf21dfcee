/** What can be seen of a product beside its form. */
export const DETAIL_TABS = ["historico", "estoque", "mudancas", "chamadas"] as const;
/** The word of a tab in the address. */
export type DetailTab = (typeof DETAIL_TABS)[number];
