import pg from "pg";
import { BilingualFault, type Texts } from "../contract/errors.ts";
import { type CopiedRows, copyIn, copyOut } from "./copy.ts";
import { type DatabaseTarget, serversOf } from "./hosts.ts";
import { TYPES } from "./pool.ts";
import { standing } from "./queries.ts";
import type { Statement } from "./statement.ts";

/** An open transaction of migrations and set-up. */
export interface AdministrationTransaction {
  run<Row extends object>(query: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements as one text. */
  script(text: string): Promise<void>;
  /** The rows of a `copy ... to stdout`, in pieces of about so many bytes, as fast as they are read. */
  copyOut(text: string, pieceBytes: number): AsyncIterable<CopiedRows>;
  /** Feeds a `copy ... from stdin`; answers how many rows it took. */
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>;
}

/** A single plain connection for migrations, set-up and backups; no row-level scope, no prepared statements. */
export interface Administration {
  /** For what no transaction can hold: each statement is one by itself. */
  readonly alone: Pick<AdministrationTransaction, "run" | "script">;
  transaction<T>(work: (transaction: AdministrationTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Longest wait for a server to be reached. */
const CONNECT_MS = 10_000;
const NO_WRITES: Texts = {
  "pt-BR":
    "o banco de dados não aceita escritas: é um standby ou está em modo somente leitura; indique em DATABASE_URL o primário, ou todos os servidores (postgres://a:5432,b:5432/banco)",
  en: "the database takes no writes: it is a standby, or read only; name the primary in DATABASE_URL, or all servers (postgres://a:5432,b:5432/name)",
};

/**
 * Connects at once, of several servers to the first that takes writes; rejects with a fault in both languages when that fails. Who only
 * reads is content with a server that takes none where there is no other.
 */
export async function openAdministration(target: DatabaseTarget, wants: "writes" | "reads" = "writes"): Promise<Administration> {
  const client = await connected(serversOf(target), wants);
  const alone: Administration["alone"] = {
    run: async <Row extends object>(query: Statement<Row>, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(query.text, values as unknown[])).rows as Row[],
    script: async (text) => void (await client.query(text)),
  };
  return {
    alone,
    async transaction(work) {
      await client.query("begin");
      try {
        const result = await work({
          ...alone,
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
    close: () => client.end(),
  };
}

async function connected(servers: readonly pg.ClientConfig[], wants: "writes" | "reads"): Promise<pg.Client> {
  const failures: Error[] = [];
  let reader: pg.Client | undefined;
  for (const server of servers) {
    const client = new pg.Client({ ...server, types: TYPES, application_name: "vitrine-migrate", connectionTimeoutMillis: CONNECT_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ takes_writes: boolean }>(standing.text);
      if (rows[0]!.takes_writes) {
        await reader?.end();
        return client;
      }
    } catch (error) {
      failures.push(error as Error);
      void client.end().catch(() => undefined);
      continue;
    }
    if (reader === undefined) reader = client;
    else await client.end();
  }
  if (reader === undefined) throw unreached(failures);
  if (wants === "reads") return reader;
  await reader.end();
  throw new BilingualFault(NO_WRITES);
}

function unreached(failures: readonly Error[]): BilingualFault {
  const why = [...new Set(failures.map(({ message }) => message))].join("; ");
  return new BilingualFault(
    { "pt-BR": `não há conexão com o banco de dados: ${why}`, en: `cannot connect to the database: ${why}` },
    { cause: failures.at(-1) },
  );
}
