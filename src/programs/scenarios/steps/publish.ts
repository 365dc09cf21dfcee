import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { sampleProduct } from "../../../client/sample-product.ts";
import type { RunContext } from "../context.ts";
import { defineStep, type CommonFields } from "../step-type.ts";
import { replyDocument } from "./call.ts";

const STATES = ["RECEIVED", "CRITICIZED", "CATALOGING", "APPROVED"] as const;

interface PublishStep extends CommonFields {
  readonly publish: string;
  readonly available?: number;
  readonly product?: object;
  readonly until?: (typeof STATES)[number];
}

const PUBLISHED: LocalizedText = { "pt-BR": "{sku} publicado: {code} ({requestId})", en: "{sku} published: {code} ({requestId})" };
const POLL_INTERVAL_MS = 200;
const TIMEOUT_MS = 30_000;

/** Publishes a product and waits for the status that the scenario needs. */
export const publishStep = defineStep<PublishStep>({
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
  sets: ["sku"],
  defaultExpectation: ({ expect, until = "APPROVED" }) => (expect === undefined ? { body: { code: until } } : undefined),
  async run({ publish: sku, available = 10, product = {}, until = "APPROVED" }, context) {
    const images = String(context.variables.get("images"));
    const body = { ...sampleProduct(sku, images), stock: { available }, ...product };
    const posted = await context.send("seller", "POST", "/api/v2/products", { body });
    const requestId = posted.headers.get("x-request-id");
    const variables = { sku };
    if (posted.status !== 202)
      return { summary: `POST /api/v2/products  ${posted.status} (${requestId})`, document: replyDocument(posted), variables };
    const reply = await awaitStatus(context, `/api/v2/products/${sku}/status`, until);
    const { code } = reply.body as { readonly code: string };
    return { summary: formatMessage(PUBLISHED[context.lang], { sku, code, requestId }), document: replyDocument(reply), variables };
  },
});

/** Waits for a status and returns the last reply. Approves the product if `until` needs it. Stops waiting if the product is criticized. */
async function awaitStatus(context: RunContext, path: string, until: string) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const reply = await context.send("seller", "GET", path);
    const { code } = reply.body as { readonly code: string };
    if (code === until || code === "CRITICIZED" || performance.now() > deadline || context.signal.aborted) return reply;
    // The call is refused if a reviewer has already decided. The next read shows the decision.
    if (code === "CATALOGING" && until === "APPROVED") await context.send("seller", "PUT", path, { body: { status: "APPROVED" } });
    else await sleep(POLL_INTERVAL_MS);
  }
}
