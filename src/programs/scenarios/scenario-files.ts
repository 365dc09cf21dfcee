import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../command-line/usage-error.ts";
import { nearestWords } from "../../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";
import { PROJECT } from "../../project.ts";

/** Name of the folder of scenarios, in this project and in a team's own repository. */
const FOLDER = "scenarios";
const SHIPPED_FOLDER = join(PROJECT, FOLDER);
const EXTENSION = ".json";
const SCHEMA_EXTENSION = ".schema.json";

/** A scenario's name and the path of its file. */
export interface ScenarioFile {
  readonly name: string;
  readonly file: string;
}

/** All scenario files: the shipped ones, then those in `scenarios/` of the current folder. */
export function listScenarioFiles(): readonly ScenarioFile[] {
  return [...new Set([SHIPPED_FOLDER, join(process.cwd(), FOLDER)])].flatMap((folder) =>
    namesIn(folder).map((name) => ({ name, file: join(folder, name + EXTENSION) })),
  );
}

/** The names of the shipped scenarios. */
export const shippedScenarioNames = (): readonly string[] => namesIn(SHIPPED_FOLDER);

const UNKNOWN: LocalizedText = {
  "pt-BR": "{word} não é um cenário nem um arquivo .json; bin/vitrine scenario list mostra os que há",
  en: "{word} is neither a scenario nor a .json file; bin/vitrine scenario list shows those there are",
};
const DID_YOU_MEAN: LocalizedText = { "pt-BR": " (quis dizer {near}?)", en: " (did you mean {near}?)" };

/** The file for a path or a scenario name. Throws `UsageError` if the word is neither. */
export function scenarioFile(word: string, lang: Lang): string {
  if (word.endsWith(EXTENSION) && existsSync(word)) return word;
  const all = listScenarioFiles();
  // A team's own scenario takes precedence over a shipped one of the same name.
  const found = all.findLast(({ name }) => name === word);
  if (found === undefined) {
    const near = nearestWords(word, [...new Set(all.map(({ name }) => name))]);
    const suggestion = near.length === 0 ? "" : formatMessage(DID_YOU_MEAN[lang], { near });
    throw new UsageError(formatMessage(UNKNOWN[lang], { word }) + suggestion);
  }
  return found.file;
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXTENSION) && !file.endsWith(SCHEMA_EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}
