import { formatMessage, type LocalizedText } from "../../../platform/contract/errors.ts";
import type { Scene } from "../scene.ts";
import { stepRow, type CommonFields } from "../step.ts";
import { told } from "./call.ts";

interface FaultStep extends CommonFields {
  readonly fault: "http" | "events";
  readonly rules: readonly { readonly kind?: string; readonly operation?: string }[];
}

const FAULTY: LocalizedText = { "pt-BR": "falha de propósito em {fault}: {kinds}", en: "going wrong on purpose in {fault}: {kinds}" };
const HEALED: LocalizedText = { "pt-BR": "nada mais falha em {fault}", en: "nothing goes wrong in {fault} any more" };

/** What goes wrong on purpose, in one half. */
interface Plan {
  readonly seed: number;
  readonly rules: readonly { readonly sellerId?: number }[];
}

const FAULTS = "/operator/v1/faults";

/** Lets calls or notifications of the scenario's seller go wrong on purpose; what others set stays. */
export const faultStep = stepRow<FaultStep>({
  verb: "fault",
  does: {
    "pt-BR": "Faz falhar de propósito chamadas ou notificações do lojista do cenário, e só dele, até outro fault ou o fim do cenário.",
    en: "Lets calls or notifications of the scenario's seller, and of nobody else, go wrong on purpose, until another fault or the end.",
  },
  properties: {
    fault: {
      type: "string",
      enum: ["http", "events"],
      description: "http: chamadas; events: notificações",
      "x-description-en": "http: calls; events: notifications",
    },
    rules: {
      type: "array",
      items: { type: "object" },
      description: "Como em putHttpFaults e putEventFaults; [] retira",
      "x-description-en": "As in putHttpFaults and putEventFaults; [] takes them back",
    },
  },
  required: ["rules"],
  example: { fault: "events", rules: [{ kind: "drop", share: 0.3 }, { kind: "duplicate" }] },
  expects: ({ expect }) => (expect === undefined ? { status: 200 } : undefined),
  async take({ fault, rules }, scene) {
    const { seed, rules: there } = await planOf(scene, fault);
    const path = `${FAULTS}/${fault}`;
    const put = (all: readonly object[]) => scene.send("operator", "PUT", path, { body: { seed, rules: all } });
    scene.afterwards(() => put(there));
    const { sellerId } = scene;
    const reply = await put([...there.filter((rule) => rule.sellerId !== sellerId), ...rules.map((rule) => ({ ...rule, sellerId }))]);
    const taken = told(`PUT ${path}`, [reply]);
    const kinds = rules.map(({ kind, operation }) => [kind, operation].filter(Boolean).join(" "));
    if (reply.status !== 200) return taken;
    return { ...taken, told: formatMessage((rules.length === 0 ? HEALED : FAULTY)[scene.lang], { fault, kinds }) };
  },
});

async function planOf(scene: Scene, fault: FaultStep["fault"]): Promise<Plan> {
  const { body } = await scene.instance.ask<Readonly<Record<FaultStep["fault"], Plan>>>("GET", FAULTS);
  return body![fault];
}
