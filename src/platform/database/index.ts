/** PostgreSQL: pools, transactions under row-level security, named statements, batching, migrations, partitions. */

export { type AdminConnection, openAdminConnection } from "./admin-connection.ts";
export { type Batcher, createBatcher, Overloaded } from "./batching/batcher.ts";
export { createStatementBatcher, flattenParts, skuKey, type StatementRunner } from "./batching/statement-batcher.ts";
export { splitServerUrls } from "./connection-urls.ts";
export { type Database, type DatabaseSettings, openDatabase } from "./database.ts";
export { DatabaseConflict, DatabaseUnavailable } from "./failures.ts";
export type { DatabaseTarget } from "./hosts.ts";
export { applicationRole, environmentOf, migrate, migrationsIn, missingMigrations } from "./migrations/migrate.ts";
export { checkPrivileges } from "./migrations/queries.ts";
export { createPartitions, type DailyTable, dayOf, type Partitions } from "./partitions/partitions.ts";
export { COUNTED_EXACTLY, createRememberedCounts } from "./remembered-counts.ts";
export { RowNotWritten } from "./row-not-written.ts";
export { type Statement, statement } from "./statement.ts";
export type { Transaction } from "./transactions.ts";
