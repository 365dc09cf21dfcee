import type { LocalizedText } from "../../platform/contract/index.ts";
import type { JsonSchema } from "./format-validation.ts";
import { DURATION, type CommonFields } from "./step-type.ts";
import { STEP_TYPES } from "./steps/index.ts";

/** A step: the fields of its type, and the fields that every step may have. */
export type Step = CommonFields & Readonly<Record<string, unknown>>;

/** The content of a scenario file. */
export interface Scenario {
  /** Name for `scenario run`. */
  readonly name: string;
  readonly about: LocalizedText;
  readonly given: readonly Step[];
  readonly when: readonly Step[];
  readonly then: readonly Step[];
}

/** The three parts of a scenario, in the order they run. */
export const PARTS = ["given", "when", "then"] as const;

const texts = (description: string, english: string): JsonSchema => ({
  type: "object",
  description,
  "x-description-en": english,
  properties: { "pt-BR": { type: "string" }, en: { type: "string" } },
  required: ["pt-BR", "en"],
  additionalProperties: false,
});

/** The schema of the fields that every step may have. */
export const COMMON_FIELDS: Readonly<Record<keyof CommonFields, JsonSchema>> = {
  say: texts("A frase que é impressa para o passo", "The sentence that is printed for the step"),
  expect: {
    description: "Como o documento do passo deve ser; numa chamada, {status, headers, body}",
    "x-description-en": "What the step's document must be like; of a call, {status, headers, body}",
  },
  keep: {
    type: "object",
    additionalProperties: { type: "string", pattern: "^(/[^/]*)*$" },
    description: "Nome: JSON Pointer no documento; depois, ${nome} em qualquer valor",
    "x-description-en": "Name: JSON Pointer into the document; afterwards, ${name} in any value",
  },
  within: {
    type: "string",
    pattern: DURATION,
    description: "Repete até ser como esperado, por tanto tempo: 500ms, 15s, 2m",
    "x-description-en": "Tries again until it is as expected, for so long: 500ms, 15s, 2m",
  },
  atMost: {
    type: "integer",
    minimum: 1,
    maximum: 1_000,
    description: "Repete em seguida até ser como esperado, no máximo tantas vezes",
    "x-description-en": "Tries again at once until it is as expected, at most so often",
  },
};

const steps: JsonSchema = { type: "array", minItems: 1, items: { $ref: "#/$defs/step" } };

/** The scenario format as JSON Schema 2020-12; `scenario check` and `scenario run` validate files with it. */
export const SCENARIO_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://vitrine.example/scenario.schema.json",
  title: "Vitrine scenario",
  type: "object",
  properties: {
    $schema: { type: "string" },
    name: {
      type: "string",
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      description: "Como é chamado; o nome do arquivo sem .json",
      "x-description-en": "What it is called; the file's name without .json",
    },
    about: texts("O que mostra, em uma frase", "What it shows, in a sentence"),
    given: { ...steps, description: "O que já existe", "x-description-en": "What is there already" },
    when: { ...steps, description: "O que acontece", "x-description-en": "What happens" },
    then: { ...steps, description: "O que deve ser verdade depois", "x-description-en": "What must be true afterwards" },
  },
  required: ["name", "about", "given", "when", "then"],
  additionalProperties: false,
  $defs: {
    step: { oneOf: STEP_TYPES.map(({ verb }) => ({ $ref: `#/$defs/${verb}` })) },
    ...Object.fromEntries(
      STEP_TYPES.map(({ verb, does, properties, required = [], example }) => [
        verb,
        {
          type: "object",
          description: does["pt-BR"],
          "x-description-en": does.en,
          examples: [example],
          properties: { ...properties, ...COMMON_FIELDS },
          required: [verb, ...required],
          additionalProperties: false,
        } satisfies JsonSchema,
      ]),
    ),
  },
} as const satisfies JsonSchema & Readonly<Record<string, unknown>>;
