import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { shipped, testDatabase } from "../harness.ts";
import { sample } from "../reference/sample.ts";
import { firstStartSubjects } from "./crash-first-start.ts";
import { PLANTED } from "./crash-planted.ts";
import { everyCrashPoint, type Subject } from "./crash-points.ts";
import { crashProxy } from "./crash-proxy.ts";
import { OPERATOR_SUBJECTS, ORDER_SUBJECTS, PRODUCT_SUBJECTS, type SubjectRow } from "./crash-subjects.ts";
import { crashWorld, type World } from "./crash-world.ts";
import { brokenInvariants } from "./invariants.ts";

/** Of a subject's points so many before a call, drawn, and so many after one, where an answer is lost. */
const SAMPLE = { most: budget(4, Number.POSITIVE_INFINITY), seed: SEED };
/** Before the sellers to see, the statement and the Sync; and after the Sync. */
const LEAST_POINTS = 4;
const LIMIT_MS = 120_000;

const WORLDS = [
  ["products", PRODUCT_SUBJECTS, shipped],
  ["orders", ORDER_SUBJECTS, shipped],
  // Small reference data: each change of it is judged as a whole.
  ["the operator's", OPERATOR_SUBJECTS, () => Promise.resolve(sample)],
] as const;

describe("T02: the process dies before and after its calls of the database", () => {
  describe.each(WORLDS)("%s", (_title, subjects, data) => {
    let world: World;
    beforeAll(async () => {
      world = await crashWorld(await data());
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it.each(subjects.map((row) => [row.name, row] as const))(
      "%s: all or nothing, and once after a repetition",
      async (_name, row) => {
        const { points, broken } = await everyCrashPoint(world, inWorld(row, world), SAMPLE);
        figures({ "crash points": points, seed: SEED, broken: broken.length });
        expect(broken).toEqual([]);
        expect(points).toBeGreaterThanOrEqual(LEAST_POINTS);
        expect(await brokenInvariants(world.database.query)).toEqual([]);
      },
      LIMIT_MS,
    );
  });

  it(
    "a first start on an empty database: all or nothing, and once after a repetition",
    async () => {
      const database = await testDatabase();
      const proxy = await crashProxy(database);
      for (const subject of firstStartSubjects({ proxy, database })) {
        const { points, broken } = await everyCrashPoint({ proxy, database }, subject, SAMPLE);
        expect(broken).toEqual([]);
        expect(points).toBeGreaterThanOrEqual(LEAST_POINTS);
      }
      await proxy[Symbol.asyncDispose]();
      await database.drop();
    },
    LIMIT_MS,
  );

  describe("planted bugs", () => {
    let world: World;
    beforeAll(async () => {
      world = await crashWorld(sample);
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it.each(PLANTED)("sees %s", async (_name, row, seen) => {
      const { broken } = await everyCrashPoint(world, inWorld(row, world));
      expect(broken.length).toBeGreaterThan(0);
      expect(broken.join("\n")).toMatch(seen);
    });
  });
});

const inWorld = (row: SubjectRow, world: World): Subject => ({ ...row, prepare: () => row.prepare(world) });
