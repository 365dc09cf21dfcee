import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PROJECT } from "../../src/project.ts";
import type { Api } from "../../src/platform/contract/operation.ts";

const WORKFLOWS = join(PROJECT, "openapi", "workflows");
/** What the stories are told with; no story itself. */
const PARTS = "parts";
const LIMIT_MS = 10 * 60_000;
const run = promisify(execFile);

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
  const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const args = [redocly, "respect", `${story}.arazzo.yaml`, "--workflow", "story", ...inputs, ...places];
  // It would tell its maker that it ran, and ask whether there is a newer one.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: WORKFLOWS, env, timeout: LIMIT_MS }).catch((error: unknown) => {
    const { stdout: told = "", stderr: failed = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${story}\n${failedIn(`${told}${failed}`)}`);
  });
  const passed = /Checks: (\d+) passed, \d+ total/.exec(`${stdout}${stderr}`);
  if (passed === null) throw new Error(`respect says nothing of its checks: ${stdout.slice(-2_000)}`);
  return Number(passed[1]);
}

/** What is said of the steps that failed. */
const failedIn = (output: string) => output.slice(Math.max(0, output.indexOf("Failed tests info")));
