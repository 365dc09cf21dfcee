import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createValidator, MAX_ATTEMPTS, type ValidatorContext } from "../../src/catalog/validation/worker.ts";
import { claimFamilies } from "../../src/catalog/validation/queries.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { buildSnapshot } from "../../src/reference/index.ts";
import { shipped, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";

/** More than a worker looks at together. */
const BACKLOG = 2_500;

let market: Marketplace;
let seller: Seller;
let shop: Wares;
beforeEach(async () => {
  market = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await market.seller();
  shop = await wares(`${market.baseUrl}/images`);
});
afterEach(() => market.stop());

async function validator(latestReference?: ValidatorContext["latestReference"], db: ValidatorContext["db"] = market.app.db) {
  const reference = buildSnapshot(await shipped(), 1);
  const { clock } = market;
  const nothing = () => undefined;
  return createValidator({
    db,
    clock,
    latestReference: latestReference ?? (async () => reference),
    familySettleSeconds: 600,
    imageRecheckSeconds: 3_600,
    reviewSlaHours: 48,
    log: createLog("silent"),
    onImagesWanted: nothing,
    onValidated: nothing,
  });
}

interface FamilyRow {
  readonly due: boolean;
  readonly attempts: number;
}
const familyOf = async (group: string): Promise<FamilyRow> =>
  (
    await market.database.query<FamilyRow & { [name: string]: unknown }>(
      "select due_at is not null as due, attempts from families where product_group = $1",
      [group],
    )
  )[0]!;

describe("a round of which one claim fails", () => {
  it("has ended when it says so: the other sellers' families are judged by then, and it fails", async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => market.seller()));
    for (const one of [seller, ...others]) await publish(one, shop.visor("VISEIRA"));
    const { db } = market.app;
    const failing: ValidatorContext["db"] = {
      ...db,
      run: async (sellers, statement, values) => {
        if (statement.name === claimFamilies.name && sellers[0] === seller.sellerId) throw new Error("no claim");
        return db.run(sellers, statement, values);
      },
    };
    const validate = await validator(undefined, failing);
    await expect(validate()).rejects.toThrow("no claim");
    const judged = await market.database.query("select 1 from families where product_group = 'VISEIRA' and due_at is null");
    expect(judged).toHaveLength(others.length);
  });
});

describe("a seller behind thousands of older families of another's", () => {
  const backlogOf = ({ sellerId }: Seller) =>
    market.database.query(
      "insert into families (seller_id, product_group, due_at) select $1, 'ANTIGA-' || n, n from generate_series(1, $2::integer) n",
      [sellerId, BACKLOG],
    );

  it("has its turn in the same round, whichever of them came first", async () => {
    const [before, between, after] = [seller, await market.seller(), await market.seller()];
    for (const other of [before, after]) await publish(other, shop.visor("VISEIRA"));
    const validate = await validator();
    await backlogOf(between);
    expect(await validate()).toBeGreaterThan(2);
    const judged = await market.database.query<{ seller_id: string }>(
      "select seller_id from families where product_group = 'VISEIRA' and due_at is null order by seller_id",
    );
    expect(judged.map(({ seller_id }) => Number(seller_id))).toEqual([before.sellerId, after.sellerId]);
  });

  it("has its turn within a few rounds, however many others are behind them too", async () => {
    const others = 100;
    await backlogOf(seller);
    await market.database.query(
      "insert into families (seller_id, product_group, due_at) select n, 'VEZ', $1::bigint from generate_series(60001, 60000 + $2) n",
      [market.clock.now(), others],
    );
    const validate = await validator();
    for (let round = 0; round < 10; round += 1) await validate();
    const left = await market.database.query("select from families where product_group = 'VEZ' and due_at is not null");
    expect(left).toEqual([]);
    const waiting = await market.database.query("select from families where product_group like 'ANTIGA-%' and due_at is not null");
    expect(waiting.length).toBeGreaterThan(0);
  });
});

describe("a family that is set aside", () => {
  it("stays due when it changed while it was tried for the last time", async () => {
    await publish(seller, shop.visor("VENENO"));
    const lastTry = () => market.database.query("update families set attempts = $1", [MAX_ATTEMPTS - 1]);
    const fails = () => Promise.reject(new Error("planted: this family cannot be validated"));
    await lastTry();
    await (
      await validator(fails)
    )();
    expect(await familyOf("VENENO"), "nothing happened meanwhile").toEqual({ due: false, attempts: MAX_ATTEMPTS });

    expect((await seller.put(pathOf("VENENO"), shop.visor("VENENO"))).status).toBe(202);
    await lastTry();
    const mended = async () => {
      expect((await seller.put(pathOf("VENENO"), shop.visor("VENENO", { color: "Branco" }))).status).toBe(202);
      return fails();
    };
    await (
      await validator(mended)
    )();
    expect(await familyOf("VENENO"), "its seller sent it again meanwhile").toMatchObject({ due: true });
    expect(await (await validator())()).toBe(1);
    expect((await seller.get(pathOf("VENENO", "status"))).json.pending).toMatchObject([{ code: "images_checking" }]);
  });
});

describe("what is known of images", () => {
  it("is forgotten once no product of the family has them", async () => {
    const urlsOf = async () =>
      (
        await market.database.query<{ at: string }>("select product_group || ' ' || right(url, 13) as at from image_checks order by at")
      ).map(({ at }) => at);
    const [one, other] = ["cap-black.jpg", "cap-green.jpg"].map((name) => ({ url: `${market.baseUrl}/images/${name}` }));
    const validate = await validator();
    await publish(seller, shop.visor("A", { images: [one, other] }));
    await publish(seller, shop.visor("B", { productGroup: "A", color: "Branco", images: [one] }));
    await validate();
    expect(await urlsOf()).toEqual(["A cap-black.jpg", "A cap-green.jpg"]);

    await seller.put(pathOf("A"), shop.visor("A", { images: [one] }));
    await validate();
    expect(await urlsOf(), "one is left out").toEqual(["A cap-black.jpg"]);

    await seller.put(pathOf("A"), shop.visor("A", { productGroup: "C", images: [one] }));
    await validate();
    expect(await urlsOf(), "the other member still has it").toEqual(["A cap-black.jpg", "C cap-black.jpg"]);

    await seller.put(pathOf("B"), shop.visor("B", { productGroup: "C", color: "Branco", images: [other] }));
    await validate();
    expect(await urlsOf(), "the family is empty").toEqual(["C cap-black.jpg", "C cap-green.jpg"]);
  });
});
