import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../harness.ts";

/** A disk of its own: ext4 in a file, mounted among the temporary files. Its power can be cut, and it can be filled. */
export interface LoopDisk {
  /** A folder on it, to be made. */
  readonly folder: string;
  /** From now on it takes nothing, and forgets what was not flushed; whoever writes gets an I/O error. */
  cutPower(): void;
  /** Power is back: what is on it is what had reached it. Nobody may be at work on it. */
  powerUp(): Promise<void>;
  /** Leaves no room; `free` makes it again. */
  fill(): void;
  free(): void;
  remove(): Promise<void>;
}

const TOOLS = ["mkfs.ext4", "mount", "umount", "xfs_io", "losetup"];

/** Why this machine has no such disks, and what would help; undefined when it has. */
export function lackForDisks(more: readonly string[] = []): string | undefined {
  if (process.geteuid?.() !== 0) return "mounting a disk of its own takes root";
  const missing = [...TOOLS, ...more].filter((tool) => run("which", tool).status !== 0);
  if (missing.length > 0) return `there is no ${missing.join(", ")} (apt-get install xfsprogs e2fsprogs mount strace)`;
  const { status, stderr } = run("losetup", "--find");
  return status === 0 ? undefined : `there are no loop devices: ${stderr.trim()}`;
}

const run = (tool: string, ...args: readonly string[]) =>
  spawnSync(tool, args, { encoding: "utf8", env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
function must(tool: string, ...args: readonly string[]): void {
  const { status, stderr } = run(tool, ...args);
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
}

const isMounted = (point: string) =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .some((line) => line.split(" ")[1] === point.replaceAll(" ", "\\040"));

/** Makes one of so many MiB; it takes no more of the machine's than is written to it. */
export function loopDisk(megabytes: number): LoopDisk {
  removeDead();
  const place = mkdtempSync(join(tmpdir(), `vitrine-disk-${process.pid}-`));
  const [file, point] = [join(place, "image"), join(place, "mounted")];
  mkdirSync(point);
  closeSync(openSync(file, "w"));
  truncateSync(file, megabytes * 1024 * 1024);
  must("mkfs.ext4", "-q", "-F", "-m", "0", file);
  const mount = () => must("mount", "-o", "loop", file, point);
  const unmount = () =>
    eventually("the disk to be let go of", () => Promise.resolve(!isMounted(point) || run("umount", point).status === 0), 30_000);
  mount();
  // Others than its owner go through.
  must("chmod", "0755", point);
  const abandon = () => void (isMounted(point) && run("umount", "-l", point));
  process.on("exit", abandon);
  const ballast = join(point, "ballast");
  return {
    folder: join(point, "data"),
    cutPower: () => must("xfs_io", "-x", "-c", "shutdown", point),
    async powerUp() {
      await unmount();
      mount();
    },
    fill() {
      const handle = openSync(ballast, "a");
      try {
        for (const size of [1024 * 1024, 4096]) fillBy(handle, Buffer.alloc(size, 1));
      } finally {
        closeSync(handle);
      }
      if (statfsSync(point).bavail > 2) throw new Error("the disk does not get full");
    },
    free: () => rmSync(ballast, { force: true }),
    async remove() {
      await unmount();
      process.off("exit", abandon);
      if (existsSync(place)) rmSync(place, { recursive: true });
    },
  };
}

/** What a run left that was killed itself. */
function removeDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^vitrine-disk-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const place = join(tmpdir(), name);
    if (isMounted(join(place, "mounted"))) must("umount", "-l", join(place, "mounted"));
    rmSync(place, { recursive: true, force: true });
  }
}

/** Writes until there is no room. */
function fillBy(handle: number, block: Buffer): void {
  try {
    for (;;) if (writeSync(handle, block) < block.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
