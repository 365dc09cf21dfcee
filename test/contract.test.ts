import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusesOf } from "../src/openapi/documents.ts";
import { OPERATIONS } from "../src/openapi/all-operations.ts";
import { type Operation, PEOPLE_ONLY } from "../src/platform/contract/operation.ts";
import { PRODUCT_EXAMPLE } from "../src/catalog/contract.ts";
import { undocumented } from "./contract/answers.ts";
import { untaken } from "./contract/taken.ts";
import { foreignIn } from "./languages/words.ts";
import { BODY_LIMIT_BYTES, createWorld, propertiesOf, strangerRoleOf, type World } from "./contract/world.ts";
import { askElsewhere, late, PROVOCATIONS } from "./contract/provocations.ts";
import { enter, PAGE } from "./people/people.ts";
import { startMarketplace, type Client, type Marketplace, type Reply, type RequestOptions } from "./harness.ts";

/** Every operation of the contract over real HTTP: what every call may count on, and that nothing is answered undocumented. */
let world: World;
/** A process that loses what it stands on. */
let broken: Marketplace;
/** A process that gives nobody a test seller, and people hardly anything. */
let closed: Marketplace;
const TIGHT = { ROLE: "api", SELF_SERVICE_PER_ADDRESS: "0", SIGN_INS_PER_HOUR: "6", PERSON_QUOTA_PER_MINUTE: "1", RISK_FOUR_EYES: "true" };
/** Bodies that never come are waited for meanwhile. */
let waitedFor: Promise<readonly Reply[]>;
const WITH_BODIES = OPERATIONS.filter(({ body }) => body);
/** Of these a part of a file is waited for, too. */
const AWAITED = OPERATIONS.filter(({ body, uploads }) => body ?? uploads);
beforeAll(async () => {
  world = await createWorld();
  broken = await startMarketplace({ settings: { ROLE: "api", LOG_LEVEL: "silent" } });
  closed = await startMarketplace({ database: world.market.database, settings: TIGHT });
  waitedFor = Promise.all(AWAITED.map((operation) => late(operation, world)));
});
afterAll(async () => {
  await waitedFor;
  await closed.stop();
  await broken.app.stop();
  await world.stop();
});

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const seen = new Map<string, Set<number>>();
/** The headers of the operations' answers. */
const seenHeaders = new Map<string, Set<string>>();

/** Calls the operation and holds its answer to the published document. */
async function call(
  operation: Operation,
  client: Pick<Client, "request">,
  options: RequestOptions & { readonly path?: string; readonly query?: string } = {},
): Promise<Reply> {
  const path = options.path ?? (await world.address(operation));
  const query = options.query ?? world.query(operation);
  const reply = held(operation, await client.request(operation.method, path + query, options));
  expect(untaken(operation, { body: options, query }, reply)).toEqual([]);
  return reply;
}
/** An answer, held to the published document, and to the language it is in. */
function held(operation: Operation, reply: Reply): Reply {
  expect(undocumented(operation, reply), `${operation.id} ${reply.status} ${reply.text.slice(0, 300)}`).toEqual([]);
  expect(foreignIn(reply), operation.id).toEqual([]);
  seen.set(operation.id, (seen.get(operation.id) ?? new Set()).add(reply.status));
  seenHeaders.set(operation.id, (seenHeaders.get(operation.id) ?? new Set()).union(new Set(reply.headers.keys())));
  return reply;
}
const succeeding = (operation: Operation): RequestOptions => world.sent(operation);
const refusedWith = (reply: Reply) => (reply.json as { readonly details: readonly { readonly code: string }[] }).details[0]!.code;
const UNKNOWN = {
  seller: { client_id: "nobody", access_token: `vts_${"A".repeat(43)}` },
  operator: { authorization: `Bearer vto_${"A".repeat(43)}` },
  person: { ...PAGE, cookie: `vitrine_session=vss_${"A".repeat(49)}` },
  public: {},
};

const LOCKED = OPERATIONS.filter(({ audience }) => audience !== "public");
/** Any credential will do for the others. */
const PERMITTED = LOCKED.filter(({ permission }) => permission !== "any");

it.each(LOCKED)("$method $path ($id) asks for a credential", async (operation) => {
  expect((await call(operation, world.market)).status).toBe(401);
  expect((await call(operation, world.market, { headers: UNKNOWN[operation.audience] })).status).toBe(401);
});

const refusalOf = (operation: Operation): string => {
  if (operation.permission === PEOPLE_ONLY) return "person_only";
  if (operation.audience === "seller") return "scope_missing";
  return strangerRoleOf(operation) === undefined ? "not_of_marketplace" : "role_missing";
};
it.each(PERMITTED)("$method $path ($id) asks for its permission", async (operation) => {
  const reply = await call(operation, await world.stranger(operation), succeeding(operation));
  expect([reply.status, refusedWith(reply)]).toEqual([403, refusalOf(operation)]);
});

