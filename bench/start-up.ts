import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readInstanceFile } from "../src/command-line/instance-file.ts";
import { PROJECT } from "../src/project.ts";
import type { Figure } from "./figure.ts";
import { median } from "./measure.ts";
import { memoryMb } from "./processes.ts";
import { readyAt } from "./server.ts";

const REST_MS = 2_000;

/** From `bin/start` to the first 200 of a seller's call: on an empty data folder, and on one that was used before. */
export const startUp: Figure = {
  name: "start",
  title: "First answer after a start",
  async measure({ workshop, rounds: { rounds } }) {
    const cold: number[] = [];
    const warm: number[] = [];
    let restMb = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const dataDir = mkdtempSync(join(workshop.folder, "start-"));
      // A first start finds no compiled code; leaving it unused is kinder than removing everybody's.
      cold.push((await firstAnswer(dataDir, { NODE_DISABLE_COMPILE_CACHE: "1" })).seconds);
      const second = await firstAnswer(dataDir, {});
      warm.push(second.seconds);
      restMb = second.restMb;
      rmSync(dataDir, { recursive: true, force: true });
      console.error(`  ${round}/${rounds} cold ${cold.at(-1)!.toFixed(2)} s, warm ${warm.at(-1)!.toFixed(2)} s`);
    }
    return { samples: {}, facts: { coldSeconds: median(cold), warmSeconds: median(warm), restMb } };
  },
};

async function firstAnswer(
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly seconds: number; readonly restMb: number }> {
  const startedMs = performance.now();
  const child = spawn(join(PROJECT, "bin", "start"), ["--port", "0", "--data", dataDir], {
    env: { PATH: "/usr/bin:/bin", ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const baseUrl = await readyAt(child);
    const { clientId, accessToken } = readInstanceFile(dataDir)!.seller!;
    const response = await fetch(`${baseUrl}/api/v1/brands`, { headers: { client_id: clientId, access_token: accessToken } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the first call was answered ${response.status}`);
    const seconds = (performance.now() - startedMs) / 1_000;
    await new Promise((rested) => setTimeout(rested, REST_MS));
    return { seconds, restMb: memoryMb(child.pid!).now };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}
