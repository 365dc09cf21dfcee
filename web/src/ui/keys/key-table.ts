/** One key of a screen, with the words that say what it does. */
export interface KeyRow {
  /** `j`, `Enter`, `Space`, `mod+k` (Ctrl, or ⌘ on a Mac), or two keys one after the other: `g p`. */
  readonly keys: string;
  readonly words: { readonly "pt-BR": string; readonly en: string };
}

/** The keys of a screen by what they do. Help, hints, handlers and tests read the same table. */
export type KeyTable = Readonly<Record<string, KeyRow>>;

/** Declares the keys of a screen. */
export const keyTable = <const Table extends KeyTable>(table: Table): Table => table;

/** The parts of a keyboard event that matter. */
interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a person pressed, in the form of `KeyRow.keys`. Shift is part of the character: `?`. */
export function pressedKey({ key, ctrlKey, metaKey, altKey }: Press): string {
  const name = key === " " ? "Space" : key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "mod+" : ""}${altKey ? "alt+" : ""}${name}`;
}

/** The caps that are shown for a row: `["Ctrl", "K"]`, `["g", "p"]`. */
export function keyCaps(keys: string, isMac: boolean): readonly string[] {
  return keys.split(/[ +](?=.)/).map((part) => SHOWN[part]?.[isMac ? 1 : 0] ?? part);
}
const SHOWN: Readonly<Record<string, readonly [string, string]>> = {
  mod: ["Ctrl", "⌘"],
  alt: ["Alt", "⌥"],
  Enter: ["↵", "↵"],
  Escape: ["Esc", "Esc"],
  ArrowUp: ["↑", "↑"],
  ArrowDown: ["↓", "↓"],
  Arrows: ["↑ ↓ ← →", "↑ ↓ ← →"],
};
