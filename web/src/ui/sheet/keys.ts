import { keyTable } from "../keys/key-table.ts";

/** The keys of every sheet, beside arrows, Tab, Home, End and the Page keys. */
export const SHEET_KEYS = keyTable({
  edit: { keys: "F2", words: { "pt-BR": "editar a célula (ou digite por cima)", en: "edit the cell (or type over it)" } },
  leave: { keys: "Escape", words: { "pt-BR": "deixar a célula como estava", en: "leave the cell as it was" } },
  grow: { keys: "Shift+Arrows", words: { "pt-BR": "selecionar várias células", en: "select several cells" } },
  all: { keys: "mod+a", words: { "pt-BR": "selecionar tudo", en: "select everything" } },
  copy: { keys: "mod+c", words: { "pt-BR": "copiar as células", en: "copy the cells" } },
  paste: { keys: "mod+v", words: { "pt-BR": "colar de uma planilha", en: "paste from a spreadsheet" } },
  fillDown: { keys: "mod+d", words: { "pt-BR": "repetir para baixo", en: "fill down" } },
  undo: { keys: "mod+z", words: { "pt-BR": "desfazer", en: "undo" } },
  redo: { keys: "mod+y", words: { "pt-BR": "refazer", en: "redo" } },
});
