import { statement } from "./db.ts";

/** Statements of the house itself: migrations and the role that row-level security binds. */

/** One migration at a time per database; waits for a process that is at it. Held by the transaction. */
export const lockMigrations = statement<never>("platform.lock_migrations", `select pg_advisory_xact_lock(8675309)`);

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

/** Says, once, which environment the database belongs to; answers the one it has. */
export const claimEnvironment = statement<{ environment: string }>(
  "platform.claim_environment",
  `with claimed as (
     insert into installation (environment) values ($1) on conflict (singleton) do nothing returning environment
   )
   select environment from claimed union all select environment from installation`,
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
   end
   $$`,
);
