import { readFileSync } from "node:fs";

/** CPU seconds and memory of processes, from Linux's /proc. A process that is gone counts nothing. */

const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

/** CPU seconds a process and its children, the living and the ended, have used so far. */
export function familyCpuSeconds(pid: number): number {
  const { own, ended } = cpuOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child).own, own + ended);
}

/** CPU seconds a process itself has used so far. */
export const cpuSeconds = (pid: number): number => cpuOf(pid).own;

/** CPU seconds that ended children of this very process used: load generators that have finished. */
export const endedChildrenCpuSeconds = (): number => cpuOf(process.pid).ended;

/** Resident memory of a process in MiB, and the most it ever was. */
export function memoryMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = textOf(`/proc/${pid}/status`);
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / KB_PER_MB;
  return { now: field("VmRSS"), peak: field("VmHWM") };
}

/** CPU seconds the whole machine has been busy, every process of every user. */
export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = textOf("/proc/stat")
    .split("\n", 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1] ?? 0);

function cpuOf(pid: number): { readonly own: number; readonly ended: number } {
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fieldsOf(pid).slice(11, 15).map(Number);
  return { own: (utime + stime) / TICKS_PER_SECOND, ended: (cutime + cstime) / TICKS_PER_SECOND };
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may hold spaces. */
const fieldsOf = (pid: number): readonly string[] => textOf(`/proc/${pid}/stat`).split(") ").at(-1)!.trim().split(" ");

const childrenOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
