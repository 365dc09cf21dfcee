import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CRITIQUES, MOVES, PENDING_REASONS, STATES } from "../catalog/index.ts";
import { SETTINGS } from "../config.ts";
import { ORDER_MOVES, ORDER_STATES } from "../orders/index.ts";
import { VALIDATION_MEANINGS, VALIDATION_MOVES } from "../technical-validation/index.ts";
import { COLLECTION_FACTS, FIRST_HOUR } from "./collection/first-hour.ts";
import { postmanCollection } from "./collection/postman.ts";
import { APIS, apiDocument, OPERATIONS, statusesOf, titleOf } from "./documents.ts";
import type { Section } from "./line/help.ts";
import { commandLinePage } from "./printing/command-line-page.ts";
import { configPage } from "./printing/config-page.ts";
import { critiquesPage } from "./printing/critiques-page.ts";
import { errorGroups } from "./printing/error-codes.ts";
import { errorsPage } from "./printing/errors-page.ts";
import { jsonText } from "./printing/json-text.ts";
import { operationsPage } from "./printing/operations-page.ts";
import { ordersPage } from "./printing/orders-page.ts";
import { publicationPage } from "./printing/publication-page.ts";
import { validationPage } from "./printing/validation-page.ts";
import { scenariosPage } from "./printing/scenarios-page.ts";
import { makeFolder } from "../platform/basics/make-folder.ts";
import { PROJECT } from "./project.ts";
import { COMMON, SCENARIO_SCHEMA } from "./scenario/format.ts";
import { MATCHERS } from "./scenario/match.ts";
import { STEPS } from "./scenario/steps.ts";

/** Every file that is printed from the code: its text by its path below the project. */
export const printedDocuments = (sections: readonly Section[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(APIS.map((api) => [`openapi/${api}.json`, jsonText(apiDocument(api))])),
  "openapi/collection/first-hour.postman_collection.json": jsonText(postmanCollection(FIRST_HOUR, OPERATIONS, COLLECTION_FACTS)),
  "docs/errors.md": errorsPage(errorGroups(OPERATIONS)),
  "docs/critiques.md": critiquesPage(CRITIQUES, PENDING_REASONS),
  "docs/states/publication.md": publicationPage(STATES, MOVES),
  "docs/states/orders.md": ordersPage(ORDER_STATES, ORDER_MOVES),
  "docs/states/validation.md": validationPage(VALIDATION_MEANINGS, VALIDATION_MOVES),
  "docs/guides/command-line.md": commandLinePage(sections),
  "docs/config.md": configPage(Object.values(SETTINGS)),
  "docs/scenarios.md": scenariosPage(STEPS, COMMON, MATCHERS),
  "scenarios/scenario.schema.json": `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`,
  "docs/operations.md": operationsPage(
    APIS.map((api) => {
      const operations = OPERATIONS.filter((operation) => operation.api === api);
      return { api, title: titleOf(api), operations: operations.map((operation) => ({ operation, statuses: statusesOf(operation) })) };
    }),
  ),
});

/** Writes the printed files that are missing or differ, below `folder`; answers their paths. */
export function writeDocuments(sections: readonly Section[], folder: string = PROJECT): readonly string[] {
  const behind = Object.entries(printedDocuments(sections)).filter(([path, text]) => textAt(join(folder, path)) !== text);
  for (const [path, text] of behind) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
  return behind.map(([path]) => path);
}

/** What a file holds; undefined when it is not there. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
