import { statement } from "../database.ts";

/** Statements for migrations, and for the role that is subject to row-level security. */

/** Allows one migration at a time per database; waits for another process that is migrating. Held until the transaction ends. */
export const lockMigrations = statement<never>("platform.lock_migrations", `select pg_advisory_xact_lock(8675309)`);

/** The lock that protects table definitions: shared by backups, exclusive for migrations and for dropping partitions. */
const TABLES_LOCK = 8675310;

/**
 * Keeps tables from being changed or dropped until the connection ends; waits for a migration in progress. A backup takes this lock before its
 * transaction begins. Inside the transaction, the lock would come after the snapshot.
 */
export const lockTablesShared = statement<never>("platform.hold_tables", `select pg_advisory_lock_shared(${TABLES_LOCK})`);

/** Waits for a running backup, and keeps new ones from starting until the transaction ends. */
export const lockAgainstBackups = statement<never>("platform.await_backups", `select pg_advisory_xact_lock(${TABLES_LOCK})`);

/** Whether no backup is running. If so, none can start until the transaction ends. */
export const tryLockAgainstBackups = statement<{ free: boolean }>(
  "platform.nobody_backs_up",
  `select pg_try_advisory_xact_lock(${TABLES_LOCK}) as free`,
);
/** Limits how long this transaction waits for a locked table, because later statements on that table wait behind it. */
export const limitLockWait = statement<never>("platform.limit_lock_wait", `set local lock_timeout = '500ms'`);

/** Creates the table of applied migrations. */
export const createMigrations = statement<never>(
  "platform.create_migrations",
  `create table if not exists migrations (
     name       text        not null primary key,
     applied_at timestamptz not null default now()
   )`,
);

/** The migrations applied so far. Index: migrations_pkey. */
export const listMigrations = statement<{ name: string }>("platform.list_migrations", `select name from migrations order by name`);

/** Records a migration: in the transaction that applies it, or, for a concurrent one, after its indexes are built. */
export const recordMigration = statement<never>("platform.record_migration", `insert into migrations (name) values ($1)`);

/** The lock that is held while indexes are built outside a transaction. */
const INDEX_LOCK = 8675311;
/**
 * Whether no other connection is building indexes. If so, none can start until `unlockIndexBuild`, or until this connection ends. Never
 * waits in the database, because the running index build would in turn wait until this statement has ended.
 */
export const tryLockIndexBuild = statement<{ free: boolean }>(
  "platform.nobody_builds",
  `select pg_try_advisory_lock(${INDEX_LOCK}) as free`,
);
/** Lets other connections build indexes. */
export const unlockIndexBuild = statement<{ done: boolean }>("platform.done_building", `select pg_advisory_unlock(${INDEX_LOCK}) as done`);
/**
 * Finds an index. Returns whether it is complete (an interrupted build leaves an incomplete one), and how to drop it while its table is in
 * use.
 */
export const findIndex = statement<{ whole: boolean; drop: string }>(
  "platform.find_index",
  `select i.indisvalid as whole, format('drop index concurrently %s', i.indexrelid::regclass) as drop
     from pg_index i where i.indexrelid = to_regclass($1)`,
);
/**
 * Limits how long an index build waits for transactions that began before it. The limit holds until `resetLockWait`. No other call is blocked
 * during the wait.
 */
export const limitBuildWait = statement<never>("platform.limit_build_wait", `set lock_timeout = '10min'`);
/** Resets the limit on waits for locks to the default. */
export const resetLockWait = statement<never>("platform.reset_lock_wait", `reset lock_timeout`);

/**
 * Sets the database's environment if it has none, and returns the one it has. The update changes no value. It only lets the statement see the
 * environment that another process set at the same moment. Without the update, that value would be invisible to the statement.
 */
export const claimEnvironment = statement<{ environment: string }>(
  "platform.claim_environment",
  `insert into installation (environment) values ($1)
   on conflict (singleton) do update set environment = installation.environment
   returning environment`,
);

/** All keys that encrypted data in this database, each with a known text that it sealed (key-check.ts). Index: encryption_keys_pkey. */
export const listKeys = statement<{ key_id: string; sealed: Buffer }>(
  "platform.list_keys",
  `select key_id, sealed from encryption_keys order by nth`,
);

/** Adds a key if $1 is still the number of keys. Otherwise adds nothing and returns no row. Index: encryption_keys_pkey. */
export const addKey = statement<{ nth: number }>(
  "platform.add_key",
  `insert into encryption_keys (nth, key_id, sealed)
   select $1::integer + 1, $2, $3 where (select count(*) from encryption_keys) = $1
   returning nth`,
);

/** Whether the connection's current role bypasses row-level security. */
export const checkPrivileges = statement<{ privileged: boolean }>(
  "platform.privileged",
  `select rolsuper or rolbypassrls as privileged from pg_roles where rolname = current_user`,
);

/** Creates the role that privileged connections switch to, unless it exists, and grants it what the application needs. */
export const createApplicationRole = statement<never>(
  "platform.create_application_role",
  `do $$
   begin
     if not exists (select from pg_roles where rolname = 'vitrine_application') then
       create role vitrine_application nologin nosuperuser nobypassrls;
     end if;
     execute format('grant vitrine_application to %I', current_user);
     grant usage on schema public to vitrine_application;
     grant select, insert, update, delete on all tables in schema public to vitrine_application;
     grant usage on all sequences in schema public to vitrine_application;
     -- The application may only add rows to the audit log. It reaches partitions only through their tables, where row-level security applies.
     revoke update, delete, truncate on audit_log from vitrine_application;
     execute (
       select coalesce(string_agg(format('revoke all on %I from vitrine_application', relname), ';'), 'select')
         from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
     );
   end
   $$`,
);
