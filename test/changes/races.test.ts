import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChangeChecker } from "../../src/catalog/changes/checks/check-worker.ts";
import { decideChange } from "../../src/catalog/changes/decide.ts";
import { type Database, statement } from "../../src/platform/database/index.ts";
import { type JobRunner, runJobLoops } from "../../src/platform/jobs/job.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { buildSnapshot, type ReferenceSnapshot } from "../../src/reference/index.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { approve, ask, decide, liveOf, refuse, seen, statesOf } from "./changing.ts";

/** Rounds in which two members of a family change at once. */
const ROUNDS = budget(25, 500);

/** Runs every job but the check of change requests, which the tests carry out themselves. */
const allButChecks: JobRunner = (jobs, log) =>
  runJobLoops(
    jobs.filter(({ name }) => name !== "changes"),
    log,
  );

let market: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;
let reference: ReferenceSnapshot;
beforeAll(async () => {
  market = await startMarketplace({ jobRunner: allButChecks });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
  reference = buildSnapshot(await shipped(), 1);
  await onSale(market, seller, { JUNTA: 5, OLHADA: 5, FOTO: 5, TROCA: 5, DECIDIDA: 5 });
});
afterAll(() => market.stop());

/** Puts a family of shoes on sale. */
async function sellFamily(family: string): Promise<void> {
  for (const size of SHOE_SIZES) await publish(seller, shop.shoe(family, size));
  for (const size of SHOE_SIZES) {
    await eventually("the cataloguing", async () => (await seller.get(pathOf(`${family}-${size}`, "status"))).json.code === "CATALOGING");
    await seller.put(pathOf(`${family}-${size}`, "status"), { status: "APPROVED" });
  }
}

/** Sizes that approve themselves: of this seller a person has decided something before. */
async function letSizesApproveThemselves(): Promise<void> {
  await catalog.put("/operator/v1/change-rules", {
    rules: [{ id: "size", field: "size", when: { sellerDecisions: 1 }, action: "auto_approve" }],
  });
  const { id } = await ask(seller, "DECIDIDA", { "/name": "Viseira Decidida Unissex" });
  while ((await checkOn(market.app.db)) > 0);
  const { status, text } = await decide(catalog, id, refuse("/name"));
  if (status !== 200) throw new Error(text);
}

const checkOn = (db: Database, chance = 1): Promise<number> =>
  createChangeChecker({
    db,
    clock: market.clock,
    log: createLog("error"),
    latestReference: () => Promise.resolve(reference),
    reviewSlaHours: 48,
    onImagesWanted: () => undefined,
    onSubmitted: () => undefined,
    chance: () => chance,
  })();

/** The database, in which something happens just before a statement of a transaction is sent for the first time. */
function interrupted(db: Database, statementName: string, happen: () => Promise<unknown>): Database {
  let waits = true;
  return {
    ...db,
    transaction: (scope, work) =>
      db.transaction(scope, (transaction) =>
        work({
          ...transaction,
          async run(query, values) {
            if (query.name === statementName && waits) {
              waits = false;
              await happen();
            }
            return transaction.run(query, values);
          },
        }),
      ),
  };
}

