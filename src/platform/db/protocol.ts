import pg from "pg";
import { Socket } from "node:net";
import { type ArrivedRow, createArrivals } from "./arrivals.ts";
import { type Column, readerOf, rowOf, type RowShape, shapeOf } from "./rows.ts";

/** What the driver does not do by itself; it rests on the driver's inner parts, so its version is pinned. */

/**
 * Says which sellers a transaction sees, see row-level security in db/schema.sql; and for how long it waits for a lock, in milliseconds.
 * Neither is ever null, so both are set, and there is no row to send or to read.
 */
export const SEE = {
  name: "see",
  text: "select where set_config('vitrine.sellers', $1, true) is null or set_config('lock_timeout', $2, true) is null",
};

/** Whether a server takes writes: it is no standby, and not told to be read only. */
export const STANDING = {
  name: "standing",
  text: "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes_writes",
};

/** The driver's query as far as messages of the protocol matter here; its types leave them out. */
interface ProtocolQuery extends pg.Submittable {
  name: string;
  values: readonly unknown[];
  callback: QueryConfig["callback"];
  readonly _result: { readonly rows: object[] };
  /** What went wrong between the rows; told when the answer is over. */
  _canceledDueToError: unknown;
  prepare(connection: Protocol): void;
  handleRowDescription(message: { readonly fields: readonly Column[] }): void;
  handleDataRow(row: ArrivedRow): void;
  handleCommandComplete(): void;
}
interface Protocol {
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
  describe(message: object): void;
}
const DriverQuery = pg.Query as unknown as new (text: string) => ProtocolQuery;

/** A named statement, and who hears of its answer. */
export interface QueryConfig {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly callback: (error: Error | null, result: { readonly rows: object[] }) => void;
}

/**
 * A named statement whose rows' shape is asked for once per connection: the database need not describe them again, nor the driver build
 * the shape again.
 */
export class NamedQuery extends DriverQuery {
  #shapes: Map<string, RowShape> | undefined;
  #shape: RowShape | undefined;

  /** Of a text the driver makes a query as it is; everything else it copies property by property. */
  constructor({ name, text, values, callback }: QueryConfig) {
    super(text);
    this.name = name;
    this.values = values;
    this.callback = callback;
  }
  override prepare(connection: Protocol): void {
    const known = knownOf(connection);
    this.#shapes = known.shapes;
    this.#shape = known.shapes.get(this.name);
    super.prepare(this.#shape === undefined ? connection : known.undescribed);
  }
  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#shape = shapeOf(fields);
    this.#shapes!.set(this.name, this.#shape);
  }
  override handleDataRow(row: ArrivedRow): void {
    if (this._canceledDueToError) return;
    try {
      this._result.rows.push(rowOf(this.#shape!, row));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }
  /** Nobody asks how many rows there were. */
  override handleCommandComplete(): void {}
}

/** What is known of a connection's statements, and the connection as it is where nothing is to be described. */
interface Known {
  readonly shapes: Map<string, RowShape>;
  readonly undescribed: Protocol;
}
const knownConnections = new WeakMap<Protocol, Known>();
function knownOf(connection: Protocol): Known {
  const known = knownConnections.get(connection) ?? {
    shapes: new Map<string, RowShape>(),
    undescribed: Object.assign(Object.create(connection) as Protocol, { describe: () => undefined }),
  };
  knownConnections.set(connection, known);
  return known;
}

/**
 * The sellers to see, then a statement, in one message to PostgreSQL with one Sync at its end: it runs both in one
 * transaction, and commits that before it says that it is ready, which is when the driver answers. Begin and commit of
 * their own would wake it four times.
 */
export class ScopedQuery extends NamedQuery {
  readonly #seeing: readonly string[];

  /** `seeing` are the values of SEE. */
  constructor(config: QueryConfig, seeing: readonly string[]) {
    super(config);
    this.#seeing = seeing;
  }
  override prepare(connection: Protocol): void {
    connection.bind({ statement: SEE.name, values: this.#seeing });
    connection.execute({});
    super.prepare(connection);
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

/** A client that leaves what arrives as bytes, one character each; `READERS` decodes what is not sent on as it is. */
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

const COLUMNS: pg.CustomTypesConfig = { getTypeParser: readerOf };
