import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { PROJECT, VERSION } from "../src/project.ts";
import { isoDateTime, realNow } from "../src/platform/basics/clock.ts";
import { program } from "./load.ts";

/** What the figures were measured on, and when. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly wrk: string;
  readonly pgbench: string;
}

export const cores = availableParallelism();

export function machine(): Machine {
  return {
    cores,
    processor: /^model name\s*: (.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1]?.trim() ?? "unknown",
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: readFileSync("/proc/sys/kernel/osrelease", "utf8").trim(),
    node: process.versions.node,
    wrk: /\d+\.\d+\.\d+/.exec(said(program("wrk"), "-v"))?.[0] ?? "unknown",
    pgbench: /\d+\.\d+/.exec(said(program("pgbench"), "--version"))?.[0] ?? "unknown",
  };
}

/** The commit measured; a plus says that the tree had changes beside it. */
export function commit(): string {
  const changes = said("git", "status", "--porcelain", "--", "src", "db", "bench").trim();
  return `${VERSION} ${said("git", "rev-parse", "--short", "HEAD").trim()}${changes === "" ? "" : "+"}`;
}

export const today = (): string => isoDateTime(realNow()).slice(0, 10);

/** What a program prints, whatever it says with its exit code: some answer a question for their version with a failure. */
const said = (command: string, ...args: readonly string[]): string =>
  spawnSync(command, args, { cwd: PROJECT, encoding: "utf8" }).stdout ?? "";
