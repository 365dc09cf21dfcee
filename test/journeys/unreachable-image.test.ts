import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxImage } from "../../src/sandbox/image-host.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { localServer, type LocalServer } from "../local-server.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { codesOf, once, reaches, statusOf } from "./watching.ts";

/** Waits between tries, and how far the clock is moved to be past one, whatever its jitter. */
const WAITS_SECONDS = [30, 300];
const PAST = 1.25;

describe("an image that cannot be fetched", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let shop: Wares;
  let host: LocalServer;
  /** Whether the host answers with images; otherwise with 503. */
  let isUp = false;

  beforeAll(async () => {
    host = await localServer((request, response) => {
      const image = isUp ? sandboxImage("cap-red.jpg", "GET", request.headers.range) : undefined;
      response.writeHead(image?.status ?? 503, image?.headers).end(image?.body);
    });
    marketplace = await startMarketplace({
      settings: { OUTBOUND_HOSTS_ALLOWED: host.authority, IMAGE_RETRY_SECONDS: WAITS_SECONDS.join(",") },
    });
    seller = await marketplace.seller();
    shop = await wares(`http://${host.authority}`);
  });
  afterAll(async () => {
    await marketplace.stop();
    await host[Symbol.asyncDispose]();
  });

  const triesOf = (image: string) => host.requests.filter(({ url }) => url === `/${image}`).length;
  /** Until a try is recorded: the wait for the next one begins there, by the clock as it then is. */
  const tried = (image: string, times: number) =>
    eventually(`${image} to be tried ${times} times`, async () => {
      const settled = await marketplace.database.query(
        "select from image_checks where url = $1 and attempts = $2 and lease_until is null",
        [`http://${host.authority}/${image}`, times],
      );
      return settled.length === 1 && triesOf(image) === times;
    });
  const withImage = (sku: string, image: string) => shop.visor(sku, { images: [{ url: `http://${host.authority}/${image}` }] });

  it("is tried again after each wait, and meanwhile the product only waits", async () => {
    await publish(seller, withImage("LOST", "lost.jpg"));
    for (const [nth, seconds] of WAITS_SECONDS.entries()) {
      await tried("lost.jpg", nth + 1);
      expect(await once(seller, "LOST", "waiting", ({ pending }) => pending.length > 0)).toMatchObject({
        status: "Recebido",
        reviews: [],
        pending: [{ code: "images_checking", checked: 0, total: 1 }],
      });
      // Nobody tries before the wait is over.
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(triesOf("lost.jpg")).toBe(nth + 1);
      marketplace.clock.move(seconds * PAST * 1_000);
    }
  });

  it("becomes a critique after the last try", async () => {
    const record = await reaches(seller, "LOST", "Criticado");
    expect(triesOf("lost.jpg")).toBe(WAITS_SECONDS.length + 1);
    expect(codesOf(record)).toEqual(["image_unreachable"]);
    expect(record.reviews[0]!.message).toContain("/lost.jpg");
    // For the seller blocked, refused and broken look alike.
    expect(record.reviews[0]!.message.replace(host.authority, "")).not.toMatch(/503|status|socket/i);
  });

  it("is fetched once more when its product is sent again, and clears the critique", async () => {
    isUp = true;
    expect((await statusOf(seller, "LOST")).status).toBe("Criticado");
    marketplace.clock.move(1);
    expect((await seller.put(pathOf("LOST"), withImage("LOST", "lost.jpg"))).status).toBe(202);
    expect(codesOf(await reaches(seller, "LOST", "Em catalogação"))).toEqual([]);
  });

  it("that recovers between two tries is never a critique", async () => {
    isUp = false;
    await publish(seller, withImage("SLOW", "slow.jpg"));
    await tried("slow.jpg", 1);
    isUp = true;
    marketplace.clock.move(WAITS_SECONDS[0]! * PAST * 1_000);
    await reaches(seller, "SLOW", "Em catalogação");
    expect((await seller.get("/api/v2/products/critiques")).status).toBe(204);
    const { json } = await seller.get(`${pathOf("SLOW")}/history`);
    expect(json.items.map(({ to }: { to: string }) => to)).toEqual(["Recebido", "Em catalogação"]);
  });
});
