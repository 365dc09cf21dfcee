import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../../src/project.ts";
import type { Api } from "../../src/platform/contract/operation.ts";
import { redocly } from "../redocly.ts";

const WORKFLOWS = join(PROJECT, "openapi", "workflows");
/** What the stories are told with; no story itself. */
const PARTS = "parts";
const LIMIT_MS = 10 * 60_000;

/** Every story there is, by the name of its file. */
export const STORIES: readonly string[] = readdirSync(WORKFLOWS)
  .map((file) => file.replace(".arazzo.yaml", ""))
  .filter((name) => name !== PARTS)
  .toSorted();

/** What a story is told to. */
export interface Stage {
  /** Where each API is served. */
  readonly servers: Readonly<Record<Api, string>>;
  readonly imagesUrl: string;
  readonly operatorKey: string;
  /** ISO 8601; when invoices say they were issued. */
  readonly issueDate: string;
}

/**
 * Has Redocly's `respect` tell a story: it sends each step, holds it to the story's criteria, and its status, content type and body to the
 * document, by a reading of OpenAPI that is not ours. Answers how many checks passed; throws what it printed when one did not.
 */
export async function tell(story: string, { servers, imagesUrl, operatorKey, issueDate }: Stage): Promise<number> {
  const inputs = Object.entries({ images: imagesUrl, issueDate, operatorKey }).flatMap(([name, value]) => ["--input", `${name}=${value}`]);
  const places = Object.entries(servers).flatMap(([name, url]) => ["--server", `${name}=${url}`]);
  const args = ["respect", `${story}.arazzo.yaml`, "--workflow", "story", ...inputs, ...places];
  const { stdout, stderr } = await redocly(args, { cwd: WORKFLOWS, limitMs: LIMIT_MS }).catch((error: unknown) => {
    const { stdout: told = "", stderr: failed = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${story}\n${failedIn(`${told}${failed}`)}`);
  });
  const passed = /Checks: (\d+) passed, \d+ total/.exec(`${stdout}${stderr}`);
  if (passed === null) throw new Error(`respect says nothing of its checks: ${stdout.slice(-2_000)}`);
  return Number(passed[1]);
}

/** What is said of the steps that failed. */
const failedIn = (output: string) => output.slice(Math.max(0, output.indexOf("Failed tests info")));
