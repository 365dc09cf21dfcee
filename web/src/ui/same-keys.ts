/** Texts of another language: the same keys, other words. */
export type SameKeys<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : SameKeys<Texts[Key]> };