describe.each(OPERATIONS)("$method $path ($id)", (operation) => {
  const { method } = operation;

  it("succeeds as documented", async () => {
    const reply = await call(operation, await world.caller(operation), succeeding(operation));
    expect(reply.status, reply.text).toBeLessThan(300);
  });

  it("is served with a slash at the end alike", async () => {
    const path = await world.address(operation);
    const [bare, other] = [await call(operation, world.market, { path }), await call(operation, world.market, { path: `${path}/` })];
    expect(other.status).toBe(bare.status);
    if (method !== "GET") return;
    const caller = await world.caller(operation);
    const [plain, slashed] = [await call(operation, caller, { path }), await call(operation, caller, { path: `${path}/` })];
    expect(slashed.status).toBe(plain.status);
  });

  it("names the methods of its address when another is used", async () => {
    const path = await world.address(operation);
    const served = METHODS.filter((one) => OPERATIONS.some((other) => other.method === one && matches(other.path, path)));
    for (const other of [...METHODS.filter((one) => !served.includes(one)), "QUERY"]) {
      const reply = await world.market.request(other, path);
      expect([reply.status, refusedWith(reply)], other).toEqual([405, "method_not_allowed"]);
      const allowed = reply.headers
        .get("allow")!
        .split(", ")
        .filter((one) => one !== "HEAD");
      expect(allowed.toSorted()).toEqual(served.toSorted());
    }
  });

  it("answers JSON only", async () => {
    const reply = await call(operation, await world.caller(operation), { headers: { accept: "text/html" } });
    expect([reply.status, refusedWith(reply)]).toEqual([406, "not_acceptable"]);
  });

  it("answers the caller's request id, or one of its own", async () => {
    const sent = await call(operation, world.market, { headers: { "x-request-id": "pedido:42" } });
    expect([sent.headers.get("x-request-id"), (sent.json as { readonly requestId: string }).requestId]).toEqual(["pedido:42", "pedido:42"]);
    const [one, other] = [
      await call(operation, world.market),
      await call(operation, world.market, { headers: { "x-request-id": "two words" } }),
    ];
    expect(new Set([one, other].map((reply) => reply.headers.get("x-request-id")))).toHaveProperty("size", 2);
    expect(other.headers.get("x-request-id")).not.toBe("two words");
  });

  it("speaks the reader's language", async () => {
    const portuguese = await call(operation, world.market);
    const english = await call(operation, world.market, { headers: { "accept-language": "en" } });
    expect([portuguese.headers.get("content-language"), english.headers.get("content-language")]).toEqual(["pt-BR", "en"]);
    expect(portuguese.text).not.toBe(english.text);
  });
});

