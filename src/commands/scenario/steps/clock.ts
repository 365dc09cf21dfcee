import { formatMessage, type LocalizedText } from "../../../platform/contract/errors.ts";
import { CLOCK_DURATION_PATTERN } from "../../../sandbox/index.ts";
import { stepRow, type CommonFields } from "../step.ts";
import { told } from "./call.ts";

interface ClockStep extends CommonFields {
  readonly clock: string;
}

const MOVED: LocalizedText = {
  "pt-BR": "relógio {by}: agora {now} (bin/vitrine clock reset volta ao tempo real)",
  en: "clock {by}: now {now} (bin/vitrine clock reset goes back to real time)",
};
const MOVES = "/operator/v1/clock/moves";

/** Moves the marketplace's clock; what falls due on the way happens. */
export const clockStep = stepRow<ClockStep>({
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
  expects: ({ expect }) => (expect === undefined ? { status: 200 } : undefined),
  async take({ clock: by }, scene) {
    const reply = await scene.send("operator", "POST", MOVES, { body: { by } });
    const taken = told(`POST ${MOVES}`, [reply]);
    if (reply.status !== 200) return taken;
    const { now } = reply.body as { readonly now: string };
    return { ...taken, told: formatMessage(MOVED[scene.lang], { by, now }) };
  },
});
