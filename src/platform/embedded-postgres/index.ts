/** A PostgreSQL server that this process starts and owns. */

export { type EmbeddedPostgres, hasCluster, runningPostgres, startEmbeddedPostgres } from "./start.ts";
