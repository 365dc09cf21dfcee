import { readFileSync } from "node:fs";
import { UsageError } from "../../command-line/usage-error.ts";
import { failureMessage, type Lang, type LocalizedText, parseJson } from "../../platform/contract/index.ts";
import { INITIAL_VARIABLES } from "./context.ts";
import { PARTS, SCENARIO_SCHEMA, type Scenario } from "./format.ts";
import { createFinding, validateSchema, type Finding } from "./format-validation.ts";
import { stepTypeOf } from "./steps/index.ts";
import { variablesIn } from "./variables.ts";

/** A valid scenario, or all mistakes in an invalid file. */
export type CheckedScenario = { readonly scenario: Scenario } | { readonly findings: readonly Finding[] };

const VARIABLE_NOT_SET: LocalizedText = {
  "pt-BR": "nenhum passo antes guardou {name}; guardados: {known}",
  en: "no step before kept {name}; kept are: {known}",
};

/** Thrown for a file that is not a valid scenario. The message has one line per finding. */
class InvalidScenario extends UsageError {
  constructor(file: string, findings: readonly Finding[]) {
    super([file, ...findings.map(({ pointer, message }) => `${pointer || "/"}: ${message}`)].join("\n  "));
  }
}

/** Reads a scenario file. If it is invalid, throws a `UsageError` that lists all mistakes. */
export function readScenario(file: string, lang: Lang): Scenario {
  const checked = checkScenario(readFileSync(file), lang);
  if ("findings" in checked) throw new InvalidScenario(file, checked.findings);
  return checked.scenario;
}

/** Checks a file's bytes against the schema. Then checks operations, path parameters and variables, which no schema can express. */
export function checkScenario(bytes: Buffer, lang: Lang): CheckedScenario {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return { findings: parsed.failures.map((failure) => ({ pointer: "", message: failureMessage(failure, lang) })) };
  // `parseJson` locates syntax errors but drops null. A call's body may contain null, so the value is parsed again.
  const value: unknown = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  const invalid = validateSchema(value, SCENARIO_SCHEMA, lang);
  if (invalid.length > 0) return { findings: invalid };
  const scenario = value as Scenario;
  const findings = checkSteps(scenario, lang);
  return findings.length > 0 ? { findings } : { scenario };
}

function checkSteps(scenario: Scenario, lang: Lang): readonly Finding[] {
  const names = new Set<string>(INITIAL_VARIABLES);
  return PARTS.flatMap((part) =>
    scenario[part].flatMap((step, i) => {
      const pointer = `/${part}/${i}`;
      const type = stepTypeOf(step);
      const unset = [...new Set(variablesIn(step))].filter((name) => !names.has(name));
      const findings = [
        ...unset.map((name) => createFinding(pointer, VARIABLE_NOT_SET, { name: `\${${name}}`, known: [...names].join(", ") }, lang)),
        ...(type.check?.(step as never, pointer, names, lang) ?? []),
      ];
      for (const name of [...(type.sets ?? []), ...Object.keys(step.keep ?? {})]) names.add(name);
      return findings;
    }),
  );
}
