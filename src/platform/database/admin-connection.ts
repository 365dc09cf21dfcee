import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { LocalizedError, type LocalizedText } from "../contract/errors.ts";
import { type CopiedRows, copyIn, copyOut } from "./copy.ts";
import { type DatabaseTarget, clientConfigsOf } from "./hosts.ts";
import { GOODBYE_MS, TYPE_PARSERS } from "./pool.ts";
import { checkWritable } from "./queries.ts";
import type { Statement } from "./statement.ts";

/** An open transaction for migrations, set-up or a backup. */
export interface AdminTransaction {
  run<Row extends object>(query: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs several statements given as one text. */
  script(text: string): Promise<void>;
  /** Yields the rows of a `copy ... to stdout` in pieces of about `pieceBytes`, as fast as the caller takes them. */
  copyOut(text: string, pieceBytes: number): AsyncIterable<CopiedRows>;
  /** Sends `source` to a `copy ... from stdin`. Resolves to the number of rows copied. */
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>;
}

/** A single plain connection for migrations, set-up and backups. It sets no seller scope and prepares no statements. */
export interface AdminConnection {
  /** For statements that cannot run inside a transaction. Each call is committed separately. */
  readonly autocommit: Pick<AdminTransaction, "run" | "script">;
  transaction<T>(work: (transaction: AdminTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Longest wait for a connection to one server. */
const CONNECT_MS = 10_000;
const NO_WRITES: LocalizedText = {
  "pt-BR":
    "o banco de dados não aceita escritas: é um standby ou está em modo somente leitura; indique em DATABASE_URL o primário, ou todos os servidores (postgres://a:5432,b:5432/banco)",
  en: "the database takes no writes: it is a standby, or read only; name the primary in DATABASE_URL, or all servers (postgres://a:5432,b:5432/name)",
};

/**
 * Connects immediately, to the first of several servers that accepts writes. With `access` "reads", a read-only server is used when no server
 * that accepts writes is reachable. If there is no such server, rejects with a `LocalizedError`.
 */
export async function openAdminConnection(target: DatabaseTarget, access: "writes" | "reads" = "writes"): Promise<AdminConnection> {
  const client = await connectTo(clientConfigsOf(target), access);
  const autocommit: AdminConnection["autocommit"] = {
    run: async <Row extends object>(query: Statement<Row>, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(query.text, values as unknown[])).rows as Row[],
    script: async (text) => void (await client.query(text)),
  };
  return {
    autocommit,
    async transaction(work) {
      await client.query("begin");
      try {
        const result = await work({
          ...autocommit,
          copyOut: (text, pieceBytes) => copyOut(client, text, pieceBytes),
          copyIn: (text, source) => copyIn(client, text, source),
        });
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      }
    },
    close: () => endConnection(client),
  };
}

async function connectTo(servers: readonly pg.ClientConfig[], access: "writes" | "reads"): Promise<pg.Client> {
  const failures: Error[] = [];
  let readOnly: pg.Client | undefined;
  for (const server of servers) {
    const client = new pg.Client({
      ...server,
      types: TYPE_PARSERS,
      application_name: "vitrine-migrate",
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ takes_writes: boolean }>(checkWritable.text);
      if (rows[0]!.takes_writes) {
        if (readOnly) await endConnection(readOnly);
        return client;
      }
    } catch (error) {
      failures.push(error as Error);
      void client.end().catch(() => undefined);
      continue;
    }
    if (readOnly === undefined) readOnly = client;
    else await endConnection(client);
  }
  if (readOnly === undefined) throw unreachable(failures);
  if (access === "reads") return readOnly;
  await endConnection(readOnly);
  throw new LocalizedError(NO_WRITES);
}

/** Ends a connection, and waits `GOODBYE_MS` at most for the server to close it: a server that vanished never does. */
const endConnection = (client: pg.Client): Promise<void> => Promise.race([client.end(), delay(GOODBYE_MS, undefined, { ref: false })]);

function unreachable(failures: readonly Error[]): LocalizedError {
  const why = [...new Set(failures.map(({ message }) => message))].join("; ");
  return new LocalizedError(
    { "pt-BR": `não há conexão com o banco de dados: ${why}`, en: `cannot connect to the database: ${why}` },
    { cause: failures.at(-1) },
  );
}
