import { cpuSeconds, endedChildrenCpuSeconds, familyCpuSeconds, machineCpuSeconds, memoryMb } from "./processes.ts";

/** What a load generator saw. */
export interface Load {
  readonly operations: number;
  readonly seconds: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Operations refused, or answered not at all. */
  readonly failed: number;
}

/** One timed run: what it did, and what it cost. A name that costs nothing here (no server, no writes) is 0. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per operation: of the server, of PostgreSQL with all its backends, of the load generator. */
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly clientUs: number;
  /** Operations per flush of the write-ahead log. */
  readonly perFlush: number;
  /** The server's resident memory in MiB at the end. */
  readonly memoryMb: number;
  /** Share of the operations that were refused, in percent: what a server does that is asked for more than it can do. */
  readonly refusedPercent: number;
  /** Share of the machine that others used meanwhile, in percent. */
  readonly othersPercent: number;
}

export interface Watched {
  readonly serverPid: number | undefined;
  readonly postgres: { readonly pid: number; walFlushes(): Promise<number> };
}

const PERCENT = 100;
const MICRO = 1e6;
/** Of all operations; beyond it something else was measured. */
const MOST_REFUSED = 0.05;

/** Between these two a load generator's work counts; `pid` is the generator's, if it lives on behind them. */
export interface Stopwatch {
  start(pid?: number): void;
  stop(pid?: number): void;
}

/** Runs a load generator and says what it cost. What was refused is told apart, and bears on what was done; much of it ends the run. */
export async function measured(
  { serverPid, postgres }: Watched,
  cores: number,
  run: (stopwatch: Stopwatch) => Promise<Load>,
): Promise<Sample> {
  const meters = (pid?: number) => ({
    server: serverPid === undefined ? 0 : cpuSeconds(serverPid),
    postgres: familyCpuSeconds(postgres.pid),
    client: endedChildrenCpuSeconds() + (pid === undefined ? 0 : cpuSeconds(pid)),
    own: cpuSeconds(process.pid),
    machine: machineCpuSeconds(),
    atMs: performance.now(),
    flushes: postgres.walFlushes(),
  });
  let before = meters();
  let after = before;
  const load = await run({
    start(pid) {
      before = meters(pid);
    },
    stop(pid) {
      after = meters(pid);
    },
  });
  const { operations: asked, seconds, p50Ms = 0, p99Ms = 0, failed } = load;
  const flushes = (await after.flushes) - (await before.flushes);
  if (failed > asked * MOST_REFUSED) throw new Error(`${failed} of ${asked} operations failed`);
  const operations = asked - failed;
  const used = (name: Exclude<keyof typeof before, "flushes">) => after[name] - before[name];
  const ours = used("server") + used("postgres") + used("client") + used("own");
  const perOperation = (cpu: number) => (cpu * MICRO) / operations;
  return {
    perSecond: operations / seconds,
    p50Ms,
    p99Ms,
    serverUs: perOperation(used("server")),
    postgresUs: perOperation(used("postgres")),
    clientUs: perOperation(used("client")),
    perFlush: flushes === 0 ? 0 : operations / flushes,
    memoryMb: serverPid === undefined ? 0 : memoryMb(serverPid).now,
    refusedPercent: (PERCENT * failed) / asked,
    othersPercent: (PERCENT * Math.max(0, used("machine") - ours)) / (cores * (used("atMs") / 1_000)),
  };
}

/** Somebody who takes part in a comparison. */
export interface Contender {
  readonly name: string;
  /** `run` is a number that no other run has. */
  readonly measure: (seconds: number, run: number) => Promise<Sample>;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

let runs = 0;

/**
 * Lets all contenders run in turn, first to warm up and then for each round; answers each one's medians. Every other round goes
 * backwards: the place in a round is worth 2 to 5 % by itself.
 */
export async function interleaved(
  contenders: readonly Contender[],
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<Readonly<Record<string, Sample>>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (const { measure } of contenders) await measure(warmUpSeconds, (runs += 1));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, measure } of round % 2 === 1 ? contenders : contenders.toReversed()) {
      const sample = await measure(seconds, (runs += 1));
      samples.get(name)!.push(sample);
      console.error(`  ${round}/${rounds} ${name.padEnd(28)} ${inWords(sample)}`);
    }
  }
  return Object.fromEntries([...samples].map(([name, taken]) => [name, medians(taken)]));
}

function inWords({ perSecond, p50Ms, p99Ms, serverUs, postgresUs, clientUs, perFlush, refusedPercent, othersPercent }: Sample): string {
  const cpu = [serverUs, postgresUs, clientUs].map((us) => us.toFixed(1)).join(" + ");
  const latency = p99Ms > 0 ? `  p50 ${p50Ms.toFixed(2)} p99 ${p99Ms.toFixed(1)} ms` : "";
  const refused = refusedPercent > 0 ? `  refused ${refusedPercent.toFixed(2)} %` : "";
  const flushes = perFlush > 0 ? `  ${perFlush.toFixed(0)}/flush` : "";
  return `${Math.round(perSecond).toString().padStart(7)}/s  cpu ${cpu} us${latency}${flushes}${refused}  others ${othersPercent.toFixed(0)} %`;
}

function medians(samples: readonly Sample[]): Sample {
  const names = Object.keys(samples[0]!) as (keyof Sample)[];
  return Object.fromEntries(names.map((name) => [name, median(samples.map((sample) => sample[name]))])) as unknown as Sample;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
