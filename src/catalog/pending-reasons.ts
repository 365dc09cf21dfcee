import { isoDateTime } from "../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import type { Pending } from "./product.ts";

/** The messages for the reasons why a product waits. Each message also says what the seller can do. */
export const PENDING_REASONS: Readonly<Record<Pending["code"], LocalizedText>> = {
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
  reference_changed: {
    "pt-BR":
      "Desde {effectiveAt} o valor {received} em {pointer} não vale mais; o produto continua como está, e a próxima alteração dele precisa de outro valor. Veja GET /api/v1/reference/changes/{changeId}/affected.",
    en: "Since {effectiveAt} the value {received} at {pointer} is no longer valid; the product stays as it is, and its next change needs another value. See GET /api/v1/reference/changes/{changeId}/affected.",
  },
};

/** Params that are instants, epoch ms. */
const INSTANTS: ReadonlySet<string> = new Set(["settlesAt", "effectiveAt"]);

/** A pending reason in the language `lang`: its code, message and params, with instants as ISO 8601 with milliseconds and offset. */
export function pendingView({ code, params }: Pending, lang: Lang): { readonly code: string; readonly message: string } {
  const shownParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, INSTANTS.has(name) && typeof value === "number" ? isoDateTime(value) : value]),
  );
  return { code, message: formatMessage(PENDING_REASONS[code][lang], shownParams), ...shownParams };
}
