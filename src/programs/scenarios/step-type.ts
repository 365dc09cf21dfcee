import type { LocalizedText } from "../../platform/contract/index.ts";
import type { RunContext } from "./context.ts";
import type { Finding, JsonSchema } from "./format-validation.ts";

/** The fields that every step may have. */
export interface CommonFields {
  readonly say?: LocalizedText;
  /** The document that the step should have. It may contain matchers (matchers.ts). */
  readonly expect?: unknown;
  /** Variables to set: the name of each variable, with a JSON Pointer into the step's document. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Maximum time during which the step is repeated until its document is as expected. */
  readonly within?: string;
  /** Maximum number of tries, without pauses, until the step's document is as expected. */
  readonly atMost?: number;
}

/** Result of a step. */
export interface StepOutcome {
  /** What the step did, in one line for people. */
  readonly summary: string;
  /** The value that `expect` checks and `keep` points into. */
  readonly document: unknown;
  /** Variables that the step type sets even without `keep`. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A type of step: the key that names it, its fields, and what it does. */
export interface StepType<Step = never> {
  readonly verb: string;
  readonly does: LocalizedText;
  /** Schema of the type's own fields, including the key that names it (`verb`). */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Required fields other than `verb`. */
  readonly required?: readonly string[];
  readonly example: object;
  /** Names of the variables that the type sets even without `keep`. */
  readonly sets?: readonly string[];
  /** An expectation that the step's document must meet in addition to `expect`. */
  readonly defaultExpectation?: (step: Step) => unknown;
  /** Default value of `within`. */
  readonly within?: string;
  /** Finds mistakes that a schema cannot express, before the scenario runs. `names` are the variables that earlier steps set. */
  readonly check?: (step: Step, pointer: string, names: ReadonlySet<string>, lang: RunContext["lang"]) => readonly Finding[];
  readonly run: (step: Step, context: RunContext) => Promise<StepOutcome>;
}

/** Defines a step type. The compiler checks its functions against the type of the step. */
export const defineStep = <Step>(type: StepType<Step>): StepType => type;

/** The pattern of a duration: `500ms`, `15s`, `2m`. */
export const DURATION = "^\\d{1,6}(ms|s|m)$";
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** A duration in milliseconds. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(text)!;
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