const JSON_TYPE = { "content-type": "application/json" };
const UNREADABLE = ({ bodyLimitBytes = BODY_LIMIT_BYTES }: Operation) =>
  [
    ["no JSON type", { body: "{}", headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    ["another charset", { body: "{}", headers: { "content-type": "application/json; charset=iso-8859-1" } }, 415, "unsupported_media_type"],
    ["a compressed body", { body: "{}", headers: { ...JSON_TYPE, "content-encoding": "gzip" } }, 415, "unsupported_encoding"],
    ["a body beyond the limit", { body: " ".repeat(bodyLimitBytes + 1), headers: JSON_TYPE }, 413, "payload_too_large"],
    ["a body that ends early", { body: '{"name": ', headers: JSON_TYPE }, 400, "json_ends_early"],
    ["broken JSON", { body: "{name: 1}", headers: JSON_TYPE }, 400, "json_character_expected"],
    ["bytes that are no UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]), headers: JSON_TYPE }, 400, "body_not_utf8"],
  ] as const satisfies readonly (readonly [what: string, options: RequestOptions, status: number, code: string])[];
describe.each(WITH_BODIES)("the body of $method $path ($id)", (operation) => {
  it.each(UNREADABLE(operation))("refuses %s", async (_what, options, status, code) => {
    const reply = await call(operation, await world.caller(operation), options);
    expect([reply.status, refusedWith(reply)]).toEqual([status, code]);
  });

  it("is an object", async () => {
    const reply = await call(operation, await world.caller(operation), { json: [] });
    expect([reply.status, foundIn(reply)]).toEqual([REHEARSALS.includes(operation.id) ? 200 : 400, "wrong_type"]);
  });

  it("counts as {} when there is none", async () => {
    const answered = async (options: RequestOptions) => {
      // Whoever claims takes all there is, and what waits for its check joins the queue at any time.
      if (operation.id === "claimReviews") await world.queueProduct();
      return call(operation, await world.caller(operation), options);
    };
    const none = await answered({});
    const empty = await answered({ json: {} });
    expect([none.status, foundIn(none)]).toEqual([empty.status, foundIn(empty)]);
  });
});

/** Answer 200 whatever is wrong with the product or the invoice, and say what. */
const REHEARSALS: readonly string[] = ["validateProduct", "validateInvoice"];
/** The first thing that is wrong with a body, undefined when nothing is. */
const foundIn = ({ json }: Reply) => {
  type Found = readonly { readonly code: string }[];
  const { details, reviews, failures } = (json ?? {}) as { readonly details?: Found; readonly reviews?: Found; readonly failures?: Found };
  return (details ?? reviews ?? failures)?.[0]?.code;
};

describe.each(OPERATIONS.filter(({ replies }) => 304 in replies))("$method $path ($id) with an ETag", (operation) => {
  it("is 304 without a body to who has it already", async () => {
    const caller = await world.caller(operation);
    const etag = (await call(operation, caller)).headers.get("etag")!;
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await call(operation, caller, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await call(operation, caller, { headers: { "if-none-match": '"another"' } })).status).toBe(200);
  });
});

describe.each(OPERATIONS.filter(({ replies }) => 204 in replies))("$method $path ($id) past the end", (operation) => {
  it("is 204 without a body", async () => {
    await world.withdrawAnnounced();
    expect((await call(operation, await world.caller(operation), await world.nothing(operation))).status).toBe(204);
  });
});

describe.each(OPERATIONS.filter(({ headers }) => "Prefer" in propertiesOf(headers)))(
  "a preference for $method $path ($id)",
  (operation) => {
    it("is said to be applied, as documented", async () => {
      // A product that is sold is closed.
      const path = await world.address(operation.method === "PUT" ? { ...operation, id: "postChange" } : operation);
      const caller = await world.caller(operation);
      const headers = { prefer: "change-request" };
      // The others sell the product at its price, from its stock.
      const { price: _price, stock: _stock, ...texts } = PRODUCT_EXAMPLE;
      const { sku, productGroup } = operation.method === "PUT" ? (await caller.request("GET", path)).json : PRODUCT_EXAMPLE;
      const options = operation.method === "PUT" ? { path, json: { ...texts, sku, productGroup } } : world.sent(operation);
      const reply = await call(operation, caller, { ...options, headers });
      expect([reply.status < 300, reply.headers.get("preference-applied")], reply.text).toEqual([true, "change-request"]);
    });
  },
);

const integers = OPERATIONS.flatMap((operation) =>
  Object.entries(propertiesOf(operation.query)).flatMap(([name, { type }]) =>
    type === "integer" ? [{ operation, id: operation.id, name }] : [],
  ),
);
describe.each(integers)("?$name of $id", ({ operation, name }) => {
  it.each(["abc", "1.5", "99999999999999999999", ""])("refuses %j, which is no integer it takes", async (value) => {
    const reply = await call(operation, await world.caller(operation), { query: `?${name}=${value}` });
    expect([reply.status, (reply.json as { readonly details: readonly { readonly pointer: string }[] }).details[0]!.pointer]).toEqual([
      400,
      `query.${name}`,
    ]);
  });
});

describe("the contract as a whole", () => {
  it("names the words of a status that is absent", async () => {
    const operation = OPERATIONS.find(({ id }) => id === "putProductStatus")!;
    for (const json of [{}, { status: null }])
      expect(refusedWith(await call(operation, await world.caller(operation), { json }))).toBe("status_unknown");
  });

  it.each(["releaseOrder", "refuseOrder"])("proposes what takes two people: %s", async (id) => {
    const operation = OPERATIONS.find((one) => one.id === id)!;
    const reply = held(operation, await askElsewhere(operation, world, closed, await world.address(operation)));
    expect(reply.status, reply.text).toBe(202);
  });

  it("signs in nobody whom it does not know", async () => {
    expect(
      held(
        OPERATIONS.find(({ id }) => id === "signIn")!,
        await enter(world.market, "ninguem@loja.example"),
      ).status,
    ).toBe(401);
  });

  it("revokes once, and says when that was", async () => {
    for (const id of ["revokeCredential", "revokeOperatorKey"]) {
      const operation = OPERATIONS.find((one) => one.id === id)!;
      const [caller, path] = [await world.caller(operation), await world.address(operation)];
      const first = await call(operation, caller, { path });
      world.market.clock.move(1_000);
      expect((await call(operation, caller, { path })).json).toEqual(first.json);
    }
  });

  it("is served as a document of this very instance", async () => {
    const { json } = await world.market.request("GET", "/openapi/v2.json");
    expect(json).toMatchObject({ servers: [{ url: "/", description: "Sandbox" }] });
  });

  it("has an example for every body", () => {
    expect(WITH_BODIES.filter(({ bodyExample }) => bodyExample === undefined).map(({ id }) => id)).toEqual([]);
  });

  it("knows no other address", async () => {
    for (const path of ["/api/v1/nothing", "/api/v3/nothing", "/operator/v1", "/api/v2/products/A/nothing"]) {
      const reply = await world.market.request("GET", path);
      expect([reply.status, refusedWith(reply)], path).toEqual([404, "route_unknown"]);
    }
  });
});

const REFUSALS = OPERATIONS.flatMap((operation) =>
  statusesOf(operation).flatMap((status) => (status in PROVOCATIONS ? [{ operation, id: operation.id, status }] : [])),
);

describe.each(OPERATIONS.filter(({ body, uploads }) => body !== undefined && uploads !== undefined))("files to $path", (operation) => {
  const isOrders = operation.api === "v1";
  const good = () => ({ op: "stock", sku: PRODUCT_EXAMPLE.sku, available: 5 });
  const file = (rows: readonly object[], headers: Readonly<Record<string, string>> = {}): RequestOptions => ({
    body: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    headers: { "content-type": "application/x-ndjson", ...headers },
  });

  it("are done at once where they are small, and later where they are not", async () => {
    const order = isOrders ? await world.address(OPERATIONS.find(({ id }) => id === "putApproved")!) : "";
    const [, orderNumber, shippingCode] = /orders\/([^/]+)\/shippings\/(\d+)/.exec(order) ?? [];
    const row = isOrders ? { op: "order.approved", orderNumber, shippingCode: Number(shippingCode) } : good();
    const caller = await world.caller({ ...operation, id: "" });
    expect((await call(operation, caller, file([row]))).status).toBe(200);
    expect((await call(operation, caller, file([row, { op: "nada" }]))).status).toBe(206);
    expect((await call(operation, caller, file(Array.from({ length: 201 }, () => ({ op: "nada" }))))).status).toBe(202);
  });
});

/** Bodies with a line that is refused. */
const PARTLY_REFUSED = [
  ["reviewProducts", { items: [{ sellerId: 1, sku: "NADA", decision: "approve" }] }],
  ["decideChanges", { items: [{ changeRequestId: "nada", fields: [{ pointer: "/name", decision: "approve" }] }] }],
] as const;

describe("every status that is documented has been seen", () => {
  it.each(REFUSALS)("$status of $id", async ({ operation, id, status }) => {
    if (seen.get(id)?.has(status)) return;
    const isClosed = id === "createSandboxCredential" && status === 429;
    const ofPeople = world.people.provocation(status, operation, closed);
    const reply = isClosed ? await askElsewhere(operation, world, closed) : await (ofPeople ?? PROVOCATIONS[status]!(operation, world));
    expect(held(operation, reply).status, reply.text).toBe(status);
  });

  it("408 of every body that does not come", async () => {
    for (const [i, reply] of (await waitedFor).entries()) expect(held(AWAITED[i]!, reply).status, reply.text).toBe(408);
  }, 60_000);

  it("500 where the database is not what it was", async () => {
    await broken.database.query("alter schema public rename to elsewhere");
    for (const operation of OPERATIONS) {
      const reply = held(operation, await askElsewhere(operation, world, broken));
      expect([operation.id, reply.status], reply.text).toEqual([operation.id, 500]);
    }
  }, 60_000);

  it("503 where there is no database", async () => {
    await broken.database.drop();
    for (const operation of OPERATIONS) {
      const reply = held(operation, await askElsewhere(operation, world, broken));
      expect([operation.id, reply.status], reply.text).toEqual([operation.id, 503]);
    }
  }, 60_000);

  it("and so has every header that only some answers have", () => {
    const unseen = OPERATIONS.flatMap(({ id, replies }) =>
      Object.values(replies).flatMap(({ headers = {} }) =>
        Object.entries(headers).flatMap(([name, { occasional }]) =>
          occasional && !seenHeaders.get(id)?.has(name.toLowerCase()) ? [`${id} ${name}`] : [],
        ),
      ),
    );
    expect(unseen).toEqual([]);
  });

  it("and none is left", async () => {
    for (const [partly, json] of PARTLY_REFUSED)
      await call(
        OPERATIONS.find(({ id }) => id === partly)!,
        await world.market.operator("catalog"),
        { json },
      );
    const unseen = OPERATIONS.flatMap((operation) =>
      statusesOf(operation).flatMap((status) => (seen.get(operation.id)?.has(status) ? [] : [`${operation.id} ${status}`])),
    );
    expect(unseen).toEqual([]);
  });
});

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
}
