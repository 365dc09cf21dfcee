import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import type { RunContext } from "../context.ts";
import { defineStep, type CommonFields } from "../step-type.ts";
import { callOutcome } from "./call.ts";

interface FaultStep extends CommonFields {
  readonly fault: "http" | "events";
  readonly rules: readonly { readonly kind?: string; readonly operation?: string }[];
}

const FAULTY: LocalizedText = { "pt-BR": "falha de propósito em {fault}: {kinds}", en: "going wrong on purpose in {fault}: {kinds}" };
const HEALED: LocalizedText = { "pt-BR": "nada mais falha em {fault}", en: "nothing goes wrong in {fault} any more" };

/** The injected faults for calls or for notifications. */
interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly { readonly sellerId?: number }[];
}

const FAULTS = "/operator/v1/faults";

/**
 * Injects faults into calls or notifications of the scenario's seller, in place of this seller's earlier rules. The end of the run restores
 * all rules.
 */
export const faultStep = defineStep<FaultStep>({
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
  defaultExpectation: ({ expect }) => (expect === undefined ? { status: 200 } : undefined),
  async run({ fault, rules }, context) {
    const { seed, rules: existing } = await planOf(context, fault);
    const path = `${FAULTS}/${fault}`;
    const put = (all: readonly object[]) => context.send("operator", "PUT", path, { body: { seed, rules: all } });
    context.onCleanup(() => put(existing));
    const { sellerId } = context;
    const reply = await put([...existing.filter((rule) => rule.sellerId !== sellerId), ...rules.map((rule) => ({ ...rule, sellerId }))]);
    const outcome = callOutcome(`PUT ${path}`, [reply]);
    const kinds = rules.map(({ kind, operation }) => [kind, operation].filter(Boolean).join(" "));
    if (reply.status !== 200) return outcome;
    return { ...outcome, summary: formatMessage((rules.length === 0 ? HEALED : FAULTY)[context.lang], { fault, kinds }) };
  },
});

async function planOf(context: RunContext, fault: FaultStep["fault"]): Promise<FaultPlan> {
  const { body } = await context.api.request<Readonly<Record<FaultStep["fault"], FaultPlan>>>("GET", FAULTS);
  return body![fault];
}
