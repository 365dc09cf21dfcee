import { TRANSIENT_ERRORS, type TransientError } from "../../src/platform/database/failures.ts";

/** What a database, a driver or a socket says of one state that passes. */
export interface Example {
  readonly code: string;
  readonly message: string;
}
const coded = (...codes: readonly string[]): readonly Example[] => codes.map((code) => ({ code, message: "planted" }));
const said = (code: string, ...messages: readonly string[]): readonly Example[] => messages.map((message) => ({ code, message }));

/** PostgreSQL's own errors by the row that tells of them: its code, and what its text begins with where there are two of one code. */
const SERVER: Readonly<Record<string, readonly Example[]>> = {
  "08": coded("08000", "08006", "08P01"),
  "0A000 /recovery": said(
    "0A000",
    "cannot access temporary or unlogged relations during recovery",
    "cannot use serializable mode in a hot standby",
  ),
  "0A000 /cached": said("0A000", "cached plan must not change result type"),
  "25006": said("25006", "cannot execute UPDATE in a read-only transaction"),
  "25P03": coded("25P03"),
  "25P04": coded("25P04"),
  "26000": said("26000", 'prepared statement "stock.change" does not exist'),
  "40001": said("40001", "could not serialize access due to concurrent update", "canceling statement due to conflict with recovery"),
  "40P01": said("40P01", "deadlock detected"),
  "53": coded("53000", "53100", "53200", "53300"),
  "55000": said("55000", "cannot acquire lock mode ShareRowExclusiveLock on database objects while recovery is in progress"),
  "55P03": coded("55P03"),
  "57014": said("57014", "canceling statement due to statement timeout"),
  "57P": coded("57P01", "57P02", "57P03", "57P04", "57P05"),
  "58": coded("58000", "58030", "58P01"),
};

/** What the driver says, which has no code for it. */
const DRIVER = said(
  "",
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
  "read timeout: no answer for 7000 ms",
  "Client was closed and is not queryable",
);

const nameOf = ({ code, text }: TransientError) => `${code}${text === undefined ? "" : ` /${/^\w+/.exec(text.source)![0]}`}`;

/** The rows that PostgreSQL tells of, each with its errors. */
export const SERVER_STATES: readonly { readonly state: TransientError; readonly name: string; readonly examples: readonly Example[] }[] =
  TRANSIENT_ERRORS.filter(({ code }) => /^\d/.test(code)).map((state) => {
    const name = SERVER[state.code] ? state.code : nameOf(state);
    return { state, name: `${name}: ${state.when}`, examples: SERVER[name] ?? [] };
  });

/** The rows of sockets and of the driver, each with its errors. */
export const WAY_STATES: typeof SERVER_STATES = TRANSIENT_ERRORS.filter(({ code }) => !/^\d/.test(code)).map((state) => ({
  state,
  name: state.code === "" ? "the driver" : state.code,
  examples: state.code === "" ? DRIVER : coded(state.code),
}));

/** Names of rows that have errors here; one too many is a row that is gone. */
export const SERVER_NAMES: readonly string[] = Object.keys(SERVER);

/** As the driver hands it over. */
export const errorOf = ({ code, message }: Example): Error => Object.assign(new Error(message), code === "" ? {} : { code });