describe("change requests while something else happens", () => {
  it("go into a product that can be edited again, and take nothing from what its seller sends at that moment", async () => {
    const { id } = await ask(seller, "JUNTA", { "/name": "Viseira Junta Unissex" });
    await market.database.query("update products set status = 'CRITICIZED' where seller_id = $1 and sku = 'JUNTA'", [seller.sellerId]);
    const sent = () => seller.put(pathOf("JUNTA"), shop.visor("JUNTA", { gender: "Mulher" }));
    let put: Awaited<ReturnType<typeof sent>> | undefined;
    await checkOn(interrupted(market.app.db, "catalog.change_products", async () => (put = await sent())));
    expect(put!.status, put!.text).toBe(202);
    expect(await liveOf(seller, "JUNTA")).toMatchObject({ gender: "Mulher" });
    const isMerged = statesOf(await seen(seller, "JUNTA", id))["/name"] === "merged";
    expect((await liveOf(seller, "JUNTA"))["name"] === "Viseira Junta Unissex").toBe(isMerged);
  });

  it("are looked at once: of two people who look at once, the other is told what was found", async () => {
    await catalog.put("/operator/v1/change-rules", {
      rules: [{ id: "video", field: "video", when: { wasEmpty: true }, action: "auto_approve" }],
    });
    const { id } = await ask(seller, "OLHADA", { "/video": "https://videos.example.com/1" });
    await checkOn(market.app.db, 0);
    const lock = statement<never>(
      "test.lock_fields",
      "select from product_change_fields where seller_id = $1 and change_id = $2 for update",
    );
    const other = await market.operator("catalog");
    const replies = await market.app.db.transaction([seller.sellerId], async (transaction) => {
      await transaction.run(lock, [seller.sellerId, id]);
      const asked = [decide(catalog, id, approve("/video")), decide(other, id, refuse("/video"))];
      // Both have read the request by then, and wait.
      await sleep(700);
      return asked;
    });
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("are never approved together where each would do by itself and both break the family", async () => {
    await sellFamily("PAR");
    const [upper, lower] = [await ask(seller, "PAR-38", { "/size": "42" }), await ask(seller, "PAR-41", { "/size": "37" })];
    while ((await checkOn(market.app.db)) > 0);
    const db = interrupted(market.app.db, "changes.settle", () => sleep(700));
    const first = decideChange(
      { db, latestReference: () => Promise.resolve(reference) },
      {
        changeId: upper.id,
        fields: [approve("/size")],
        place: "",
        pointer: "",
        actor: "operator:1",
        requestId: "1",
        at: market.clock.now(),
      },
      { idempotencyKey: undefined, answer: () => ({ status: 200 }) },
    );
    await sleep(200);
    const second = await decide(catalog, lower.id, approve("/size"));
    await first;
    expect(second.json.fields[0]).toMatchObject({ state: "criticized", reviews: [{ code: "family_incomplete" }] });
    expect(statesOf(await seen(seller, "PAR-38", upper.id))).toEqual({ "/size": "approved" });
  });

  it("do not approve themselves together either: the second waits, and is judged with what the first has made of the family", async () => {
    await sellFamily("DUPLA");
    await letSizesApproveThemselves();
    const [upper, lower] = [await ask(seller, "DUPLA-38", { "/size": "42" }), await ask(seller, "DUPLA-41", { "/size": "37" })];
    const due = (id: string, inMs: number) =>
      market.database.query("update product_changes set due_at = $2 where change_id = $1", [id, market.clock.now() + inMs]);
    // Two processes check one each, and the first has read the family when the second begins.
    await due(lower.id, 3_600_000);
    let second: Promise<number> | undefined;
    const startSecond = async () => {
      await due(lower.id, 0);
      second = checkOn(market.app.db);
      await sleep(700);
    };
    await checkOn(interrupted(market.app.db, "changes.settle", startSecond));
    await second;
    expect(statesOf(await seen(seller, "DUPLA-38", upper.id))).toEqual({ "/size": "auto_approved" });
    const { fields } = await seen(seller, "DUPLA-41", lower.id);
    expect(fields[0]).toMatchObject({ state: "criticized", reviews: [{ code: "family_incomplete" }] });
  });

  it("keep their family complete, however many approve themselves at once", { timeout: 600_000 }, async () => {
    await sellFamily("RODADAS");
    await letSizesApproveThemselves();
    const sizes = new Map(SHOE_SIZES.map((size) => [`RODADAS-${size}`, Number(size)]));
    for (let round = 0; round < ROUNDS; round += 1) {
      const bySize = [...sizes].toSorted(([, one], [, other]) => one - other);
      const [[first, lowest], [last, highest]] = [bySize[0]!, bySize.at(-1)!];
      // Either end may move to the other side. When both do, two sizes are left in the middle.
      const moves = [
        [first, highest + 1],
        [last, lowest - 1],
      ] as const;
      const asked = await Promise.all(
        moves.map(async ([sku, size]) => {
          const { id } = await ask(seller, sku, { "/size": String(size) });
          await checkOn(market.app.db);
          return { id, sku, size };
        }),
      );
      while ((await checkOn(market.app.db)) > 0);
      const states = await Promise.all(asked.map(async ({ id, sku }) => statesOf(await seen(seller, sku, id))["/size"]));
      expect(
        states.toSorted((one, other) => one!.localeCompare(other!)),
        `round ${round}`,
      ).toEqual(["auto_approved", "criticized"]);
      const { sku, size } = asked[states.indexOf("auto_approved")]!;
      sizes.set(sku, size);
    }
    figures({ rounds: ROUNDS, "approved by themselves": ROUNDS, "families broken": 0 });
  });

  it("leave no checks of images behind when newer ones take their place", async () => {
    const [one, other] = ["cap-blue", "cap-black"].map((name) => `${market.baseUrl}/images/${name}.jpg?v=2`);
    const older = await ask(seller, "TROCA", { "/images/0/url": one });
    await checkOn(market.app.db);
    const checks = async () => {
      const [row] = await market.database.query<{ n: string }>("select count(*) as n from image_checks where product_group = $1", [
        `change/${older.id}`,
      ]);
      return row!.n;
    };
    expect(await checks()).toBe("1");
    await ask(seller, "TROCA", { "/images/0/url": other });
    expect(await checks()).toBe("0");
  });

  it("ask for their own check of an image that their family is still waiting for", async () => {
    const url = `${market.baseUrl}/images/cap-blue.jpg`;
    await market.database.query(
      `insert into image_checks (seller_id, product_group, url, due_at)
       select p.seller_id, p.product_group, $2, $3 from products p where p.seller_id = $1 and p.sku = 'FOTO'`,
      [seller.sellerId, url, market.clock.now() + 3_600_000],
    );
    const { id } = await ask(seller, "FOTO", { "/images/0/url": url });
    const state = await eventually("the image to be checked", async () => {
      await checkOn(market.app.db);
      const is = statesOf(await seen(seller, "FOTO", id))["/images/0/url"];
      return is !== "checking" && is;
    });
    expect(state).toBe("waiting");
  });
});
