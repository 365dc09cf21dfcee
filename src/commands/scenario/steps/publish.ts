import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../../../platform/contract/errors.ts";
import { sampleProduct } from "../../sample-product.ts";
import type { Scene } from "../scene.ts";
import { stepRow, type CommonFields } from "../step.ts";
import { answeredOf } from "./call.ts";

const STATES = ["RECEIVED", "CRITICIZED", "CATALOGING", "APPROVED"] as const;

interface PublishStep extends CommonFields {
  readonly publish: string;
  readonly available?: number;
  readonly product?: object;
  readonly until?: (typeof STATES)[number];
}

const PUBLISHED: LocalizedText = { "pt-BR": "{sku} publicado: {code} ({requestId})", en: "{sku} published: {code} ({requestId})" };
const POLL_MS = 200;
const SETTLED_WITHIN_MS = 30_000;

/** Publishes a product and brings it to where the scenario needs it. */
export const publishStep = stepRow<PublishStep>({
  verb: "publish",
  does: {
    "pt-BR": "Publica uma viseira de tamanho único e a leva até a aprovação, ou até o status de until.",
    en: "Publishes a one-size visor and brings it to approval, or to the status of until.",
  },
  properties: {
    publish: { type: "string", description: "O sku; use ${mark} para não repetir", "x-description-en": "The sku; ${mark} keeps it unique" },
    available: {
      type: "integer",
      minimum: 0,
      description: "Estoque físico; 10 sem ele",
      "x-description-en": "Physical stock; 10 without it",
    },
    product: {
      type: "object",
      description: "Campos do produto no lugar dos da viseira",
      "x-description-en": "Fields of the product in place of the visor's",
    },
    until: { type: "string", enum: STATES, description: "APPROVED sem ele", "x-description-en": "APPROVED without it" },
  },
  example: { publish: "VIS-${mark}", available: 5 },
  keeps: ["sku"],
  expects: ({ expect, until = "APPROVED" }) => (expect === undefined ? { body: { code: until } } : undefined),
  async take({ publish: sku, available = 10, product = {}, until = "APPROVED" }, scene) {
    const images = String(scene.values.get("images"));
    const body = { ...sampleProduct(sku, images), stock: { available }, ...product };
    const posted = await scene.send("seller", "POST", "/api/v2/products", { body });
    const requestId = posted.headers.get("x-request-id");
    const kept = { sku };
    if (posted.status !== 202)
      return { told: `POST /api/v2/products  ${posted.status} (${requestId})`, document: answeredOf(posted), kept };
    const reply = await settled(scene, `/api/v2/products/${sku}/status`, until);
    const { code } = reply.body as { readonly code: string };
    return { told: formatMessage(PUBLISHED[scene.lang], { sku, code, requestId }), document: answeredOf(reply), kept };
  },
});

/** The status record once the product is where it should be or criticized, approving it on the way when asked to. */
async function settled(scene: Scene, path: string, until: string) {
  const before = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const reply = await scene.send("seller", "GET", path);
    const { code } = reply.body as { readonly code: string };
    if (code === until || code === "CRITICIZED" || performance.now() > before || scene.signal.aborted) return reply;
    // Whoever reviews may have been quicker: then this is refused, and the next look tells.
    if (code === "CATALOGING" && until === "APPROVED") await scene.send("seller", "PUT", path, { body: { status: "APPROVED" } });
    else await sleep(POLL_MS);
  }
}
