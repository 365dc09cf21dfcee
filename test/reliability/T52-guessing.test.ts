import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opaqueToken } from "../../src/platform/basics/random.ts";
import { createFailureBudget } from "../../src/sellers/index.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { percentile, tell, withStatus, type Told } from "./traffic.ts";

const PER_MINUTE = 20;
const GUESSES = budget(2_000, 100_000);
const AT_ONCE = 16;
/** How far the medians of both may be apart, the pairs of calls they are first of, and how often as many are added while they are further. */
const APART = budget(0.15, 0.03);
const PAIRS = budget(400, 5_000);
const ROUNDS = 6;
const LIMIT_MS = budget(60_000, 30 * 60_000);

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const server = (failures: number, ...preload: string[]): Promise<ServerProcess> =>
  startServer({
    preload: preload.map((name) => join(import.meta.dirname, name)),
    variables: { ...onDatabase(market.database), ROLE: "api", AUTH_FAILURES_PER_MINUTE: String(failures) },
  });
const path = "/api/v1/brands";
/** A token that looks right: nobody mistyped it. */
const guess = ({ clientId }: Pick<Seller, "clientId">) => ({ client_id: clientId, access_token: opaqueToken("vts") });

/** So many guesses at a seller's token, with a good call of the seller now and then. */
async function guessed({ baseUrl }: ServerProcess, seller: Seller) {
  const wrong: Told[] = [];
  const good: Told[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, nth) => {
      for (let tried = nth; tried < GUESSES; tried += AT_ONCE) {
        wrong.push(await tell(baseUrl, { path, headers: guess(seller) }));
        if (tried % 97 === 50) good.push(await tell(baseUrl, { path, headers: seller.headers }));
      }
    }),
  );
  return { wrong, good };
}

describe("T52: guessing tokens", () => {
  it(
    `finds none in ${GUESSES}, is told to wait after ${PER_MINUTE}, and never locks the good token out`,
    async () => {
      const one = await server(PER_MINUTE);
      const from = performance.now();
      const { wrong, good } = await guessed(one, await market.seller());
      const minutes = (performance.now() - from) / 60_000;
      figures({ guesses: GUESSES, hits: withStatus(wrong, 200).length, "refused with 429": withStatus(wrong, 429).length });
      expect(wrong).toHaveLength(GUESSES);
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]));
      const unauthorised = withStatus(wrong, 401).length;
      expect(unauthorised).toBeGreaterThanOrEqual(PER_MINUTE);
      expect(unauthorised).toBeLessThanOrEqual(PER_MINUTE * (1 + minutes) + 1);
      expect(withStatus(wrong, 429).filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter))).toEqual([]);
      expect(good.length).toBeGreaterThan(10);
      expect(good.filter(({ status }) => status !== 200)).toEqual([]);
      // Nor one that is used for the first time, from the same address, while the budget is used up.
      expect((await tell(one.baseUrl, { path, headers: (await market.seller()).headers })).status).toBe(200);

      const operators = { path: "/operator/v1/sellers", headers: { authorization: `Bearer ${opaqueToken("vto")}` } };
      expect((await tell(one.baseUrl, operators)).status).toBe(429);
      const admin = await market.operator("admin");
      expect((await tell(one.baseUrl, { ...operators, headers: admin.headers })).status).toBe(200);
      await one.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: too many guesses lock the good token out",
    async () => {
      const one = await server(PER_MINUTE, "planted-lockout.ts");
      const { good } = await guessed(one, await market.seller());
      expect(good.filter(({ status }) => status !== 200)).not.toEqual([]);
      await one.end("SIGTERM");
    },
    LIMIT_MS,
  );
});

describe("T52: an unknown client_id and a wrong token", () => {
  /**
   * How far the medians of both are apart, asked in turns, as a share. What a busy machine adds to one of them goes away as pairs are added;
   * what the server does differently stays.
   */
  const apart = async ({ baseUrl }: ServerProcess) => {
    const seller = await market.seller();
    const times: readonly [number[], number[]] = [[], []];
    const share = () => Math.abs(percentile(times[1], 50) / percentile(times[0], 50) - 1);
    const clients = [seller.clientId, `${seller.clientId.slice(0, -6)}nobody`];
    do {
      for (let nth = 0; nth < PAIRS; nth += 1) {
        for (const which of nth % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const told = await tell(baseUrl, { path, headers: guess({ clientId: clients[which]! }) });
          expect(told.status).toBe(401);
          times[which].push(told.ms);
        }
      }
    } while (share() >= APART && times[0].length < PAIRS * ROUNDS);
    figures({ pairs: times[0].length, "medians apart, share": share() });
    return share();
  };

  it(
    "are told alike, and take as long",
    async () => {
      const seller = await market.seller();
      const bodies = await Promise.all(
        [seller.clientId, "vta_sandbox_nobody"].map((clientId) => market.request("GET", path, { headers: guess({ clientId }) })),
      );
      const told = bodies.map(({ status, json }) => ({ status, ...json, requestId: undefined }));
      expect(told[0]).toEqual(told[1]);
      const one = await server(10_000_000);
      expect(await apart(one)).toBeLessThan(APART);
      await one.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "would be told apart by a planted bug: no look-up for strangers",
    async () => {
      const one = await server(10_000_000, "planted-quick-strangers.ts");
      expect(await apart(one)).toBeGreaterThan(APART);
      await one.end("SIGTERM");
    },
    LIMIT_MS,
  );
});

describe("the budget of failures", () => {
  const NOW = 1_800_000_000_000;
  const exhausted = (address: string, clientId?: string) => {
    const failures = createFailureBudget({ authFailuresPerMinute: PER_MINUTE });
    const waits = Array.from({ length: PER_MINUTE }, () => failures.failed(address, clientId, NOW));
    expect(waits).toEqual(waits.map(() => 0));
    return failures;
  };

  it("grows back one by one, and says when", () => {
    const failures = exhausted("203.0.113.7");
    const seconds = failures.failed("203.0.113.7", undefined, NOW);
    expect(seconds).toBe(60 / PER_MINUTE);
    expect(failures.failed("203.0.113.7", undefined, NOW + seconds * 1_000)).toBe(0);
    expect(failures.failed("203.0.113.7", undefined, NOW + seconds * 1_000)).toBeGreaterThan(0);
  });

  it("is each address's and each client_id's own", () => {
    const failures = exhausted("203.0.113.7", "vta_a");
    expect(failures.failed("203.0.113.8", "vta_b", NOW)).toBe(0);
    expect(failures.failed("203.0.113.7", "vta_b", NOW)).toBeGreaterThan(0);
    expect(failures.failed("203.0.113.8", "vta_a", NOW)).toBeGreaterThan(0);
  });

  it.each([
    ["2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", true],
    ["2001:db8::1", "2001:db8:0:0:5::", true],
    ["2001:db8:0:1::1", "2001:db8:0:2::1", false],
    ["::1", "::2", true],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8", false],
  ])("of %s is %s's too: %s", (one, other, together) => {
    expect(exhausted(one).failed(other, undefined, NOW) > 0).toBe(together);
  });

  it("forgets whoever failed longest ago, and no address for the sake of client_ids", () => {
    const failures = exhausted("203.0.113.7", "vta_old");
    for (let nth = 0; nth < 100_000; nth += 1) failures.failed("203.0.113.9", `vta_${nth}`, NOW);
    expect(failures.failed("203.0.113.7", "vta_new", NOW)).toBeGreaterThan(0);
    expect(failures.failed("203.0.113.8", "vta_old", NOW)).toBe(0);
  });
});
