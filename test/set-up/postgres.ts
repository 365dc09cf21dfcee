import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres/start.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly pgHost: string;
    readonly pgPort: number;
    readonly pgUser: string;
    /** A folder for what tests write, gone with the run. */
    readonly scratch: string;
  }
}

// A run fills little and its data is thrown away: small, but as durable as ever, or the tests would not be of the real thing.
const SMALL = { max_connections: "200", shared_buffers: "128MB", min_wal_size: "256MB", max_wal_size: "512MB" };

/**
 * One PostgreSQL per run; tests `inject` where it is and make databases of their own on it. It ends with the run, and
 * with the run's process however that dies; a folder left by such a death is removed by the next run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = folderForRuns();
  removeDeadRuns(place);
  const folder = mkdtempSync(join(place, `run-${process.pid}-`));
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data"), log: (line) => console.log(line), settings: SMALL });
  project.provide("pgHost", postgres.superuser.host);
  project.provide("pgPort", postgres.superuser.port);
  project.provide("pgUser", postgres.superuser.user);
  project.provide("scratch", scratch);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** In the tree when it can be written, so that a small place for temporary files does not matter. */
function folderForRuns(): string {
  try {
    const own = join(import.meta.dirname, "..", ".tmp");
    mkdirSync(own, { recursive: true });
    rmSync(mkdtempSync(join(own, "writable-")), { recursive: true });
    return own;
  } catch {
    return tmpdir();
  }
}

function removeDeadRuns(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = /^run-(\d+)-/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(place, name), { recursive: true, force: true });
  }
}
