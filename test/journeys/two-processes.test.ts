import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { historyOf, reaches } from "./watching.ts";

const PRODUCTS = 12;
/** Decisions 6: a revocation reaches every process within 5 s of real time. */
const REACHES_ALL_MS = 5_000;
// Either process may judge a product whose images the other one serves.
const settings = { OUTBOUND_HOSTS_ALLOWED: "127.0.0.1" };

describe("two processes on one database", () => {
  let one: Marketplace;
  let other: Marketplace;
  let operator: Client;
  let shop: Wares;
  const throughOther = ({ headers }: Seller) => client(other.baseUrl, headers);

  beforeAll(async () => {
    one = await startMarketplace({ settings });
    other = await startMarketplace({ settings, database: one.database, clock: one.clock });
    operator = await one.operator("admin");
    shop = await wares(`${one.baseUrl}/images`);
  });
  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  it("show what the other acknowledged, from the very next call on", async () => {
    const here = await one.seller();
    const there = throughOther(here);
    for (let nth = 1; nth <= PRODUCTS; nth += 1) {
      const sku = `VISEIRA-${nth}`;
      const [writer, reader] = nth % 2 === 0 ? [here, there] : [there, here];
      await publish(writer, shop.visor(sku));
      expect((await reader.get(pathOf(sku))).json).toMatchObject({ sku });
      expect((await reader.get("/api/v2/products?size=1")).json.total).toBe(nth);

      expect((await reader.put(pathOf(sku, "prices"), { listPrice: 100, salePrice: 80 + nth })).status).toBe(202);
      expect((await writer.get(pathOf(sku, "prices"))).json).toMatchObject({ listPrice: 100, salePrice: 80 + nth });
      expect((await reader.put(pathOf(sku, "stocks"), { available: 100 + nth })).status).toBe(202);
      expect((await writer.get(pathOf(sku, "stocks"))).json).toMatchObject({ available: 100 + nth, version: 2 });
    }
  });

  it("show reference data as the other's operator left it, from the very next call on", async () => {
    const seller = await one.seller();
    const through = [seller, throughOther(seller)] as const;
    const operators = [operator, client(other.baseUrl, operator.headers)] as const;
    const ware = shop.visor("NOVA");
    for (let nth = 0; nth < 8; nth += 1) {
      const [writer, reader] = [operators[nth % 2]!, through[(nth + 1) % 2]!];
      const brand = `Marca ${nth}`;
      const before = (await reader.get("/api/v1/brands")).headers.get("etag")!;
      expect((await reader.post("/api/v2/products/validate", { ...ware, brand })).json.valid).toBe(false);
      const { json } = await writer.put(`/operator/v1/reference/brands/${70_000 + nth}`, { name: brand, externalCode: `M${nth}` });
      const brands = await reader.get("/api/v1/brands", { headers: { "if-none-match": before } });
      expect([brands.status, brands.json?.items.at(-1).name]).toEqual([200, brand]);
      expect((await reader.get(`/api/v1/reference/changes?since=${json.version - 1}`)).json.version).toBe(json.version);
      expect((await reader.post("/api/v2/products/validate", { ...ware, brand })).json.valid).toBe(true);
      const sku = `NOVA-${nth}`;
      await publish(reader, { ...ware, sku, productGroup: sku, brand });
      await reaches(seller, sku, "Em catalogação");
      expect(await historyOf(seller, sku)).toEqual(["- > Recebido (submit)", "Recebido > Em catalogação (validation)"]);
    }
  });

  it("judge each product once, whichever of them does", async () => {
    const seller = await one.seller();
    const skus = Array.from({ length: PRODUCTS }, (_, i) => `BONE-${i}`);
    await Promise.all(skus.map((sku, i) => publish(i % 2 === 0 ? seller : throughOther(seller), shop.visor(sku))));
    for (const sku of skus) {
      await reaches(seller, sku, "Em catalogação");
      expect(await historyOf(seller, sku)).toEqual(["- > Recebido (submit)", "Recebido > Em catalogação (validation)"]);
    }
  });

  it("refuse a sku that the other took at the same moment", async () => {
    const seller = await one.seller();
    const tries = await Promise.all(
      [seller, throughOther(seller), seller, throughOther(seller)].map((through) =>
        through.post("/api/v2/products", shop.visor("VISEIRA")),
      ),
    );
    expect(tries.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(3);
  });

  it("refuse a credential within seconds of its revocation at the other", async () => {
    const seller = await one.seller();
    const there = throughOther(seller);
    expect((await there.get("/api/v1/brands")).status).toBe(200);
    const path = `/operator/v1/sellers/${seller.sellerId}/credentials/${seller.credentialId}`;
    expect((await operator.request("DELETE", path)).status).toBe(200);
    expect((await seller.get("/api/v1/brands")).status).toBe(401);
    const refused = () => eventually("the other to refuse", async () => (await there.get("/api/v1/brands")).status === 401, REACHES_ALL_MS);
    await expect(refused()).resolves.toBe(true);
  });

  it("turn a suspended seller away, and let it in again", async () => {
    const seller = await one.seller();
    const there = throughOther(seller);
    const patch = (status: string) => operator.request("PATCH", `/operator/v1/sellers/${seller.sellerId}`, { json: { status } });
    const answersAt = (through: Client, status: number) =>
      eventually(`${status}`, async () => (await through.get("/api/v1/brands")).status === status, REACHES_ALL_MS);
    await answersAt(there, 200);

    expect((await patch("suspended")).status).toBe(200);
    const refusal = await seller.get("/api/v1/brands");
    expect([refusal.status, refusal.json.type]).toEqual([403, "Permission_Error"]);
    await answersAt(there, 403);

    expect((await patch("active")).status).toBe(200);
    expect((await seller.get("/api/v1/brands")).status).toBe(200);
    await answersAt(there, 200);
  });
});
