import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import { nearestWords } from "../../platform/basics/nearest-words.ts";
import { UsageFault } from "../arguments.ts";
import { PROJECT } from "../project.ts";

/** The folder of scenarios, in the project and in a team's own repository. */
const FOLDER = "scenarios";
const SHIPPED = join(PROJECT, FOLDER);
const ENDING = ".json";
const SCHEMA_ENDING = ".schema.json";

/** A scenario's file and the name it is run by. */
export interface Shelved {
  readonly name: string;
  readonly file: string;
}

/** The scenarios there are: those that came along, then those of `scenarios/` where the command was called. */
export function shelved(): readonly Shelved[] {
  return [...new Set([SHIPPED, join(process.cwd(), FOLDER)])].flatMap((folder) =>
    namesIn(folder).map((name) => ({ name, file: join(folder, name + ENDING) })),
  );
}

/** Names of the scenarios that come along. */
export const shippedNames = (): readonly string[] => namesIn(SHIPPED);

const UNKNOWN: LocalizedText = {
  "pt-BR": "{word} não é um cenário nem um arquivo .json; bin/vitrine scenario list mostra os que há",
  en: "{word} is neither a scenario nor a .json file; bin/vitrine scenario list shows those there are",
};
const MEANT: LocalizedText = { "pt-BR": " (quis dizer {near}?)", en: " (did you mean {near}?)" };

/** The file that a word means: a path of one, or the name of one on the shelf; throws a usage fault when it is neither. */
export function fileOf(word: string, lang: Lang): string {
  if (word.endsWith(ENDING) && existsSync(word)) return word;
  const all = shelved();
  // A team's own wins over one of the same name that came along.
  const found = all.findLast(({ name }) => name === word);
  if (found === undefined) {
    const near = nearestWords(word, [...new Set(all.map(({ name }) => name))]);
    const meant = near.length === 0 ? "" : formatMessage(MEANT[lang], { near });
    throw new UsageFault(formatMessage(UNKNOWN[lang], { word }) + meant);
  }
  return found.file;
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING) && !file.endsWith(SCHEMA_ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}
