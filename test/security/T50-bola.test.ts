import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { bulkJobsDone, isPart } from "../contract/bulk-jobs.ts";
import { createWorld, type World } from "../contract/world.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Client, type Reply, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { atRest } from "../reliability/rest.ts";
import { everything } from "../reliability/row-counts.ts";
import { percentile } from "../reliability/traffic.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { idPlaces, unusedNames, whose, type IdPlace } from "./ids.ts";
import { lastOf, MINE, namings, operationOf, questionOf, SOLD, THEIRS, type Belongings, type Scene } from "./namings.ts";
import { learned, nobodys, type Question } from "./questions.ts";

/**
 * T50 (reliability): whoever names what is another seller's is answered as whoever names what is nobody's, to the byte; and otherwise than who
 * names their own, or the question proved nothing. Generated from the published documents: every operation, every id in its path, query and body.
 */
/** Looked up by a name, by a number that may be sealed, and by an id that anybody might have. */
const TIMED = ["getProduct", "getOrder", "getNotificationEndpoint", "getRequest"];
const PAIRS = budget(60, 3_000);
/** How far they may be apart, of the usual; a short run decides by a few calls, on a machine that others use. */
const APART = budget(1, 0.05);

let world: World;
let owner: Seller;
let stranger: Seller;
let desk: Client;
let mine: Scene["mine"];
let theirs: Belongings;
beforeAll(async () => {
  world = await createWorld({ dispatching: false });
  owner = (await world.caller(operationOf("getProduct"))) as Seller;
  desk = await world.caller(operationOf("getAnyOrder"));
  stranger = await world.market.seller();
  const { visor } = await wares(`${world.market.baseUrl}/images`);
  await publish(owner, visor(THEIRS));
  await eventually(`${THEIRS} to be judged`, async () => (await owner.get(pathOf(THEIRS, "status"))).json.code === "CATALOGING");
  await onSale(world.market, stranger, { [MINE]: 1_000 });
  const belongings = async (seller: Seller, sku: string, endpointId: string): Promise<Belongings> => {
    const order = await buy(seller, sku);
    const { shippings } = (await seller.get(`/api/v1/orders/${order.orderNumber}?expand=shippings,items`)).json;
    return { order, itemId: shippings[0].items[0].itemId, endpointId };
  };
  const ENDPOINTS = "/api/v1/notifications/endpoints";
  const endpoint = await stranger.post(ENDPOINTS, { name: "meu", url: `${world.market.baseUrl}/x`, events: ["order"] });
  const { deliveryId } = (await stranger.post(`${ENDPOINTS}/${endpoint.json.id}/test`, undefined)).json;
  const changeId = idOf(await stranger.post(pathOf(MINE, "changes"), CHANGE));
  mine = { ...(await belongings(stranger, MINE, endpoint.json.id)), deliveryId, changeId };
  const theirEndpoint = (await world.address(operationOf("getNotificationEndpoint"))).split("/").at(-1)!;
  theirs = await belongings(owner, SOLD, theirEndpoint);
  // What is to be told has been told, once; from then on nothing goes on by itself.
  const { database, clock } = world.market;
  const dispatcher = await startMarketplace({ database, clock, settings: { ROLE: "dispatcher" } });
  const told = async () => (await stranger.get(`${ENDPOINTS}/${mine.endpointId}/deliveries`)).status === 200;
  await eventually("deliveries", told);
  await dispatcher.stop();
}, 60_000);
afterAll(() => world.stop());

/** What no rule decides by itself. */
const CHANGE = { fields: { "/name": "Viseira de Corrida com outro nome" } };
const idOf = ({ json }: Reply) => (json as { readonly id: string }).id;
const PLACES = idPlaces(["v1", "v2", "operator"]);
const ownedIn = (apis: readonly string[]) => idPlaces(apis).filter((place) => whose(place) === "a seller's");
const OF_SELLERS = ownedIn(["v1", "v2"]);
const OF_OPERATORS = ownedIn(["operator"]);
const inPath = ({ in: where }: IdPlace) => where === "path";
const namesIn = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const JSON_HEADERS = { "content-type": "application/json" };

/** The operation at an address, with the body and query that it takes. */
function call(client: Client, operation: Operation, path: string, body: string | undefined) {
  const sent = isPart(operation) ? world.sent(operation) : body === undefined ? {} : { body, headers: JSON_HEADERS };
  return client.request(operation.method, path + world.query(operation), sent);
}

