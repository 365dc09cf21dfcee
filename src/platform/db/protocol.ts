import pg from "pg";
import { Socket } from "node:net";
import { fromUtf8 } from "../utf8.ts";
import { createArrivals } from "./arrivals.ts";

/** What the driver does not do by itself; it rests on the driver's inner parts, so its version is pinned. */

/** Says which sellers a transaction sees; see row-level security in db/schema.sql. */
export const SEE = { name: "see", text: "select set_config('vitrine.sellers', $1, true)" };

/** The driver's query as far as messages of the protocol matter here; its types leave them out. */
interface ProtocolQuery extends pg.Submittable {
  prepare(connection: Protocol): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
}
interface Protocol {
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
}
const DriverQuery = pg.Query as unknown as new (config: object) => ProtocolQuery;

/**
 * The sellers to see, then a statement, in one message to PostgreSQL with one Sync at its end: it runs both in one
 * transaction, and commits that before it says that it is ready, which is when the driver answers. Begin and commit of
 * their own would wake it four times.
 */
export class ScopedQuery extends DriverQuery {
  readonly #sellers: string;
  #scoped = false;

  constructor(config: object, sellers: string) {
    super(config);
    this.#sellers = sellers;
  }
  override prepare(connection: Protocol): void {
    connection.bind({ statement: SEE.name, values: [this.#sellers] });
    connection.execute({});
    super.prepare(connection);
  }
  override handleDataRow(message: unknown): void {
    if (this.#scoped) super.handleDataRow(message);
  }
  override handleCommandComplete(message: unknown, connection: Protocol): void {
    if (this.#scoped) super.handleCommandComplete(message, connection);
    this.#scoped = true;
  }
}

/** The driver's connection as far as it matters here. */
interface Wire {
  stream: Socket;
  attachListeners(stream: Socket): void;
  emit(event: string, message: unknown): void;
  /** Asks for an answer to all that was sent; each is answered by one `readyForQuery`. */
  sync(): void;
}

/** A client that leaves what arrives as bytes, one character each; `COLUMNS` decodes what is not sent on as it is. */
export class BytesClient extends pg.Client {
  /** Since when the server owes an answer, in milliseconds of `performance.now`; it owes none = Infinity. */
  owesSinceMs = Number.POSITIVE_INFINITY;

  constructor(config: pg.ClientConfig) {
    super({ ...config, types: COLUMNS });
    const { connection, ssl } = this as unknown as { readonly connection: Wire; readonly ssl: unknown };
    let owed = 0;
    const owes = (answers: number) => {
      owed = answers;
      this.owesSinceMs = answers > 0 ? performance.now() : Number.POSITIVE_INFINITY;
    };
    const sync = connection.sync.bind(connection);
    connection.sync = () => {
      if (owed > 0) owed += 1;
      else owes(1);
      sync();
    };
    const arrivals = createArrivals((message) => {
      // Before the first statement it says that it is ready without being asked.
      if (message.name === "readyForQuery") owes(Math.max(0, owed - 1));
      connection.emit(message.name === "error" ? "errorMessage" : message.name, message);
    });
    // A socket that TLS takes over cannot read into memory of ours.
    if (ssl) connection.attachListeners = (stream) => stream.on("data", (chunk: Buffer) => arrivals.take(chunk));
    else {
      connection.stream = new Socket({ onread: { buffer: arrivals.room, callback: arrivals.read } });
      connection.attachListeners = () => undefined;
    }
  }

  /** Ends the connection at once; all that waits for it fails with the error. */
  cut(error: Error): void {
    (this as unknown as { readonly connection: Wire }).connection.stream.destroy(error);
  }
}

const { builtins, getTypeParser } = pg.types;

/** How columns are read. `varchar` is text to be sent on as it is; every other text is decoded. */
const READ: Readonly<Record<number, (value: string) => unknown>> = {
  [builtins.VARCHAR]: (value) => value,
  [builtins.TEXT]: fromUtf8,
  [builtins.INT2]: Number,
  [builtins.INT4]: Number,
  [builtins.INT8]: Number,
};
const COLUMNS: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) => {
    const parse = getTypeParser(type) as (value: string) => unknown;
    return READ[type] ?? ((value: string) => parse(fromUtf8(value)));
  }) as typeof getTypeParser,
};
