import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CLI = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
/** Without these it reports its use to its vendor and looks for a newer version. */
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
const run = promisify(execFile);

/** What the command printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the Redocly CLI. Rejects with an error that has `stdout` and `stderr` when the command fails. */
export const redocly = (args: readonly string[], { cwd, limitMs }: { readonly cwd: string; readonly limitMs: number }): Promise<Printed> =>
  run(process.execPath, [CLI, ...args], { cwd, env: { ...process.env, ...OFFLINE }, timeout: limitMs });
