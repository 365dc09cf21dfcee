import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { openKeyRing } from "../../src/platform/crypto/open-key-ring.ts";
import type { KeyRing } from "../../src/platform/crypto/key-ring.ts";
import { eventually, type TestDatabase } from "../harness.ts";
import { freshFolder, startServer, type ServerProcess } from "./server-process.ts";

/** A server with its own PostgreSQL, and a look behind its back. */
export interface Embedded {
  readonly server: ServerProcess;
  readonly dataDir: string;
  readonly ask: TestDatabase["query"];
  /** Those of its data folder. */
  readonly keys: KeyRing;
  /** Process id of PostgreSQL when it takes connections. */
  readonly postgres: () => number | undefined;
  readonly seller: { readonly sellerId: number; readonly headers: Readonly<Record<string, string>> };
  /** Of an operator who may do everything. */
  readonly operator: Readonly<Record<string, string>>;
}

/** Starts one on an empty data folder unless another is named, with settings by their environment variable's name. */
export async function startEmbedded(
  preload: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
  dataDir: string = freshFolder(),
): Promise<Embedded> {
  const server = await startServer({ variables: { DATA_DIR: dataDir, LOG_LEVEL: "silent", ...variables }, preload });
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), "utf8"));
  const { seller, operatorKey } = read("instance.json") as {
    operatorKey: string;
    seller: { sellerId: number; clientId: string; accessToken: string };
  };
  const socket = { host: (read("vitrine.lock") as { runFolder: string }).runFolder, port: 5432, user: "postgres", database: "vitrine" };
  return {
    server,
    dataDir,
    operator: { authorization: `Bearer ${operatorKey}` },
    keys: openKeyRing({ encryptionKeys: [], dataDir }),
    async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const superuser = new pg.Client(socket);
      // A server that dies is told by the question.
      superuser.on("error", () => undefined);
      await superuser.connect();
      const { rows } = await superuser.query<Row>(text, [...values]);
      await superuser.end();
      return rows;
    },
    postgres() {
      const lines = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
      return lines[7]?.trim() === "ready" ? Number(lines[0]) : undefined;
    },
    seller: { sellerId: seller.sellerId, headers: { client_id: seller.clientId, access_token: seller.accessToken } },
  };
}

/** Process ids of a PostgreSQL and of all it started; the first is its own. */
export function processesOf(postgres: number): readonly number[] {
  const children = readFileSync(`/proc/${postgres}/task/${postgres}/children`, "utf8").match(/\d+/g) ?? [];
  return [postgres, ...children.map(Number)];
}

/** Kills PostgreSQL alone, which its processes notice, or all of its processes at once. */
export function kill(postgres: number, all: boolean): void {
  for (const pid of all ? processesOf(postgres) : [postgres]) process.kill(pid, "SIGKILL");
}

/** Kills PostgreSQL and waits for another; answers when that took connections, as `performance.now()` tells it. */
export async function killAndWait({ postgres, ask }: Embedded, all: boolean): Promise<number> {
  const old = postgres()!;
  kill(old, all);
  return eventually("PostgreSQL to be back", async () => {
    try {
      if (postgres() === undefined || postgres() === old) return undefined;
      await ask("select 1");
      return performance.now();
    } catch {
      return undefined;
    }
  });
}
