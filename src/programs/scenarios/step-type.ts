import type { LocalizedText } from "../../platform/contract/index.ts";
import type { RunContext } from "./context.ts";
import type { Finding, JsonSchema } from "./format-validation.ts";

/** The fields that every step may have. */
export interface CommonFields {
  readonly say?: LocalizedText;
  /** What the step's document must match (matchers.ts). */
  readonly expect?: unknown;
  /** Variables to set: names, and JSON Pointers into the document. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Repeat the step until it is as expected, for at most this time. */
  readonly within?: string;
  /** Repeat the step at once until it is as expected, at most so often. */
  readonly atMost?: number;
}

/** What a step did. */
export interface StepOutcome {
  /** One line for people. */
  readonly summary: string;
  /** The value that `expect` checks and `keep` points into. */
  readonly document: unknown;
  /** Variables that the step type sets by itself. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A type of step: the key that names it, its fields, and what it does. */
export interface StepType<Step = never> {
  readonly verb: string;
  readonly does: LocalizedText;
  /** The schema of its own fields, the verb included. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Required fields besides the verb. */
  readonly required?: readonly string[];
  readonly example: object;
  /** Names of the variables it sets by itself. */
  readonly sets?: readonly string[];
  /** What its document must match whatever `expect` says. */
  readonly defaultExpectation?: (step: Step) => unknown;
  /** How long it is repeated when the step has no `within`. */
  readonly within?: string;
  /** Finds mistakes that a schema cannot express, before the scenario runs. `names` are the variables set so far. */
  readonly check?: (step: Step, pointer: string, names: ReadonlySet<string>, lang: RunContext["lang"]) => readonly Finding[];
  readonly run: (step: Step, context: RunContext) => Promise<StepOutcome>;
}

/** A step type, checked against the type of its step. */
export const defineStep = <Step>(type: StepType<Step>): StepType => type;

/** The pattern of a duration: `500ms`, `15s`, `2m`. */
export const DURATION = "^\\d{1,6}(ms|s|m)$";
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** A duration in milliseconds. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(text)!;
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
