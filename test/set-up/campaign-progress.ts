import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join, relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { campaigns } from "./campaigns.ts";
import { foundBy, lasted, type Outcome, type Place, resultOf, type Tested, withOutcomes } from "./campaign-report.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const REPORT = join("test", "reliability", "REPORT.md");
const EVERY_MS = 1_000;
const BAR_WIDTH = 24;

/**
 * Follows a run of campaigns: a line that moves on a terminal, one line for each that begins elsewhere; for each that ends its figures,
 * here and in the report, at once, so that what a long run has found outlives it.
 */
export function campaignProgress(report = join(PROJECT, REPORT), out: NodeJS.WriteStream = process.stdout): Reporter {
  const begunMs = new Map<string, number>();
  let total = 0;
  let done = 0;
  let ticking: NodeJS.Timeout | undefined;
  let place: Place | undefined;

  const running = () => [...begunMs].map(([name, ms]) => `${name} ${lasted(performance.now() - ms)}`).join(", ");
  const line = () => `[${"#".repeat(Math.round((done / total) * BAR_WIDTH)).padEnd(BAR_WIDTH, "-")}] ${done} of ${total}: ${running()}`;
  const clear = () => out.isTTY && out.write("\r\x1b[K");
  const show = () => out.isTTY && out.write(`\r${line().slice(0, out.columns - 1)}\x1b[K`);

  return {
    onTestRunStart(specifications) {
      total = specifications.length;
      place = { commit: commitNow(), machine: machineHere() };
      if (out.isTTY) ticking = setInterval(show, EVERY_MS).unref();
    },
    onTestModuleStart(module) {
      begunMs.set(nameOf(module), performance.now());
      if (!out.isTTY) out.write(`${line()}\n`);
    },
    onTestModuleEnd(module) {
      const outcome = outcomeOf(module, performance.now() - (begunMs.get(nameOf(module)) ?? performance.now()));
      begunMs.delete(outcome.name);
      done += 1;
      const older = existsSync(report) ? readFileSync(report, "utf8") : "";
      const newer = withOutcomes(older, [outcome], place!, new Set(campaigns().map(({ name }) => name)));
      writeFileSync(`${report}.new`, newer);
      renameSync(`${report}.new`, report);
      clear();
      out.write(`${outcome.name}: ${resultOf(outcome)} in ${lasted(outcome.tookMs)}\n`);
      for (const test of outcome.tests) if (foundBy(test) !== "passed") out.write(`  ${test.title}: ${foundBy(test)}\n`);
    },
    onTestRunEnd() {
      clearInterval(ticking);
      clear();
      out.write(`${relative(process.cwd(), report)} has the figures of ${done === 1 ? "this campaign" : `these ${done} campaigns`}.\n`);
    },
  };
}

const nameOf = ({ moduleId }: TestModule): string =>
  relative(PROJECT, moduleId)
    .replace(/^.*\//, "")
    .replace(/\.test\.ts$/, "");

function outcomeOf(module: TestModule, tookMs: number): Outcome {
  return {
    name: nameOf(module),
    path: relative(PROJECT, module.moduleId),
    tests: [...module.children.allTests()].map(testedOf),
    broken: module.errors().map(({ message }) => message),
    endedMs: Date.now(),
    tookMs,
  };
}

function testedOf(test: TestCase): Tested {
  const { state, errors } = test.result();
  const { figures = {} } = test.meta();
  // What never began was not tried.
  if (state === "pending") return { title: test.fullName, state: "failed", figures, because: "it never began" };
  const because = errors?.[0]?.message;
  return { title: test.fullName, state, figures, ...(because === undefined ? {} : { because }) };
}

/** The commit, with a mark when the tree is not exactly that. */
function commitNow(): string {
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: PROJECT, encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", `:!${REPORT}`) !== "";
    return `${git("rev-parse", "--short=10", "HEAD")}${changed ? " with changes" : ""}`;
  } catch {
    return "unknown";
  }
}

function machineHere(): string {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${gibibytes} GiB, Linux ${release()}, Node ${process.versions.node}`;
}
