import type { LocalizedText } from "../../platform/contract/errors.ts";
import type { Finding, JsonSchema } from "./json-schema.ts";
import type { Scene } from "./scene.ts";

/** What every step may say beside its own words. */
export interface CommonFields {
  readonly say?: LocalizedText;
  /** What the step's document must match (match.ts). */
  readonly expect?: unknown;
  /** Names and the JSON Pointers into the document whose values they keep. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Try again until it is as expected, for at most so long. */
  readonly within?: string;
  /** Try again at once until it is as expected, at most so often. */
  readonly atMost?: number;
}

/** What a step found. */
export interface Taken {
  /** What it did, for people: a line. */
  readonly told: string;
  /** What `expect` looks at and `keep` points into. */
  readonly document: unknown;
  /** What it keeps by itself, by name. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** A kind of step: the word that begins it, what it takes, and what it does. */
export interface StepRow<Step = never> {
  readonly verb: string;
  readonly does: LocalizedText;
  /** Its own fields, the verb among them. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** What it takes beside its verb and cannot do without. */
  readonly required?: readonly string[];
  readonly example: object;
  /** Names it keeps by itself. */
  readonly keeps?: readonly string[];
  /** What its document must be, whatever the step expects beside. */
  readonly expects?: (step: Step) => unknown;
  /** Tries again for so long when the step does not say. */
  readonly within?: string;
  /** What no schema can say of it, before anything is run; `names` are those kept so far. */
  readonly findings?: (step: Step, pointer: string, names: ReadonlySet<string>, lang: Scene["lang"]) => readonly Finding[];
  readonly take: (step: Step, scene: Scene) => Promise<Taken>;
}

/** A row, typed by its step. */
export const stepRow = <Step>(row: StepRow<Step>): StepRow => row;

/** The pattern of a length of time, `500ms`, `15s`, `2m`. */
export const DURATION = "^\\d{1,6}(ms|s|m)$";
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 } as const;

/** Milliseconds of a length of time. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(text)!;
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
