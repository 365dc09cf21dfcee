import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";

const CALLERS = 8;
const ROTATIONS = budget(6, 200);
/** How long callers go on with each token. */
const BETWEEN_MS = 250;
const KEYS = "/api/v1/credentials";

let one: Marketplace;
let other: Marketplace;
beforeAll(async () => {
  one = await startMarketplace();
  other = await startMarketplace({ database: one.database, clock: one.clock, settings: { ROLE: "api" } });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Key {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}
const through = ({ baseUrl }: Marketplace, { headers }: Pick<Key, "headers">) => client(baseUrl, headers);

/** Callers who read and write through both processes with the key of the moment, until they are stopped; answers what went wrong. */
function load(key: () => Key, path: string) {
  const over = new AbortController();
  let calls = 0;
  const failed: string[] = [];
  const inHand = new Set<Promise<unknown>>();
  const caller = async (nth: number) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const speaker = through((nth + round) % 2 === 0 ? one : other, key());
      const asked =
        round % 3 === 0
          ? speaker.put(`${path}/stocks`, { available: 1_000 + round })
          : round % 3 === 1
            ? speaker.get(`${path}/stocks`)
            : speaker.get(KEYS);
      inHand.add(asked);
      const reply = await asked;
      inHand.delete(asked);
      calls += 1;
      if (reply.status >= 300) failed.push(`${reply.status} ${reply.text}`);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, nth) => caller(nth));
  return {
    /** Calls with what was the key until now have ended. */
    settled: () => Promise.all(inHand),
    async stop() {
      over.abort();
      await Promise.all(callers);
      return { calls, failed };
    },
  };
}

/** A successor for the key in use: made known to the callers, then the one before is revoked once their calls have ended. */
async function rotate(key: Key, seller: Seller, use: (next: Key) => Promise<unknown>): Promise<Key> {
  const { status, json } = await through(one, key).post(`${KEYS}/rotate`, { overlapHours: 1 });
  expect(status).toBe(201);
  const next: Key = { id: json.id, headers: { client_id: seller.clientId, access_token: json.accessToken } };
  await use(next);
  await pause(BETWEEN_MS);
  expect((await through(other, next).request("DELETE", `${KEYS}/${key.id}`)).status).toBe(200);
  return next;
}

describe("rotating credentials under load", () => {
  const ready = async () => {
    const seller = await one.seller();
    const shop = await wares(`${one.baseUrl}/images`);
    await publish(seller, shop.visor("VISEIRA"));
    return { seller, path: "/api/v2/products/VISEIRA", first: { id: seller.credentialId, headers: seller.headers } satisfies Key };
  };

  it(`fails no call in ${ROTATIONS} rotations, over two processes`, { timeout: 20_000 + ROTATIONS * 2_000 }, async () => {
    const { seller, path, first } = await ready();
    let key: Key = first;
    const calls = load(() => key, path);
    for (let nth = 0; nth < ROTATIONS; nth += 1) {
      key = await rotate(key, seller, (next) => {
        key = next;
        return calls.settled();
      });
    }
    const told = await calls.stop();
    figures({ rotations: ROTATIONS, calls: told.calls, failed: told.failed.length });
    expect(told.failed).toEqual([]);
    expect(told.calls).toBeGreaterThan(ROTATIONS * CALLERS);
    const { items } = (await through(one, key).get(KEYS)).json;
    expect(items).toHaveLength(ROTATIONS + 1);
    expect(items.filter((item: { revokedAt?: string }) => item.revokedAt === undefined)).toMatchObject([{ id: key.id, current: true }]);
  });

  it("would fail calls without an overlap: callers have the token before in their hands", async () => {
    const { path, first, seller } = await ready();
    let key: Key = first;
    const calls = load(() => key, path);
    await pause(BETWEEN_MS);
    const { json } = await through(one, key).post(`${KEYS}/rotate`, { overlapHours: 0 });
    await pause(BETWEEN_MS);
    key = { id: json.id, headers: { client_id: seller.clientId, access_token: json.accessToken } };
    const { failed } = await calls.stop();
    expect(new Set(failed.map((text) => text.slice(0, 3)))).toEqual(new Set(["401"]));
  });

  it("repeats a lost answer under its Idempotency-Key: one successor, its token told again", async () => {
    const { first } = await ready();
    const speaker: Client = through(one, first);
    const headers = { "idempotency-key": "rotation-of-friday" };
    const [lost, repeated] = [
      await speaker.post(`${KEYS}/rotate`, { overlapHours: 2 }, { headers }),
      await through(other, first).post(`${KEYS}/rotate`, { overlapHours: 2 }, { headers }),
    ];
    expect([lost.status, repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
    expect(repeated.json.accessToken).toBe(lost.json.accessToken);
    expect((await speaker.get(KEYS)).json.items).toHaveLength(2);
  });
});
