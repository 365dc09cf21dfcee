import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { processesOf, startEmbedded, type Embedded } from "./embedded-server.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";
import { lostOrDuplicated, startWriters } from "./writers.ts";

const STRACE = "strace";
const TIMES = budget(1, 50);
const WRITERS = 16;
/** Which flush of a process fails. */
const FLUSH = { least: 2, most: 12 };
/** A machine with much else to do is slow. */
const PATIENCE_MS = 60_000;
/** No crash for so long is none. */
const QUIET_MS = 15_000;
const LIMIT_MS = budget(180_000, 4 * 3_600_000);
const NO_FSYNC = join(import.meta.dirname, "planted-no-fsync.ts");
/** The server, and its twin. */
const SERVERS = [
  ["the server as it is", []],
  ...([["a server that flushes nothing (planted)", [NO_FSYNC]]] as const).slice(0, budget(0, 1)),
] as const;

let shop: Wares;
beforeAll(async () => {
  shop = await wares("http://127.0.0.1/images");
});

/** Why it cannot be tried here. */
async function lackForTracing(): Promise<string | undefined> {
  const strace = spawn(STRACE, ["-e", "inject=fsync:error=EIO:when=1", "true"], { stdio: "ignore" });
  const code = await once(strace, "exit").then(
    ([exit]) => exit as number,
    () => -1,
  );
  return code === 0 ? undefined : "strace cannot make calls of another process fail here (apt-get install strace; ptrace)";
}

/** From now on a flush of each process of PostgreSQL fails, of those to come too; answers how to let them be. */
function failFlushes(postgres: number, nth: number): () => Promise<void> {
  const pids = processesOf(postgres).flatMap((pid) => ["-p", String(pid)]);
  const calls = "fsync,fdatasync";
  const strace = spawn(STRACE, ["-f", "-q", "-e", `trace=${calls}`, "-e", `inject=${calls}:error=EIO:when=${nth}`, ...pids], {
    stdio: "ignore",
  });
  const ended = once(strace, "exit");
  return async () => {
    strace.kill("SIGINT");
    await ended;
  };
}

/** Crashes that PostgreSQL wrote down. */
const panics = ({ dataDir }: Embedded): number =>
  readFileSync(join(dataDir, "postgres.log"), "utf8").match(/PANIC: .*could not f/g)?.length ?? 0;

describe("T08: the disk does not confirm what it was told to keep", () => {
  it.for(SERVERS)(`%s: 503 and nothing lost, ${TIMES} times`, { timeout: LIMIT_MS }, async ([, preload], context) => {
    const lack = await lackForTracing();
    if (lack !== undefined) return context.skip(`not tried: ${lack}`);
    const embedded = await startEmbedded(preload);
    onTestFinished(async () => void (await embedded.server.end("SIGTERM")));
    const writers = startWriters({
      baseUrl: embedded.server.baseUrl,
      sellers: [embedded.seller],
      count: WRITERS,
      ware: (sku, changes) => shop.visor(sku, { ...changes, brand: "Marca Que Não Há" }),
    });
    const load = (more: number) => {
      const until = writers.acknowledged() + more;
      return eventually("some load", () => Promise.resolve(writers.acknowledged() >= until), PATIENCE_MS);
    };
    for (let nth = 0; nth < TIMES; nth += 1) {
      await load(50);
      const before = panics(embedded);
      const release = failFlushes(embedded.postgres()!, FLUSH.least + (nth % (FLUSH.most - FLUSH.least)));
      const crashed = await eventually(
        "a crash",
        () => Promise.resolve(panics(embedded) > before),
        preload.length > 0 ? QUIET_MS : PATIENCE_MS,
      ).catch(() => false);
      await release();
      if (preload.length > 0) {
        expect(crashed).toBe(false);
        writers.abandon();
        return;
      }
      expect(crashed).toBe(true);
      await load(50);
    }
    expect((await client(embedded.server.baseUrl, {}).get("/readyz")).status).toBe(200);
    await writers.stop();
    expect(writers.surprises).toEqual([]);
    const { 503: refused, 400: repeated, ...others } = Object.fromEntries(writers.answers);
    expect([refused! > 0, Object.keys(others)]).toEqual([true, ["202"]]);
    expect(await lostOrDuplicated(embedded.ask, writers.products)).toEqual([]);
    expect(await brokenInvariants(embedded.ask, INVARIANTS, embedded.keys)).toEqual([]);
    figures({ crashes: panics(embedded), acknowledged: writers.acknowledged(), "answered 503": refused!, "lost or duplicated": 0 });
    figures({ "sent again and known already": repeated ?? 0 });
  });
});
