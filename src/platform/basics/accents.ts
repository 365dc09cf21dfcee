/** Removes the accents of a text, because people type `Proteina` instead of `Proteína`. */
export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}+/gu, "");
