import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Reply } from "../harness.ts";
import { reaches } from "../journeys/watching.ts";
import { localServer, type LocalServer } from "../local-server.ts";
import { publish, wares, type Wares } from "../wares.ts";

const CONCURRENCY = 16;
/** What one seller's dry runs may have of the fetches. */
const SHARE = CONCURRENCY / 4;
const DRY_RUNS = 24;
const VALIDATE = "/api/v2/products/validate";

/** Sends a byte now and then, so that no single wait is too long. */
const drip: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "image/jpeg", "content-length": "50000" });
  const drops = setInterval(() => response.write("\xff", "latin1"), 500);
  response.on("close", () => clearInterval(drops));
};

describe("a seller whose dry runs look at images that drip", () => {
  let marketplace: Marketplace;
  let hosts: readonly LocalServer[];
  let shop: Wares;

  beforeAll(async () => {
    hosts = [await localServer(drip), await localServer(drip)];
    marketplace = await startMarketplace({
      settings: { OUTBOUND_HOSTS_ALLOWED: hosts.map(({ authority }) => authority).join(), IMAGE_CONCURRENCY: String(CONCURRENCY) },
    });
    shop = await wares(`${marketplace.baseUrl}/images`);
  });
  afterAll(() => marketplace.stop());

  it("occupies no more than its share, and nobody else waits for it", async () => {
    const [slow, other] = [await marketplace.seller(), await marketplace.seller()];
    const images = (nth: number) => Array.from({ length: 6 }, (_, i) => ({ url: `http://${hosts[i % 2]!.authority}/${nth}-${i}.jpg` }));
    const running: Promise<Reply>[] = Array.from({ length: DRY_RUNS }, (_, nth) =>
      slow.post(VALIDATE, shop.visor(`LENTO-${nth}`, { images: images(nth) })),
    );
    const asked = () => hosts.reduce((sum, { requests }) => sum + requests.length, 0);
    await eventually("the dripping hosts to be asked", () => Promise.resolve(asked() >= SHARE));

    const startedMs = performance.now();
    await publish(other, shop.visor("VISEIRA-A"));
    await reaches(other, "VISEIRA-A", "Em catalogação");
    const dryRun = await other.post(VALIDATE, shop.visor("VISEIRA-B"));
    expect([dryRun.status, dryRun.json.valid]).toEqual([200, true]);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect(asked()).toBe(SHARE);

    for (const host of hosts) await host[Symbol.asyncDispose]();
    const replies = await Promise.all(running);
    expect(replies.map(({ status, json }) => [status, json.reviews[0].code])).toEqual(
      Array.from({ length: DRY_RUNS }, () => [200, "image_unreachable"]),
    );
  });
});
