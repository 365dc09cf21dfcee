import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { campaigns, named } from "./campaigns.ts";

// Runs every check and says at the end, alone on the last line, how many passed and how many failed. A check that
// fails does not keep the others from being heard. Each tool counts as one, the test suite as its tests.

interface Check {
  readonly title: string;
  readonly command: readonly [tool: string, ...args: string[]];
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A run of tests: those whose path has one of the words in it, or all. */
interface TestRun {
  readonly title: string;
  readonly filters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const STATIC: readonly Check[] = [
  { title: "format", command: ["oxfmt", "--check"] },
  { title: "lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { title: "types", command: ["tsc", "--noEmit"] },
  { title: "types of the pages", command: ["tsc", "--noEmit", "-p", "web"] },
  { title: "unused code", command: ["knip"] },
];

/** How soon something takes over is told of a machine that does nothing else: by themselves, after the others. */
const FAILOVER: TestRun = { title: "failover", filters: ["test/failover"], environment: { LANE: "failover" } };

const HELP = `Every check there is. The last line counts: 1234 passed, 0 failed.

bin/test                     format, lint, types, unused code, every test
bin/test test/catalog        the static checks, then the tests whose path has this in it; several may be named
bin/test --failover          a PostgreSQL dies under load and its standby takes over: the last part of bin/test, alone, in about a minute;
                             skipped where there is no PostgreSQL of Debian's (apt-get install postgresql)
bin/test --campaign [name]   campaigns with their full figures, all or those whose path has the name; several may be named.
                             What they found is written to test/reliability/REPORT.md
bin/test --campaigns         the names of all campaigns

Exit codes: 0 nothing failed, 1 something did, 2 mistyped.
`;

const root = join(import.meta.dirname, "..", "..");
const { checks, runs } = readArguments(process.argv.slice(2));
const reportFolder = makeReportFolder();

const counts: Counts[] = [];
for (const check of checks) counts.push(verdict((await perform(check)) === 0));
for (const { title, filters, environment } of runs) {
  const report = join(reportFolder, `${title}.json`);
  const code = await perform({ title, command: ["vitest", "run", "--allowOnly=false", ...filters] }, { COUNTS: report, ...environment });
  counts.push(suiteCounts(report, code));
}
rmSync(reportFolder, { recursive: true, force: true });

const total = (part: keyof Counts) => counts.reduce((sum, each) => sum + each[part], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`\n${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exitCode = total("failed") > 0 ? 1 : 0;

interface Plan {
  readonly checks: readonly Check[];
  readonly runs: readonly TestRun[];
}

/** What to run: campaigns by the names behind `--campaign`, otherwise tests by their paths. Ends here where nothing is to be run. */
function readArguments(args: readonly string[]): Plan {
  const [first, ...words] = args;
  if (args.includes("--help") || args.includes("-h")) return say(HELP);
  const atLength = first === "--campaign";
  const wrong = (atLength ? words : args).filter((arg) => arg.startsWith("-"));
  if (first === "--campaigns" && words.length === 0)
    return say(
      `${campaigns()
        .map(({ name }) => name)
        .join("\n")}\n`,
    );
  if (first === "--failover" && words.length === 0) return { checks: [], runs: [FAILOVER] };
  if (wrong.length > 0) return refuse(`${wrong[0]} is not understood\n\n${HELP}`);
  const everything = [{ title: "tests", filters: [] }, FAILOVER];
  // Whoever names tests means them, also those that run by themselves.
  if (!atLength) return { checks: STATIC, runs: args.length === 0 ? everything : [{ ...FAILOVER, title: "tests", filters: args }] };
  const { found, unknown } = named(campaigns(), words);
  if (unknown.length > 0) return refuse(`no campaign has ${unknown[0]} in its path; bin/test --campaigns lists them all\n`);
  return { checks: [], runs: [{ title: "campaign", filters: found.map(({ path }) => path), environment: { CAMPAIGN: "1" } }] };
}

function say(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

function refuse(text: string): never {
  process.stderr.write(`bin/test: ${text}`);
  process.exit(2);
}

/** In the tree when it can be written, so that a small place for temporary files does not matter. */
function makeReportFolder(): string {
  try {
    const own = join(root, "test", ".tmp");
    mkdirSync(own, { recursive: true });
    return mkdtempSync(join(own, "report-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "vitrine-report-"));
  }
}

/** Runs one tool in the open and answers its exit code. */
async function perform({ title, command: [tool, ...args] }: Check, environment: Readonly<Record<string, string>> = {}): Promise<number> {
  console.log(`\n== ${title}: ${tool}`);
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(root, "node_modules", ".bin", tool), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", pass).on("SIGINT", pass);
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      console.log(error.message);
      resolve(1);
    });
    child.once("exit", (exit) => resolve(exit ?? 1));
  });
  process.off("SIGTERM", pass).off("SIGINT", pass);
  console.log(`== ${title}: ${code === 0 ? "ok" : "failed"}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return code;
}

function verdict(passed: boolean): Counts {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

/** A file that failed without a failing test in it (it could not be loaded, a hook threw) counts as a failure, and so does a run without tests. Those skipped are there. */
function suiteCounts(report: string, code: number): Counts {
  try {
    const read = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
    const broken = read.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
    );
    const failed = read.numFailedTests + broken.length;
    const unexplained = failed === 0 && (code !== 0 || read.numPassedTests + read.numPendingTests === 0);
    return { passed: read.numPassedTests, failed: failed + (unexplained ? 1 : 0), skipped: read.numPendingTests + read.numTodoTests };
  } catch {
    return verdict(false);
  }
}
