import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CHANGE_STATES, CRITIQUES, FIELD_MOVES, FIELD_STATES, MOVES, PENDING_REASONS, STATES } from "../catalog/index.ts";
import type { CommandSection } from "../command-line/command.ts";
import { SETTINGS } from "../config.ts";
import { APIS, apiDocument, statusesOf, titleOf } from "../openapi/documents.ts";
import { OPERATIONS } from "../openapi/all-operations.ts";
import { ORDER_MOVES, ORDER_STATES } from "../orders/index.ts";
import { makeFolder } from "../platform/basics/index.ts";
import { COMMON_FIELDS, MATCHERS, SCENARIO_SCHEMA, STEP_TYPES } from "../programs/scenarios/index.ts";
import { PROJECT } from "../project.ts";
import { VALIDATION_MEANINGS, VALIDATION_MOVES } from "../technical-validation/index.ts";
import { COLLECTION_INFO, FIRST_HOUR } from "./collection/first-hour.ts";
import { postmanCollection } from "./collection/postman.ts";
import { errorGroups } from "./error-codes.ts";
import { formatJson } from "./format-json.ts";
import { commandLinePage } from "./pages/command-line.ts";
import { configPage } from "./pages/config.ts";
import { critiquesPage } from "./pages/critiques.ts";
import { errorsPage } from "./pages/errors.ts";
import { operationsPage } from "./pages/operations.ts";
import { rolesPage } from "./pages/roles.ts";
import { changesPage } from "./pages/states/changes.ts";
import { ordersPage } from "./pages/states/orders.ts";
import { publicationPage } from "./pages/states/publication.ts";
import { scenariosPage } from "./pages/scenarios.ts";
import { validationPage } from "./pages/states/technical-validation.ts";

/** Texts of all printed files, by path in the project. */
export const printedDocuments = (sections: readonly CommandSection[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(APIS.map((api) => [`openapi/${api}.json`, formatJson(apiDocument(api))])),
  "openapi/collection/first-hour.postman_collection.json": formatJson(postmanCollection(FIRST_HOUR, OPERATIONS, COLLECTION_INFO)),
  "docs/errors.md": errorsPage(errorGroups(OPERATIONS)),
  "docs/critiques.md": critiquesPage(CRITIQUES, PENDING_REASONS),
  "docs/states/changes.md": changesPage(FIELD_STATES, FIELD_MOVES, CHANGE_STATES),
  "docs/states/publication.md": publicationPage(STATES, MOVES),
  "docs/states/orders.md": ordersPage(ORDER_STATES, ORDER_MOVES),
  "docs/states/validation.md": validationPage(VALIDATION_MEANINGS, VALIDATION_MOVES),
  "docs/guides/command-line.md": commandLinePage(sections),
  "docs/config.md": configPage(Object.values(SETTINGS)),
  "docs/scenarios.md": scenariosPage(STEP_TYPES, COMMON_FIELDS, MATCHERS),
  "scenarios/scenario.schema.json": `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`,
  "docs/roles.md": rolesPage(OPERATIONS),
  "docs/operations.md": operationsPage(
    APIS.map((api) => {
      const operations = OPERATIONS.filter((operation) => operation.api === api);
      return { api, title: titleOf(api), operations: operations.map((operation) => ({ operation, statuses: statusesOf(operation) })) };
    }),
  ),
});

/** Writes the printed files that are missing or outdated in `folder`. Returns their paths. */
export function writeDocuments(sections: readonly CommandSection[], folder: string = PROJECT): readonly string[] {
  const outdated = Object.entries(printedDocuments(sections)).filter(([path, text]) => textAt(join(folder, path)) !== text);
  for (const [path, text] of outdated) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
  return outdated.map(([path]) => path);
}

/** The text of a file; undefined if the file does not exist. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
