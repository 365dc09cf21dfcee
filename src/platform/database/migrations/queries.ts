import { statement } from "../database.ts";

/** Statements of the house itself: migrations and the role that row-level security binds. */

/** One migration at a time per database; waits for a process that is at it. Held by the transaction. */
export const lockMigrations = statement<never>("platform.lock_migrations", `select pg_advisory_xact_lock(8675309)`);

/** The lock that keeps tables as they are: shared by backups, taken alone by migrations and by whoever drops partitions. */
const STAY = 8675310;

/**
 * Keeps tables from being changed or dropped until the connection ends; waits for a migration in progress. The session holds it: a lock of
 * the transaction would come after its snapshot.
 */
export const holdTables = statement<never>("platform.hold_tables", `select pg_advisory_lock_shared(${STAY})`);

/** Until the transaction's end no backup is under way; waits for one that is. */
export const awaitBackups = statement<never>("platform.await_backups", `select pg_advisory_xact_lock(${STAY})`);

/** Whether no backup is under way, and then until the transaction's end. */
export const nobodyBacksUp = statement<{ free: boolean }>("platform.nobody_backs_up", `select pg_try_advisory_xact_lock(${STAY}) as free`);
/** In a transaction: a table that others hold is waited for no longer, or all who come after would wait behind it. */
export const limitLockWait = statement<never>("platform.limit_lock_wait", `set local lock_timeout = '500ms'`);

/** The table that remembers which migrations were applied. */
export const createMigrations = statement<never>(
  "platform.create_migrations",
  `create table if not exists migrations (
     name       text        not null primary key,
     applied_at timestamptz not null default now()
   )`,
);

/** The migrations applied so far. Index: migrations_pkey. */
export const listMigrations = statement<{ name: string }>("platform.list_migrations", `select name from migrations order by name`);

/** Remembers a migration, in the transaction that applies it. */
export const recordMigration = statement<never>("platform.record_migration", `insert into migrations (name) values ($1)`);

/** The lock of whoever builds indexes outside a transaction. */
const BUILDING = 8675311;
/**
 * Whether nobody else builds indexes, and then nobody else does until the connection ends. Never waited for in the database: an
 * index is finished only when whoever waits there is gone.
 */
export const nobodyBuilds = statement<{ free: boolean }>("platform.nobody_builds", `select pg_try_advisory_lock(${BUILDING}) as free`);
/** Lets others build. */
export const doneBuilding = statement<{ done: boolean }>("platform.done_building", `select pg_advisory_unlock(${BUILDING}) as done`);
/** Whether an index is there, and whole: one whose building was broken off is not. And how to drop it while its table is used. */
export const findIndex = statement<{ whole: boolean; drop: string }>(
  "platform.find_index",
  `select i.indisvalid as whole, format('drop index concurrently %s', i.indexrelid::regclass) as drop
     from pg_index i where i.indexrelid = to_regclass($1)`,
);
/**
 * For the connection's statements to come: how long building an index waits at a stretch for calls and reports that began before
 * it. Nobody waits behind it meanwhile.
 */
export const limitBuildWait = statement<never>("platform.limit_build_wait", `set lock_timeout = '10min'`);
/** The connection waits as others do again. */
export const resetLockWait = statement<never>("platform.reset_lock_wait", `reset lock_timeout`);

/**
 * Says, once, which environment the database belongs to; answers the one it has. The update changes nothing: it sees what a
 * process that started at the same moment wrote, which a read of this statement's snapshot would not.
 */
export const claimEnvironment = statement<{ environment: string }>(
  "platform.claim_environment",
  `insert into installation (environment) values ($1)
   on conflict (singleton) do update set environment = installation.environment
   returning environment`,
);

/** The keys that ever sealed something here, each with its mark. Index: encryption_keys_pkey. */
export const listKeys = statement<{ key_id: string; sealed: Buffer }>(
  "platform.list_keys",
  `select key_id, sealed from encryption_keys order by nth`,
);

/** Makes a key known where there are as many as were seen; answers nothing where another came first. Index: encryption_keys_pkey. */
export const addKey = statement<{ nth: number }>(
  "platform.add_key",
  `insert into encryption_keys (nth, key_id, sealed)
   select $1::integer + 1, $2, $3 where (select count(*) from encryption_keys) = $1
   returning nth`,
);

/** Whether row-level security would not bind the connecting role. */
export const privileged = statement<{ privileged: boolean }>(
  "platform.privileged",
  `select rolsuper or rolbypassrls as privileged from pg_roles where rolname = current_user`,
);

/** The role that a privileged connection takes on, made when missing and allowed what the application needs. */
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
