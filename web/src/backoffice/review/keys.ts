import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of the review queue. */
export const REVIEW_KEYS = keyTable({
  next: { keys: "j", words: { "pt-BR": "próximo item", en: "next item" } },
  previous: { keys: "k", words: { "pt-BR": "item anterior", en: "previous item" } },
  approve: { keys: "a", words: { "pt-BR": "aprovar", en: "approve" } },
  criticize: { keys: "r", words: { "pt-BR": "criticar", en: "criticize" } },
  change: { keys: "c", words: { "pt-BR": "pedir uma mudança", en: "ask for a change" } },
  undo: { keys: "u", words: { "pt-BR": "desfazer (5 s)", en: "undo (5 s)" } },
  picture: { keys: "Space", words: { "pt-BR": "próxima imagem", en: "next picture" } },
  zoom: { keys: "z", words: { "pt-BR": "ampliar a imagem", en: "zoom the picture" } },
  bulk: { keys: "b", words: { "pt-BR": "decidir em lote", en: "decide in bulk" } },
});

/** How many choices have a key of their own. */
export const CHOICES = 9;

/** The keys in the dialog of a criticism. */
export const REASON_KEYS = keyTable({
  ...Object.fromEntries(
    Array.from({ length: CHOICES }, (_, nth) => [
      `choice${nth + 1}`,
      { keys: String(nth + 1), words: { "pt-BR": `motivo ${nth + 1}`, en: `reason ${nth + 1}` } },
    ]),
  ),
  own: { keys: "0", words: { "pt-BR": "escrever um motivo", en: "write a reason" } },
  send: { keys: "mod+Enter", words: { "pt-BR": "enviar", en: "send" } },
  sendPlain: { keys: "Enter", words: { "pt-BR": "enviar", en: "send" } },
});

/** The keys that say of which values of a change a decision is. */
export const FIELD_KEYS = keyTable(
  Object.fromEntries(
    Array.from({ length: CHOICES }, (_, nth) => [
      `field${nth + 1}`,
      { keys: String(nth + 1), words: { "pt-BR": `campo ${nth + 1} da mudança`, en: `field ${nth + 1} of the change` } },
    ]),
  ),
);
