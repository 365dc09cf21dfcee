import { statement } from "../database.ts";

/** Statements for migrations, and for the role that row-level security binds. */

/** Allows one migration at a time per database; waits for another process that is migrating. Held until the transaction ends. */
export const lockMigrations = statement<never>("platform.lock_migrations", `select pg_advisory_xact_lock(8675309)`);

/** The lock that protects table definitions: shared by backups, exclusive for migrations and for dropping partitions. */
const TABLES_LOCK = 8675310;

/**
 * Keeps tables from being changed or dropped until the connection ends; waits for a migration in progress. The session holds this lock,
 * because a lock taken in the backup's transaction would come after its snapshot.
 */
export const lockTablesShared = statement<never>("platform.hold_tables", `select pg_advisory_lock_shared(${TABLES_LOCK})`);

/** Waits for a running backup, and keeps new ones from starting until the transaction ends. */
export const lockAgainstBackups = statement<never>("platform.await_backups", `select pg_advisory_xact_lock(${TABLES_LOCK})`);

/** Whether no backup is running. If none is, none starts until the transaction ends. */
export const tryLockAgainstBackups = statement<{ free: boolean }>(
  "platform.nobody_backs_up",
  `select pg_try_advisory_xact_lock(${TABLES_LOCK}) as free`,
);
/** Limits how long this transaction waits for a table, since all later calls wait behind it. */
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

/** Records a migration, in the transaction that applies it. */
export const recordMigration = statement<never>("platform.record_migration", `insert into migrations (name) values ($1)`);

/** Held while indexes are built outside a transaction. */
const INDEX_LOCK = 8675311;
/**
 * Whether no other connection builds indexes. If none does, none starts until this one ends. Never waits in the database, because a
 * concurrent index is finished only when no statement waits any more.
 */
export const tryLockIndexBuild = statement<{ free: boolean }>(
  "platform.nobody_builds",
  `select pg_try_advisory_lock(${INDEX_LOCK}) as free`,
);
/** Lets other connections build indexes. */
export const unlockIndexBuild = statement<{ done: boolean }>("platform.done_building", `select pg_advisory_unlock(${INDEX_LOCK}) as done`);
/** An index, whether it is whole (an interrupted build leaves one that is not), and how to drop it while its table is used. */
export const findIndex = statement<{ whole: boolean; drop: string }>(
  "platform.find_index",
  `select i.indisvalid as whole, format('drop index concurrently %s', i.indexrelid::regclass) as drop
     from pg_index i where i.indexrelid = to_regclass($1)`,
);
/**
 * Limits, for the rest of the connection, how long an index build waits for a call or report that began before it. No other call waits
 * behind it during that time.
 */
export const limitBuildWait = statement<never>("platform.limit_build_wait", `set lock_timeout = '10min'`);
/** Resets the limit to the default. */
export const resetLockWait = statement<never>("platform.reset_lock_wait", `reset lock_timeout`);

/**
 * Sets the database's environment if it has none, and returns the one it has. The update changes no value: it is there to see what a
 * process that started at the same moment wrote, which this statement's snapshot would miss.
 */
export const claimEnvironment = statement<{ environment: string }>(
  "platform.claim_environment",
  `insert into installation (environment) values ($1)
   on conflict (singleton) do update set environment = installation.environment
   returning environment`,
);

/** All keys that sealed data here, each with its mark. Index: encryption_keys_pkey. */
export const listKeys = statement<{ key_id: string; sealed: Buffer }>(
  "platform.list_keys",
  `select key_id, sealed from encryption_keys order by nth`,
);

/** Adds a key if there are still as many as were read; returns no row when another process added one first. Index: encryption_keys_pkey. */
export const addKey = statement<{ nth: number }>(
  "platform.add_key",
  `insert into encryption_keys (nth, key_id, sealed)
   select $1::integer + 1, $2, $3 where (select count(*) from encryption_keys) = $1
   returning nth`,
);

/** Whether the connecting role bypasses row-level security. */
export const checkPrivileges = statement<{ privileged: boolean }>(
  "platform.privileged",
  `select rolsuper or rolbypassrls as privileged from pg_roles where rolname = current_user`,
);

/** Creates the role that privileged connections switch to, if it is missing, and grants what the application needs. */
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
     -- Rows of the audit log are only ever added; partitions are reached through their tables, which row-level security guards.
     revoke update, delete, truncate on audit_log from vitrine_application;
     execute (
       select coalesce(string_agg(format('revoke all on %I from vitrine_application', relname), ';'), 'select')
         from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
     );
   end
   $$`,
);
