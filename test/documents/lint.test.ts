import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { APIS, apiDocument } from "../../src/openapi/documents.ts";
import { redocly, type Printed } from "../redocly.ts";

const LIMIT_MS = 60_000;

interface Lint {
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}
/** What Redocly's recommended rules, all of them, find in a document: errors and warnings. */
async function problemsIn(document: object): Promise<readonly string[]> {
  const folder = mkdtempSync(join(inject("scratch"), "lint-"));
  writeFileSync(join(folder, "document.json"), JSON.stringify(document));
  const args = ["lint", "document.json", "--extends=recommended", "--format=json"];
  const { stdout } = await redocly(args, { cwd: folder, limitMs: LIMIT_MS }).catch((error: unknown) => error as Printed);
  return (JSON.parse(stdout) as Lint).problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe("the documents, by Redocly's recommended rules", { timeout: LIMIT_MS }, () => {
  it.each(APIS)("%s has no error and no warning", async (api) => {
    expect(await problemsIn(apiDocument(api))).toEqual([]);
  });

  it("a planted error and a planted warning are found", async () => {
    const document = { ...apiDocument("v2"), security: [{ planted: [] }], info: { title: "Sem licença", version: "1" } };
    const rules = (await problemsIn(document)).map((problem) => problem.split(":")[0]);
    expect(rules).toEqual(expect.arrayContaining(["security-defined", "info-license"]));
  });
});
