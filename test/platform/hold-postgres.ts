import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres/start.ts";

// A process for tests to kill: starts PostgreSQL on the directory it is given, says so, and lives on, deaf to Ctrl-C.
process.on("SIGINT", () => undefined);
const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: () => undefined });
console.log(JSON.stringify({ pid: server.pid, host: server.connection.host }));
