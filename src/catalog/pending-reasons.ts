import { isoDateTime } from "../platform/basics/clock.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import type { Pending } from "./product.ts";

/** What a product may wait for although nothing is wrong with it, and what its seller can do meanwhile. */
export const PENDING_TEXTS: Readonly<Record<Pending["code"], LocalizedText>> = {
  images_checking: {
    "pt-BR": "As imagens estão sendo conferidas ({checked} de {total}); não é preciso fazer nada.",
    en: "The images are being checked ({checked} of {total}); there is nothing to do.",
  },
  family_incomplete: {
    "pt-BR":
      "A família tem {sequential} de {minimum} variações em sequência; envie as que faltam até {settlesAt}, ou isto vira uma crítica.",
    en: "The family has {sequential} of {minimum} variations in sequence; send the missing ones by {settlesAt}, or this becomes a critique.",
  },
  family_stock_awaited: {
    "pt-BR":
      "A família tem {stock} de {minimumStock} unidades em estoque, e falta o primeiro estoque de alguma variação; envie-o, ou aumente o desta.",
    en: "The family has {stock} of {minimumStock} units in stock, and some variation's first stock is awaited; send it, or raise this one's.",
  },
  price_missing: {
    "pt-BR": "O produto espera o primeiro preço; envie-o em PUT /api/v2/products/{sku}/prices.",
    en: "The product waits for its first price; send it to PUT /api/v2/products/{sku}/prices.",
  },
  stock_missing: {
    "pt-BR": "O produto espera o primeiro estoque; envie-o em PUT /api/v2/products/{sku}/stocks.",
    en: "The product waits for its first stock; send it to PUT /api/v2/products/{sku}/stocks.",
  },
};

/** A pending note for its reader: code, message and the note's facts; `settlesAt` as ISO 8601 with milliseconds and offset. */
export function describePending({ code, params }: Pending, lang: Lang): { readonly code: string; readonly message: string } {
  const { settlesAt } = params;
  const facts = typeof settlesAt === "number" ? { ...params, settlesAt: isoDateTime(settlesAt) } : params;
  return { code, message: formatMessage(PENDING_TEXTS[code][lang], facts), ...facts };
}
