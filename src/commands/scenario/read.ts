import { readFileSync } from "node:fs";
import { failureMessage, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import { parseJson } from "../../platform/contract/json-reader.ts";
import { UsageFault } from "../arguments.ts";
import { PARTS, SCENARIO_SCHEMA, type Scenario } from "./format.ts";
import { findingAt, findingsOf, type Finding } from "./json-schema.ts";
import { FIRST_NAMES } from "./scene.ts";
import { STEPS } from "./steps.ts";
import { namesIn } from "./values.ts";

/** A scenario that can be played, or everything that is wrong with its file. */
export type Reading = { readonly scenario: Scenario } | { readonly findings: readonly Finding[] };

const UNKEPT: LocalizedText = {
  "pt-BR": "nenhum passo antes guardou {name}; guardados: {known}",
  en: "no step before kept {name}; kept are: {known}",
};

/** The file does not hold a scenario; one line for each finding. */
class ScenarioFault extends UsageFault {
  constructor(file: string, findings: readonly Finding[]) {
    super([file, ...findings.map(({ pointer, message }) => `${pointer || "/"}: ${message}`)].join("\n  "));
  }
}

/** Reads a file; throws `ScenarioFault` with everything that is wrong with it. */
export function readScenario(file: string, lang: Lang): Scenario {
  const reading = checked(readFileSync(file), lang);
  if ("findings" in reading) throw new ScenarioFault(file, reading.findings);
  return reading.scenario;
}

/** Holds a file's bytes against the format, then against what no schema can say: operations, path parameters and kept names. */
export function checked(bytes: Buffer, lang: Lang): Reading {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return { findings: parsed.failures.map((failure) => ({ pointer: "", message: failureMessage(failure, lang) })) };
  // Our own reader names the place of a slip; it leaves out null, which a body may be about.
  const value: unknown = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  const shape = findingsOf(value, SCENARIO_SCHEMA, lang);
  if (shape.length > 0) return { findings: shape };
  const scenario = value as Scenario;
  const findings = meaning(scenario, lang);
  return findings.length > 0 ? { findings } : { scenario };
}

function meaning(scenario: Scenario, lang: Lang): readonly Finding[] {
  const names = new Set<string>(FIRST_NAMES);
  return PARTS.flatMap((part) =>
    scenario[part].flatMap((step, i) => {
      const pointer = `/${part}/${i}`;
      const row = rowOf(step);
      const unkept = [...new Set(namesIn(step))].filter((name) => !names.has(name));
      const findings = [
        ...unkept.map((name) => findingAt(pointer, UNKEPT, { name: `\${${name}}`, known: [...names].join(", ") }, lang)),
        ...(row.findings?.(step as never, pointer, names, lang) ?? []),
      ];
      for (const name of [...(row.keeps ?? []), ...Object.keys(step.keep ?? {})]) names.add(name);
      return findings;
    }),
  );
}

/** The row of a step that was held against the format. */
export const rowOf = (step: object) => STEPS.find(({ verb }) => Object.hasOwn(step, verb))!;
