import type { Command } from "../command-line/command.ts";
import { claimAction, releaseAction, renewAction } from "./review/claim-actions.ts";
import { approveAction, criticizeAction, undoAction } from "./review/decision-actions.ts";
import { listAction, summaryAction } from "./review/queue-actions.ts";
import { RULE_ACTIONS } from "./review/rule-actions.ts";

/** `review ...`: shows and decides the catalogue's review queue, and measures it (decisions 8). */
export const review: Command = {
  name: "review",
  does: {
    "pt-BR": "Mostra e decide a fila da revisão do catálogo; prova e liga regras de aprovação.",
    en: "Shows and decides the catalogue's review queue; tries and enables approval rules.",
  },
  actions: [
    listAction,
    approveAction,
    criticizeAction,
    claimAction,
    renewAction,
    releaseAction,
    undoAction,
    summaryAction,
    ...RULE_ACTIONS,
  ],
};
