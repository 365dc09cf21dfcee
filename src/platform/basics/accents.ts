/** A text without the accents of its letters: `Proteína` and `Proteina` are one word to who types it. */
export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}+/gu, "");
