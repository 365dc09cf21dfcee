import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { OPERATIONS } from "../../../src/openapi/all-operations.ts";
import type { Api } from "../../../src/platform/contract/operation.ts";
import { createWorld, type World } from "../../contract/world.ts";
import { figures } from "../../figures.ts";
import { marketplaceGround, publishedDocument, UPSETTING } from "../../reliability/fuzz/marketplace.ts";
import { type Described, operationsOf, type Parameter } from "../../reliability/fuzz/operation.ts";
import { requireSqlmap, TARGET_LIMIT_MS } from "./sqlmap.ts";
import type { Group } from "./targets.ts";
import { tried } from "./tried.ts";

export const OPERATION_LIMIT_MS = 4 * TARGET_LIMIT_MS;
/** A machine that does other things beside furnishes a marketplace slowly. */
const START_LIMIT_MS = 10 * 60_000;
/** `MINUTES=30` tries what can be tried in half an hour, what upsets others last, and reports the rest as skipped. */
const MINUTES = Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY);
/** What sqlmap sends to a place before it clears it, at the least. */
const FEWEST_REQUESTS = 20;
/** Beside the credentials; what any call may send, and what is kept of it. */
const OF_ANY_CALL = { "X-Request-Id": "pedido", "User-Agent": "hub", "Accept-Language": "pt-BR" };

/** Aims sqlmap at every place of every operation of an API, and at what all calls carry, of one operation for each door. */
export function sqlmapFindsNothing(api: Api, doors: readonly string[]): void {
  const described = operationsOf(publishedDocument(api));
  const rows = described
    .filter(({ parameters, body }) => parameters.length > 0 || body !== undefined)
    .toSorted((one, other) => UPSETTING.indexOf(one.id) - UPSETTING.indexOf(other.id));

  describe(`T36: sqlmap finds no parameter to inject into, ${api}`, () => {
    let world: World;
    beforeAll(async () => {
      requireSqlmap();
      world = await createWorld();
    }, START_LIMIT_MS);
    afterAll(() => world.stop());

    /** Requests that were answered with such a status until now, by one operation or by any. */
    const answers = async (status: string, id = '[^"]*'): Promise<number> => {
      const { text } = await world.market.request("GET", "/metrics");
      const counts = text.matchAll(new RegExp(`^vitrine_http_requests_total\\{operation="${id}",status="${status}"\\} (\\d+)$`, "gm"));
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };

    const found = async (row: Described, chosen?: (group: Group) => boolean) => {
      const ground = marketplaceGround(world, api);
      const before = { all: await answers("\\d+"), failed: await answers("5\\d\\d"), unauthorized: await answers("401", row.id) };
      const all = await tried(row, world.market.baseUrl, () => ground.open(row), chosen);
      const requests = (await answers("\\d+")) - before.all;
      const placesIn = (some: typeof all) => some.flatMap(({ target }) => target.places);
      const injected = all.flatMap((one) => one.injected);
      const refused = placesIn(all.filter(({ answered }) => answered >= 400));
      figures({
        places: placesIn(all).length,
        "of them closed sets": placesIn(all.filter(({ target }) => target.isClosed)).length,
        "refused as they were": refused.length > 0 ? `${refused.length} (${refused.join(" ")})` : 0,
        requests,
        injections: injected.length,
      });
      return {
        injected,
        gotThrough: requests > FEWEST_REQUESTS * placesIn(all).length,
        failed: (await answers("5\\d\\d")) - before.failed,
        unauthorized: (await answers("401", row.id)) - before.unauthorized,
      };
    };
    const NOTHING = { injected: [], gotThrough: true, failed: 0, unauthorized: 0 };

    let begunMs = 0;
    beforeAll(() => void (begunMs = performance.now()));
    const skipLate = (context: TestContext) => context.skip(performance.now() - begunMs > MINUTES * 60_000, "no time left");

    it.for(doors)("what every call carries, of %s", { timeout: OPERATION_LIMIT_MS }, async (id, context) => {
      skipLate(context);
      const row = described.find((one) => one.id === id)!;
      const { headers } = await world.caller(OPERATIONS.find((operation) => operation.id === id)!);
      const carried = Object.entries({ ...headers, ...OF_ANY_CALL }).map(([name, value]) => headerOf(name, value));
      const { unauthorized, ...rest } = await found({ ...row, parameters: [...row.parameters, ...carried] }, ({ parameters }) =>
        parameters.some((one) => carried.includes(one)),
      );
      expect({ ...rest, unauthorized: unauthorized > 0 }).toEqual({ ...NOTHING, unauthorized: Object.keys(headers).length > 0 });
    });

    it.for(rows)("$id", { timeout: OPERATION_LIMIT_MS }, async (row, context) => {
      skipLate(context);
      expect(await found(row)).toEqual(NOTHING);
    });
  });
}

const headerOf = (name: string, value: string): Parameter => ({
  name,
  in: "header",
  required: false,
  schema: { type: "string", examples: [value] },
});
