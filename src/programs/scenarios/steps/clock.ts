import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { CLOCK_DURATION_PATTERN } from "../../../sandbox/index.ts";
import { defineStep, type CommonFields } from "../step-type.ts";
import { callOutcome } from "./call.ts";

interface ClockStep extends CommonFields {
  readonly clock: string;
}

const MOVED: LocalizedText = {
  "pt-BR": "relógio {by}: agora {now} (bin/vitrine clock reset volta ao tempo real)",
  en: "clock {by}: now {now} (bin/vitrine clock reset goes back to real time)",
};
const MOVES = "/operator/v1/clock/moves";

/** Moves the sandbox's clock. The marketplace carries out all work that becomes due. */
export const clockStep = defineStep<ClockStep>({
  verb: "clock",
  does: {
    "pt-BR": "Adianta o relógio do sandbox, para todos; o que vence no caminho acontece. Fica adiantado depois do cenário.",
    en: "Moves the sandbox's clock forward, for everybody; what is due on the way happens. It stays there after the scenario.",
  },
  properties: {
    clock: {
      type: "string",
      pattern: CLOCK_DURATION_PATTERN,
      description: "Quanto: +3d, +90m, +2h30m",
      "x-description-en": "How far: +3d, +90m, +2h30m",
    },
  },
  example: { clock: "+3d" },
  defaultExpectation: ({ expect }) => (expect === undefined ? { status: 200 } : undefined),
  async run({ clock: by }, context) {
    const reply = await context.send("operator", "POST", MOVES, { body: { by } });
    const outcome = callOutcome(`POST ${MOVES}`, [reply]);
    if (reply.status !== 200) return outcome;
    const { now } = reply.body as { readonly now: string };
    return { ...outcome, summary: formatMessage(MOVED[context.lang], { by, now }) };
  },
});
