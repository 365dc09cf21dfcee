import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import { createWorld, propertiesOf, type World } from "../contract/world.ts";
import type { Client, Reply, Seller } from "../harness.ts";

/**
 * T50 (reliability): whoever names what is another seller's is answered as whoever names what is nobody's, to the byte. Generated from the
 * contract: every operation, and every id in its path, its query and its body.
 */
let world: World;
let stranger: Seller;
let owner: Client;
beforeAll(async () => {
  world = await createWorld();
  stranger = await world.market.seller();
  owner = await world.caller(OPERATIONS.find(({ id }) => id === "getProduct")!);
});
afterAll(() => world.stop());

/** What names something of one seller. */
const OWNED: ReadonlySet<string> = new Set(
  "sku productGroup orderNumber orderCode originNumber shippingCode itemId requestId credentialId clientId endpointId deliveryId validationId id accessKey".split(
    " ",
  ),
);
/** What names something of the marketplace, or is said by whoever asks: no secret to keep from anybody. */
const EVERYBODYS: ReadonlySet<string> = new Set("buId departmentCode productTypeCode list code rule changeId keyId sellerId".split(" "));

const OF_SELLERS = OPERATIONS.filter(({ audience }) => audience === "seller");
const namesIn = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** As an id, but nobody's: of the same length and alphabet, so that nothing but its owner tells them apart. */
const nobodys = (id: string): string =>
  /^\d+$/.test(id)
    ? `9${id.slice(1).replaceAll(/\d/g, "7")}`
    : id.replace(/[0-9A-Za-z](?!.*[0-9A-Za-z])/, (last) => (last === "Q" ? "R" : "Q"));

/** An answer without what differs between any two: the ids asked for, and the request's own. */
function blind({ status, text, headers }: Reply, ids: readonly string[]): string {
  const named = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((one, other) => other.length - one.length);
  const own = headers.get("x-request-id")!;
  const whole = `${status} ${headers.get("location") ?? ""} ${text}`;
  return [own, ...named].reduce((shown, id) => shown.replaceAll(id, "ID"), whole);
}

interface Question {
  readonly what: string;
  readonly operation: Operation;
  /** The ids in it: another seller's, and nobody's in their place. */
  readonly ids: readonly (readonly [others: string, nobodys: string])[];
  ask(client: Client, place: 0 | 1): Promise<Reply>;
}

async function pathQuestion(operation: Operation): Promise<Question> {
  const others = await world.address(operation);
  const parts = operation.path.split("/");
  const asked = others.split("/");
  const ids = parts.flatMap((part, i) =>
    OWNED.has(part.slice(1, -1)) ? [[decodeURIComponent(asked[i]!), nobodys(decodeURIComponent(asked[i]!))] as const] : [],
  );
  const nobody = asked
    .map((value, i) => (OWNED.has(parts[i]!.slice(1, -1)) ? encodeURIComponent(nobodys(decodeURIComponent(value))) : value))
    .join("/");
  // A body may repeat what its address names.
  const named = JSON.stringify(world.body(operation));
  const bodies = [named, ids.reduce((body, [from, to]) => body?.replaceAll(JSON.stringify(from), JSON.stringify(to)), named)];
  const options = (place: 0 | 1) => (operation.body ? { body: bodies[place]!, headers: { "content-type": "application/json" } } : {});
  return {
    what: `${operation.id} path`,
    operation,
    ids,
    ask: (client, place) => client.request(operation.method, (place === 0 ? others : nobody) + world.query(operation), options(place)),
  };
}

/** Ids that are another seller's, by their name. */
async function othersId(name: string): Promise<string> {
  const operation = OF_SELLERS.find((one) => namesIn(one).includes(name) && one.method === "GET");
  if (operation !== undefined) {
    const address = await world.address(operation);
    return decodeURIComponent(address.split("/")[operation.path.split("/").indexOf(`{${name}}`)]!);
  }
  return { productGroup: "VISEIRA-VENDIDA", originNumber: "ORIGEM-1", accessKey: "35".repeat(22), itemId: "1", id: "x" }[name] ?? "x";
}

