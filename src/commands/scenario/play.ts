import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../../platform/contract/errors.ts";
import { PARTS, type Scenario, type Step } from "./format.ts";
import { mismatches, type Mismatch } from "./match.ts";
import { rowOf } from "./read.ts";
import type { Scene } from "./scene.ts";
import { durationMs, type StepRow, type Taken } from "./step.ts";
import { filledIn, valueAt } from "./values.ts";

/** What became of a step. */
export interface Played {
  readonly part: (typeof PARTS)[number];
  /** Of its part, from 1. */
  readonly nth: number;
  readonly step: Step;
  readonly told: string;
  /** Where its document was not as expected; empty = it was. */
  readonly mismatches: readonly Mismatch[];
  /** What the marketplace said no with, in its sentences. */
  readonly said?: readonly string[];
  /** What went wrong instead: no answer, a step that cannot be. */
  readonly trouble?: string;
  readonly elapsedMs: number;
}

/** Hears how a scenario goes. */
export interface Watcher {
  /** Before a step is tried, which may take as long as it lets itself. */
  readonly begins: (step: Step) => void;
  readonly played: (played: Played) => void;
}

/** Plays a scenario step by step; ends with the first step that was not as expected, or with Ctrl-C. True when all were. */
export async function play(scenario: Scenario, scene: Scene, watcher: Watcher): Promise<boolean> {
  for (const part of PARTS) {
    for (const [i, step] of scenario[part].entries()) {
      const began = performance.now();
      watcher.begins(step);
      const outcome = await attempted(step, scene);
      if (scene.signal.aborted) return false;
      watcher.played({ part, nth: i + 1, step, ...outcome, elapsedMs: Math.round(performance.now() - began) });
      if (outcome.mismatches.length > 0 || outcome.trouble !== undefined) return false;
    }
  }
  return true;
}

const BETWEEN_TRIES_MS = 100;

type Outcome = Pick<Played, "told" | "mismatches" | "said" | "trouble">;

async function attempted(step: Step, scene: Scene): Promise<Outcome> {
  const row = rowOf(step);
  try {
    const filled = filledIn(step, scene.values) as Step;
    const { taken, found } = await untilExpected(filled, row, scene);
    if (found.length > 0) return { told: taken.told, mismatches: found, said: sentencesIn(taken.document) };
    keep(step, taken, scene);
    return { told: taken.told, mismatches: [] };
  } catch (error) {
    return { told: row.verb, mismatches: [], trouble: error instanceof Error ? error.message : String(error) };
  }
}

/** Once, or again and again while the step lets it. */
async function untilExpected(step: Step, row: StepRow, scene: Scene) {
  const within = step.within ?? row.within;
  const until = performance.now() + (within === undefined ? 0 : durationMs(within));
  for (let tries = 1; ; tries += 1) {
    const taken = await row.take(step as never, scene);
    const found = [row.expects?.(step as never), step.expect].flatMap((expected) =>
      expected === undefined ? [] : mismatches(taken.document, expected),
    );
    const mayWait = within !== undefined && performance.now() < until;
    const mayTry = (mayWait || tries < (step.atMost ?? 1)) && !scene.signal.aborted;
    if (found.length === 0 || !mayTry) return { taken, found };
    if (mayWait) await sleep(BETWEEN_TRIES_MS);
  }
}

/** The sentences of an error body. */
function sentencesIn(document: unknown): readonly string[] {
  const said = valueAt(document, "/body/notifications");
  return Array.isArray(said) ? said.map(String) : [];
}

const NOT_THERE: LocalizedText = {
  "pt-BR": "keep: {pointer} não existe, e {name} o guardaria",
  en: "keep: there is no {pointer}, which {name} was to keep",
};

function keep({ keep: wanted = {} }: Step, { document, kept = {} }: Taken, { values, lang }: Scene): void {
  for (const [name, value] of Object.entries(kept)) values.set(name, value);
  for (const [name, pointer] of Object.entries(wanted)) {
    const value = valueAt(document, pointer);
    if (value === undefined) throw new Error(formatMessage(NOT_THERE[lang], { name, pointer }));
    values.set(name, value);
  }
}
