import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { type TestDatabase, testDatabase } from "../harness.ts";
import { OPERATION_LIMIT_MS } from "./sqlmap/campaign.ts";
import { CONCATENATED, OPENED, PLANTED, startPlanted } from "./sqlmap/planted.ts";
import { requireSqlmap } from "./sqlmap/sqlmap.ts";
import { type Group, placesOf } from "./sqlmap/targets.ts";
import { tried } from "./sqlmap/tried.ts";

describe("sqlmap, aimed at statements of our own (planted)", () => {
  let database: TestDatabase;
  let planted: Awaited<ReturnType<typeof startPlanted>>;
  beforeAll(async () => {
    requireSqlmap();
    database = await testDatabase();
    planted = await startPlanted(database);
  });
  afterAll(async () => {
    await planted.close();
    await database.drop();
  });
  const results = (statement: string, chosen?: (group: Group) => boolean) =>
    tried(
      PLANTED.find(({ id }) => id === statement)!,
      planted.baseUrl,
      async () => OPENED,
      chosen,
    );

  it.each(CONCATENATED)(
    "injects into one put together from $what",
    async ({ id, place }) => {
      const injected = (await results(id, (group) => placesOf(group).includes(place))).flatMap((one) => one.injected);
      figures({ planted: place, found: injected.length });
      expect(injected).toHaveLength(1);
    },
    OPERATION_LIMIT_MS,
  );

  it(
    "clears one of parameters",
    async () => {
      const all = await results("parameterised");
      figures({ places: all.flatMap(({ target }) => target.places).length, injections: all.flatMap((one) => one.injected).length });
      expect(all.map(({ injected }) => injected)).toEqual(all.map(() => []));
    },
    OPERATION_LIMIT_MS,
  );
});
