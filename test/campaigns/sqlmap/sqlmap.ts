import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { MARK, type Target } from "./targets.ts";

const SQLMAP = "/usr/bin/sqlmap";
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Of one target, on a machine that does other things beside. */
export const TARGET_LIMIT_MS = 30 * 60_000;

/** How far it goes. What the contract reduces to a closed set it tries with fewer payloads; planted statements show that they are enough. */
const EFFORT = { open: "--level=3", closed: "--level=1", secret: "--level=4" };
/** Names in which sqlmap sees a secret of a form; below level 4 it lets them be. */
const SECRET = /token|csrf|xsrf/i;
const MANNER = ["--batch", "--dbms=PostgreSQL", "--ignore-code=*", "--skip-waf", "--flush-session", "--disable-coloring"];

/** What sqlmap tries at level 3 though nothing asks it to. */
const OF_ITS_OWN = ["user-agent", "referer"];
/** After a hit it goes on; it tries no place that is not marked, and none of a body in which nothing is. */
const answersAbout = (body = "") =>
  `--answers=keep testing=Y,exploit this=N,URI injections=N${body.includes(MARK) ? "" : ",JSON data found=N"}`;

const run = promisify(execFile);

/** Fails, saying what brings it, where there is no sqlmap. */
export function requireSqlmap(): void {
  if (!existsSync(SQLMAP)) throw new Error("sqlmap is not there; apt-get install sqlmap brings it");
}

/**
 * The marked places of a target that sqlmap 1.7 of Debian injects into, in its own words; none where it cleared all of them.
 * Rejects when it says less than that of any of them.
 */
export async function injections({ url, method, headers, body, places, unmarked, isClosed }: Target): Promise<readonly string[]> {
  const lines = Object.entries({ ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) });
  const folder = mkdtempSync(join(inject("scratch"), "sqlmap-"));
  const about = [
    `--url=${url}`,
    `--method=${method}`,
    `--headers=${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}`,
    `--output-dir=${folder}`,
    `--postprocess=${withoutEchoes(folder)}`,
    EFFORT[places.some((place) => SECRET.test(place)) ? "secret" : isClosed ? "closed" : "open"],
    answersAbout(body),
    `--skip=${[...OF_ITS_OWN, ...unmarked].join()}`,
    ...(body === undefined ? [] : [`--data=${body}`]),
  ];
  const { stdout } = await run(SQLMAP, [...about, ...MANNER], { maxBuffer: MOST_OUTPUT_BYTES, timeout: TARGET_LIMIT_MS });
  const found = [...stdout.matchAll(/^Parameter: (.+)$/gm)].map(([, place]) => place!);
  // A body without a mark that has an `=` in it passes for a form, whose first field is tried too.
  const cleared = stdout.matchAll(/ parameter '(?!\{).+' does not seem to be injectable$/gm).toArray().length;
  if (found.length + cleared !== places.length)
    throw new Error(`sqlmap tried ${found.length + cleared} of ${places.length} places (${places.join(", ")}): ${stdout.slice(-2_000)}`);
  return found;
}

/** A copy that sqlmap takes for a module. */
function withoutEchoes(folder: string): string {
  const script = join(folder, "without_echoes.py");
  copyFileSync(join(import.meta.dirname, "without_echoes.py"), script);
  writeFileSync(join(folder, "__init__.py"), "");
  return script;
}