/** Each id that a query may name. */
async function queryQuestions(operation: Operation): Promise<readonly Question[]> {
  const names = Object.keys(propertiesOf(operation.query)).filter((name) => OWNED.has(name));
  return Promise.all(
    names.map(async (name): Promise<Question> => {
      const [path, id] = [await world.address(operation), await othersId(name)];
      const ids = [id, nobodys(id)] as const;
      const at = (place: 0 | 1) => `${path}?${name}=${encodeURIComponent(ids[place])}`;
      return {
        what: `${operation.id} ?${name}`,
        operation,
        ids: [ids],
        ask: (client, place) => client.request(operation.method, at(place)),
      };
    }),
  );
}

type Json = Readonly<Record<string, unknown>>;
/** The places of a body where an id stands, or may stand, by its schema. */
function placesOf(schema: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  const { properties, items } = (schema ?? {}) as { readonly properties?: Json; readonly items?: unknown };
  const below = Object.entries(properties ?? {}).flatMap(([name, part]) => {
    const { type } = part as { readonly type?: string };
    return OWNED.has(name) && type !== "array" && type !== "object" ? [[...at, name]] : placesOf(part, [...at, name]);
  });
  return items === undefined ? below : [...below, ...placesOf(items, [...at, "0"])];
}

/** A body with something else in one place; undefined when there is nothing to hold it. */
function withAt(body: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof body !== "object" || body === null) return undefined;
  const part = withAt((body as Json)[first], rest, value);
  if (part === undefined) return undefined;
  return Array.isArray(body) ? body.map((item: unknown, i) => (String(i) === first ? part : item)) : { ...body, [first]: part };
}

/** Each id that a body may name, at an address of the stranger's own where it has one. */
async function bodyQuestions(operation: Operation): Promise<readonly Question[]> {
  const found: Question[] = [];
  for (const place of placesOf(operation.body)) {
    const name = place.at(-1)!;
    if (namesIn(operation).includes(name)) continue;
    const id = await othersId(name);
    const ids = [id, nobodys(id)] as const;
    const bodies = ids.map((one) => withAt(world.body(operation), place, /^\d+$/.test(one) && name !== "accessKey" ? Number(one) : one));
    if (bodies[0] === undefined) continue;
    const path = await world.address(operation);
    found.push({
      what: `${operation.id} /${place.join("/")}`,
      operation,
      ids: [ids],
      ask: (client, which) => client.request(operation.method, path, { json: bodies[which] }),
    });
  }
  return found;
}

/** Questions that are answered otherwise for another seller's than for nobody's. */
async function leaks(questions: readonly Question[], client: Client): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { what, ids, ask } of questions) {
    const all = ids.flat();
    const [others, nobody] = [blind(await ask(client, 0), all), blind(await ask(client, 1), all)];
    if (others !== nobody) found.push(`${what}: ${others.slice(0, 160)} <> ${nobody.slice(0, 160)}`);
  }
  return found;
}

const NAMING = OF_SELLERS.filter((one) => namesIn(one).some((name) => OWNED.has(name)));

describe("what is another seller's (T50)", () => {
  it("has a name here for each parameter of a path", () => {
    const names = new Set(OF_SELLERS.flatMap(namesIn));
    expect([...names].filter((name) => !OWNED.has(name) && !EVERYBODYS.has(name))).toEqual([]);
  });

  it.each(NAMING)("is as unknown as nobody's to $method $path ($id)", async (operation) => {
    expect(await leaks([await pathQuestion(operation)], stranger)).toEqual([]);
  });

  it("is as unknown as nobody's in every query and body", { timeout: 120_000 }, async () => {
    const questions = (await Promise.all(OF_SELLERS.map(queryQuestions))).flat();
    for (const operation of OF_SELLERS) questions.push(...(await bodyQuestions(operation)));
    expect(questions.length).toBeGreaterThan(5);
    expect(await leaks(questions, stranger)).toEqual([]);
  });

  it("would be found by a server that forgot to ask whose it is", { timeout: 120_000 }, async () => {
    const reads = NAMING.filter(({ method }) => method === "GET");
    const questions = await Promise.all(reads.map(pathQuestion));
    // Whoever it belongs to is answered as such a server would answer anybody.
    expect((await leaks(questions, owner)).length).toBe(reads.length);
  });
});
