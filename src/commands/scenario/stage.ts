import type { Terminal } from "../command.ts";
import type { Instance } from "../instance.ts";
import { hire } from "./cast.ts";
import type { Scenario } from "./format.ts";
import { play, type Played } from "./play.ts";
import { allText, CLEAR, endText, leftText, stepText, titleText, waitingText } from "./report.ts";
import { openScene } from "./scene.ts";

/** Where scenarios are played, and for whom. */
export interface Stage {
  readonly instance: Instance;
  /** Undefined = a new seller for each. */
  readonly sellerId: number | undefined;
  /** For programs: a line per scenario. */
  readonly isJson: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Plays one after the other, telling how each goes; answers how many passed. */
export async function playAll(files: readonly { readonly file: string; readonly scenario: Scenario }[], stage: Stage, terminal: Terminal) {
  const { lang, out } = terminal;
  const { isJson, signal } = stage;
  let passed = 0;
  for (const { file, scenario: one } of files) {
    if (signal.aborted) return passed;
    const outcome = await playOn(stage, one, terminal);
    if (outcome.passed) passed += 1;
    if (isJson) out.write(`${JSON.stringify({ name: one.name, file, ...outcome })}\n`);
    else {
      const ended = outcome.passed ? "passed" : signal.aborted ? "interrupted" : "failed";
      out.write(outcome.left.map((reason) => leftText(reason, lang)).join("") + endText({ ...outcome, ended }, terminal));
    }
  }
  if (!isJson && files.length > 1 && !signal.aborted) out.write(allText(passed, files.length, lang));
  return passed;
}

async function playOn({ instance, sellerId, isJson, signal }: Stage, one: Scenario, terminal: Terminal) {
  const { lang, out } = terminal;
  const began = performance.now();
  const steps: Played[] = [];
  await using actor = await hire(instance, `Scenario ${one.name}`, lang, sellerId);
  const scene = openScene(instance, actor, { lang, signal });
  if (!isJson) out.write(titleText(one, terminal));
  const isLive = out.isTTY === true && !isJson;
  const passed = await play(one, scene, {
    begins(step) {
      if (isLive) out.write(waitingText(step, terminal));
    },
    played(step) {
      steps.push(step);
      if (!isJson) out.write((isLive ? CLEAR : "") + stepText(step, terminal));
    },
  });
  if (isLive && signal.aborted) out.write(CLEAR);
  const left = (await scene.close()).map(String);
  return { sellerId: actor.sellerId, passed, elapsedMs: Math.round(performance.now() - began), steps, left };
}
