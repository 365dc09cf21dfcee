import type { Terminal } from "../../command-line/command.ts";
import type { OperatorApi } from "../../client/operator-api.ts";
import { createContext } from "./context.ts";
import type { Scenario } from "./format.ts";
import { cleanupErrorText, CLEAR_LINE, currentStepText, resultText, stepText, titleText, totalsText } from "./report-text.ts";
import { runScenario, type StepReport } from "./run-scenario.ts";
import { openTestSeller } from "./test-seller.ts";

/** The marketplace and seller for a run of scenarios. */
export interface RunnerOptions {
  readonly api: OperatorApi;
  /** An existing seller. Undefined = a new seller for each scenario. */
  readonly sellerId: number | undefined;
  /** Whether to print one JSON object per scenario. */
  readonly isJson: boolean;
  /** Aborted by Ctrl-C. Then no further scenario starts. */
  readonly signal: AbortSignal;
}

/** A scenario and the path of its file. */
export interface LoadedScenario {
  readonly file: string;
  readonly scenario: Scenario;
}

/** Runs scenarios one after another and prints their progress. Returns the number that passed. */
export async function runScenarios(scenarios: readonly LoadedScenario[], options: RunnerOptions, terminal: Terminal): Promise<number> {
  const { lang, out } = terminal;
  const { isJson, signal } = options;
  let passed = 0;
  for (const { file, scenario } of scenarios) {
    if (signal.aborted) return passed;
    const result = await runOne(scenario, options, terminal);
    if (result.passed) passed += 1;
    if (isJson) out.write(`${JSON.stringify({ name: scenario.name, file, ...result, steps: result.steps.map(stepJson) })}\n`);
    else {
      const ended = result.passed ? "passed" : signal.aborted ? "interrupted" : "failed";
      out.write(result.left.map((reason) => cleanupErrorText(reason, lang)).join("") + resultText({ ...result, ended }, terminal));
    }
  }
  if (!isJson && scenarios.length > 1 && !signal.aborted) out.write(totalsText(passed, scenarios.length, lang));
  return passed;
}

async function runOne(scenario: Scenario, { api, sellerId, isJson, signal }: RunnerOptions, terminal: Terminal) {
  const { lang, out } = terminal;
  const startedMs = performance.now();
  const steps: StepReport[] = [];
  await using seller = await openTestSeller(api, `Scenario ${scenario.name}`, lang, sellerId);
  const context = createContext(api, seller, { lang, signal });
  if (!isJson) out.write(titleText(scenario, terminal));
  const isLive = out.isTTY === true && !isJson;
  const passed = await runScenario(scenario, context, {
    onStepStart(step) {
      if (isLive) out.write(currentStepText(step, terminal));
    },
    onStepEnd(report) {
      steps.push(report);
      if (!isJson) out.write((isLive ? CLEAR_LINE : "") + stepText(report, terminal));
    },
  });
  if (isLive && signal.aborted) out.write(CLEAR_LINE);
  const left = (await context.cleanUp()).map(String);
  return { sellerId: seller.sellerId, passed, elapsedMs: Math.round(performance.now() - startedMs), steps, left };
}

/** A step's report with the member names of the JSON output. */
const stepJson = ({ summary: told, refusal: said, failure: trouble, ...report }: StepReport) => ({ ...report, told, said, trouble });