const ownedNames = (operation: Operation) => namesIn(operation).filter((name) => whose({ in: "path", name }) === "a seller's");

/** An address of the owner's with ids replaced: in the path, and where the body repeats them. */
async function addressed(operation: Operation) {
  const asked = (await world.address(operation)).split("/");
  const parts = operation.path.split("/");
  const isOwned = (i: number) => ownedNames(operation).includes(parts[i]!.slice(1, -1));
  const ids = asked.flatMap((value, i) => (isOwned(i) ? [[decodeURIComponent(value), nobodys(decodeURIComponent(value))] as const] : []));
  const nowhere = asked.map((value, i) => (isOwned(i) ? encodeURIComponent(nobodys(decodeURIComponent(value))) : value)).join("/");
  const body = operation.body && JSON.stringify(world.body(operation));
  const nothing = ids.reduce((text, [from, to]) => text?.replaceAll(JSON.stringify(from), JSON.stringify(to)), body);
  return { ids, there: asked.join("/"), nowhere, body, nothing };
}

/** All ids of a path at once, at an address where the operation succeeds for its owner. */
async function wholePath(operation: Operation, asker: Client): Promise<Question> {
  const { ids, there, nowhere, body, nothing } = await addressed(operation);
  return {
    what: `${operation.id} path`,
    ids,
    others: () => call(asker, operation, there, body),
    nobodys: () => call(asker, operation, nowhere, nothing),
    async own() {
      const reply = await call(await world.caller(operation), operation, there, body);
      await bulkJobsDone(world.market);
      return reply;
    },
  };
}

/** Something of the stranger's own, below which there is nothing of another's. */
const belowMine = (operation: Operation, last: string): string =>
  operation.path
    .replace("{orderNumber}", mine.order.orderNumber)
    .replace("{endpointId}", mine.endpointId)
    .replace("{sku}", MINE)
    .replace(/\{(shippingCode|deliveryId|changeRequestId)\}/, last);

/** The last id of a path of two, behind one of the stranger's own. */
async function secondInPath(operation: Operation): Promise<Question> {
  const known: Readonly<Record<string, () => Promise<readonly [string, string]>>> = {
    shippingCode: async () => [String(mine.order.shippingCodes[0]), String(theirs.order.shippingCodes[0])],
    changeRequestId: async () => [mine.changeId, await lastOf(world, "getChange")],
    deliveryId: async () => [mine.deliveryId, await lastOf(world, "getDelivery")],
  };
  const [ownId, others] = await known[ownedNames(operation).at(-1)!]!();
  const body = operation.body && JSON.stringify(world.body(operation));
  const ask = (id: string) => () => call(stranger, operation, belowMine(operation, id), body);
  return {
    what: `${operation.id} path, behind one's own`,
    ids: [[others, nobodys(others)]],
    others: ask(others),
    nobodys: ask(nobodys(others)),
    own: ask(ownId),
  };
}

/** An operator at one seller's address who names what is another seller's. */
async function wrongSeller(operation: Operation): Promise<Question> {
  const { ids, there, nowhere, body, nothing } = await addressed(operation);
  const elsewhere = (path: string) => path.replace(`/sellers/${owner.sellerId}/`, `/sellers/${stranger.sellerId}/`);
  return {
    what: `${operation.id} path, of another seller's`,
    ids,
    others: () => call(desk, operation, elsewhere(there), body),
    nobodys: () => call(desk, operation, elsewhere(nowhere), nothing),
    own: () => call(desk, operation, there, body),
  };
}

const allNamings = () => namings({ world, owner, stranger, desk, mine, theirs });
const learnedFrom = async (questions: readonly Question[]) => {
  const found: string[] = [];
  for (const question of questions) found.push(...(await learned(question)));
  return found;
};

const withOwned = (places: readonly IdPlace[]) =>
  [...new Set(places.filter(inPath).map(({ operationId }) => operationId))].map(operationOf);
const BY_SELLERS = withOwned(OF_SELLERS);
const BEHIND_OWN = BY_SELLERS.filter((operation) => ownedNames(operation).length > 1);
const AT_SELLERS = withOwned(OF_OPERATORS).filter(({ path }) => path.includes("{sellerId}"));

