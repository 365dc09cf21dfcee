import { join } from "node:path";
import { PROJECT } from "../../src/project.ts";
import { openAdminConnection, openDatabase, type AdminConnection } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { applicationRole, migrate } from "../../src/platform/database/migrations/migrate.ts";
import { openReferenceStore } from "../../src/reference/index.ts";
import { APPLICATION_ROLE, NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { sample } from "../reference/sample.ts";
import type { Place, Subject } from "./crash-points.ts";

const log = createLog("silent");
const GRANTS = `select table_name, privilege_type from information_schema.role_table_grants
                 where table_schema = 'public' and grantee = $1 order by 1, 2`;

// What the later steps do is undone without the migration before them, which takes long.
const FORBID = ["tables", "sequences"].map((kind) => `revoke all on all ${kind} in schema public from ${APPLICATION_ROLE}`).join("; ");
const UNFILL = "delete from reference_items; update reference_version set version = 0";

/** What a first start does to an empty database, step by step. */
export function firstStartSubjects({ proxy, database }: Place): readonly Subject[] {
  const empty = () => database.query("drop schema public cascade; create schema public");
  const administer = (work: (administration: AdminConnection) => Promise<unknown>) => async () => {
    const administration = await openAdminConnection({ socket: proxy.socket });
    try {
      await work(administration);
    } finally {
      await administration.close().catch(() => undefined);
    }
  };
  const migrated = administer((administration) => migrate(administration, join(PROJECT, "db", "migrations")));
  const allowed = administer(applicationRole);
  const filled = async () => {
    const db = openDatabase({
      socket: proxy.socket,
      role: APPLICATION_ROLE,
      connections: 2,
      wideConnections: 1,
      statementTimeoutMs: 5_000,
      wideStatementTimeoutMs: 5_000,
      acquireTimeoutMs: 2_000,
      onBackgroundError: () => undefined,
    });
    try {
      await openReferenceStore({ db, clock: movableClock(NOON), shipped: sample, log });
    } finally {
      await db.close();
    }
  };
  const succeeds = (work: () => Promise<unknown>) => () =>
    work().then(
      () => true,
      () => false,
    );
  return [
    {
      name: "migration of an empty database",
      again: "changes nothing",
      async prepare() {
        await empty();
        return {
          act: succeeds(migrated),
          state: async () => ({
            relations: await database.query("select relname from pg_class where relnamespace = 'public'::regnamespace order by 1"),
          }),
        };
      },
    },
    {
      name: "permission of the application's role",
      again: "changes nothing",
      async prepare() {
        await migrated();
        await database.query(FORBID);
        return { act: succeeds(allowed), state: async () => ({ grants: await database.query(GRANTS, [APPLICATION_ROLE]) }) };
      },
    },
    {
      name: "filling with reference data",
      again: "changes nothing",
      async prepare() {
        await migrated();
        await allowed();
        await database.query(UNFILL);
        return {
          act: succeeds(filled),
          state: async () => ({
            items: await database.query("select list, code, item from reference_items order by list, code"),
            version: await database.query("select version from reference_version"),
          }),
        };
      },
    },
  ];
}
