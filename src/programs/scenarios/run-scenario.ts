import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../../platform/contract/index.ts";
import type { RunContext } from "./context.ts";
import { PARTS, type Scenario, type Step } from "./format.ts";
import { mismatches, type Mismatch } from "./matchers.ts";
import { durationMs, type StepOutcome, type StepType } from "./step-type.ts";
import { stepTypeOf } from "./steps/index.ts";
import { resolvePointer, substitute } from "./variables.ts";

/** The result of a step. */
export interface StepReport {
  readonly part: (typeof PARTS)[number];
  /** Number of the step within its part, from 1. */
  readonly nth: number;
  readonly step: Step;
  /** What the step did, in one line. */
  readonly summary: string;
  /** Differences between the step's document and the expected one; empty = as expected. */
  readonly mismatches: readonly Mismatch[];
  /** The sentences of a refusal by the marketplace. */
  readonly refusal?: readonly string[];
  /** The reason why the step could not be carried out, if it could not. */
  readonly failure?: string;
  readonly elapsedMs: number;
}

/** Callbacks for the progress of a scenario. */
export interface RunObserver {
  /** Called before a step starts. The step may take as long as its `within`. */
  readonly onStepStart: (step: Step) => void;
  readonly onStepEnd: (report: StepReport) => void;
}

/** Runs a scenario until a step is not as expected, or until Ctrl-C. Returns true if all steps were as expected. */
export async function runScenario(scenario: Scenario, context: RunContext, observer: RunObserver): Promise<boolean> {
  for (const part of PARTS) {
    for (const [i, step] of scenario[part].entries()) {
      const startedMs = performance.now();
      observer.onStepStart(step);
      const result = await runStep(step, context);
      if (context.signal.aborted) return false;
      observer.onStepEnd({ part, nth: i + 1, step, ...result, elapsedMs: Math.round(performance.now() - startedMs) });
      if (result.mismatches.length > 0 || result.failure !== undefined) return false;
    }
  }
  return true;
}

type StepResult = Pick<StepReport, "summary" | "mismatches" | "refusal" | "failure">;

async function runStep(step: Step, context: RunContext): Promise<StepResult> {
  const type = stepTypeOf(step);
  try {
    const filled = substitute(step, context.variables) as Step;
    const { outcome, found } = await runUntilExpected(filled, type, context);
    const { summary } = outcome;
    if (found.length > 0) return { summary, mismatches: found, refusal: refusalSentences(outcome.document) };
    setVariables(step, outcome, context);
    return { summary, mismatches: [] };
  } catch (error) {
    return { summary: type.verb, mismatches: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

const RETRY_INTERVAL_MS = 100;

/** Runs a step. If its document is not as expected, runs it again while `within` or `atMost` allows it. */
async function runUntilExpected(step: Step, type: StepType, context: RunContext) {
  const within = step.within ?? type.within;
  const deadline = performance.now() + (within === undefined ? 0 : durationMs(within));
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await type.run(step as never, context);
    const found = [type.defaultExpectation?.(step as never), step.expect].flatMap((expected) =>
      expected === undefined ? [] : mismatches(outcome.document, expected),
    );
    const hasTime = within !== undefined && performance.now() < deadline;
    const mayRetry = (hasTime || attempt < (step.atMost ?? 1)) && !context.signal.aborted;
    if (found.length === 0 || !mayRetry) return { outcome, found };
    if (hasTime) await sleep(RETRY_INTERVAL_MS);
  }
}

/** The sentences of an error body; empty if the document has none. */
function refusalSentences(document: unknown): readonly string[] {
  const sentences = resolvePointer(document, "/body/notifications");
  return Array.isArray(sentences) ? sentences.map(String) : [];
}

const NOTHING_TO_KEEP: LocalizedText = {
  "pt-BR": "keep: {pointer} não existe, e {name} o guardaria",
  en: "keep: there is no {pointer}, which {name} was to keep",
};

function setVariables({ keep = {} }: Step, outcome: StepOutcome, { variables, lang }: RunContext): void {
  for (const [name, value] of Object.entries(outcome.variables ?? {})) variables.set(name, value);
  for (const [name, pointer] of Object.entries(keep)) {
    const value = resolvePointer(outcome.document, pointer);
    if (value === undefined) throw new Error(formatMessage(NOTHING_TO_KEEP[lang], { name, pointer }));
    variables.set(name, value);
  }
}