describe("what is another seller's (T50)", () => {
  it("has a row for every id of the documents: whose it is, and who asks about it in bodies and queries", async () => {
    expect(PLACES.filter((place) => whose(place) === undefined)).toEqual([]);
    expect(unusedNames(PLACES)).toEqual([]);
    const outside = [...OF_SELLERS, ...OF_OPERATORS].filter((place) => !inPath(place));
    const named = outside.map(({ operationId, in: where, at }) => `${operationId} ${where} ${at.join("/")}`);
    expect((await allNamings()).map(({ at }) => at).toSorted()).toEqual(named.toSorted());
    figures({ operations: OPERATIONS.length, "ids of sellers in them": OF_SELLERS.length + OF_OPERATORS.length });
  });

  it.each(BY_SELLERS)("is as unknown as nobody's to $method $path ($id), and nothing of it changes", async (operation) => {
    const question = await wholePath(operation, stranger);
    await eventually("the validation to be at rest", () => atRest(world.market));
    const before = await everything(world.market.database.query);
    expect(await learned({ ...question, own: undefined })).toEqual([]);
    expect(await everything(world.market.database.query)).toEqual(before);
    expect(await learned(question)).toEqual([]);
  });

  it.each(BEHIND_OWN)("is unknown too behind what is the asker's own to $method $path ($id)", async (operation) => {
    expect(await learned(await secondInPath(operation))).toEqual([]);
  });

  it.each(AT_SELLERS)("is not found at another seller's address by the marketplace's people, $method $path ($id)", async (operation) => {
    expect(await learned(await wrongSeller(operation))).toEqual([]);
  });

  it("is as unknown as nobody's in every body and query", { timeout: 120_000 }, async () => {
    expect(await learnedFrom((await allNamings()).map(questionOf))).toEqual([]);
  });

  it.each(TIMED)("takes %s as long to find out as nobody's", { timeout: 120_000 }, async (id) => {
    const { others, nobodys: nothing } = await wholePath(operationOf(id), stranger);
    const timed = async (ask: () => Promise<unknown>) => {
      const from = performance.now();
      await ask();
      return performance.now() - from;
    };
    // Pair by pair, in turns: what else the machine does meanwhile, it does to both.
    const [differences, usual]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < PAIRS; nth += 1) {
      const first = await timed(nth % 2 === 0 ? others : nothing);
      const second = await timed(nth % 2 === 0 ? nothing : others);
      differences.push(nth % 2 === 0 ? first - second : second - first);
      usual.push(first, second);
    }
    const apart = Math.abs(percentile(differences, 50)) / percentile(usual, 50);
    figures({ pairs: PAIRS, "usual, ms": percentile(usual, 50), "apart, share of it": apart });
    expect(apart).toBeLessThan(APART);
  });

  it("is nothing that another's place in a list leads to", async () => {
    await buy(owner, SOLD);
    const walked = await owner.get("/api/v1/orders?size=1");
    const next = (walked.json.links as readonly { readonly rel: string; readonly href: string }[]).find(({ rel }) => rel === "next")!.href;
    const cursor = new URL(next, "http://house").searchParams.get("cursor")!;
    const seen = await stranger.get(`/api/v1/orders?size=100&cursor=${encodeURIComponent(cursor)}`);
    const numbers = ((seen.json?.items ?? []) as readonly { readonly orderNumber: string }[]).map((order) => order.orderNumber);
    const own = (await stranger.get("/api/v1/orders?size=100")).json.items.map(
      (order: { readonly orderNumber: string }) => order.orderNumber,
    );
    expect(numbers.filter((number) => !own.includes(number))).toEqual([]);
  });

  it("would be found by a server that forgot to ask whose it is", { timeout: 120_000 }, async () => {
    const reads = BY_SELLERS.filter(({ method }) => method === "GET");
    // Whoever it belongs to is answered as such a server would answer anybody.
    const found = await learnedFrom(await Promise.all(reads.map((operation) => wholePath(operation, owner))));
    expect(found.filter((one) => one.startsWith("leak")).length).toBe(reads.length);
  });

  it("would not be believed of calls that fail for everybody", async () => {
    const refused = () => stranger.get("/api/v2/products/a b");
    expect(await learned({ what: "x", ids: [], others: refused, nobodys: refused, own: refused })).toEqual([
      expect.stringMatching(/^blunt/),
    ]);
  });
});
