import { answerOf, api } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { fixed, type Fix, idOf, stockOf } from "./fixes.ts";

/** How many products are sent at once. */
const AT_ONCE = 4;

/** What became of a fix that was sent: accepted, or refused with the server's sentence. */
export interface SentFix {
  readonly fix: Fix;
  /** Epoch ms; a product is judged again from then on. */
  readonly at: number;
  readonly refusal?: string;
}

/** Sends fixes, all of a product together. `tell` gets what became of each product's as it is known. */
export async function sendFixes(
  fixes: readonly Fix[],
  textOf: (error: unknown) => string,
  tell: (sent: ReadonlyMap<string, SentFix>) => void,
): Promise<void> {
  const waiting = [...Map.groupBy(fixes, ({ critique: { sku } }) => sku)];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [sku, own] = next;
      const refused = await sendProduct(sku, own).then(
        () => undefined,
        (error: unknown) => error,
      );
      const at = Date.now();
      tell(
        new Map(
          own.map((fix) => [idOf(fix.critique), { fix, at, ...(refused !== undefined && { refusal: refusalOf(refused, fix, textOf) }) }]),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Reads a product, and sends it with its fixes. Stock has an address of its own. */
async function sendProduct(sku: string, fixes: readonly Fix[]): Promise<void> {
  const path = { sku };
  const product = await answerOf(api.GET("/api/v2/products/{sku}", { params: { path, query: { expand: ["images", "attributes"] } } }));
  const body = fixed(product, fixes);
  const available = stockOf(fixes);
  if (available !== undefined) await answerOf(api.PUT("/api/v2/products/{sku}/stocks", { params: { path }, body: { available } }));
  if (body === product) return;
  const { images = [], ...fields } = body;
  await answerOf(api.PUT("/api/v2/products/{sku}", { params: { path }, body: { ...fields, images } }));
}

/** The server's sentence about the field of a fix, otherwise about the whole product. */
function refusalOf(error: unknown, { critique: { pointer } }: Fix, textOf: (error: unknown) => string): string {
  const own = error instanceof ApiError ? error.details.filter((detail) => detail.pointer === pointer) : [];
  return own.length === 0 ? textOf(error) : own.map(({ message }) => message).join(" ");
}
