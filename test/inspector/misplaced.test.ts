import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { Refusal, failureMessage } from "../../src/platform/contract/errors.ts";
import { maskRefusal } from "../../src/platform/contract/mask-personal-data.ts";
import { createWorld, type World } from "../contract/world.ts";
import { eventually, type Client, type Reply } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";

/**
 * What stands in the wrong place was looked at by no schema, so nobody knows whether it is a customer's: whoever sent it is shown it, and
 * nothing that is kept repeats it (decisions 9).
 */
interface Part {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly "x-unread"?: true;
}
const CPF = "40146537734";
const PERSON = { customer: { document: CPF, nome: "canário" } };
const MARKED = /40146537734|canário/;

/** Values of every kind that a container is not, and of every kind that no scalar is; each has somebody in it. */
const NO_OBJECT: readonly unknown[] = [[PERSON], [[CPF]], CPF, JSON.stringify(PERSON), Number(CPF), Number(`${CPF}12345678`)];
const NO_LIST: readonly unknown[] = [PERSON, ...NO_OBJECT.filter((value) => !Array.isArray(value))];
const NO_SCALAR: readonly unknown[] = [PERSON, [PERSON], [CPF]];
const misplacedIn = (part: Part): readonly unknown[] =>
  part.properties !== undefined || part.type === "object"
    ? NO_OBJECT
    : part.items !== undefined
      ? NO_LIST
      : part.type === undefined
        ? []
        : NO_SCALAR;

/** Every body in which one value stands in the wrong place, at every depth. */
function misplacements(part: Part): readonly unknown[] {
  const below =
    part.items !== undefined
      ? misplacements(part.items).map((item) => [item])
      : Object.entries(part.properties ?? {})
          .filter(([, member]) => member["x-unread"] !== true)
          .flatMap(([name, member]) => misplacements(member).map((value) => ({ [name]: value })));
  return [...misplacedIn(part), ...below];
}

const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined);
const told = ({ failures }: Refusal) =>
  failures
    .map((failure) => JSON.stringify([failureMessage(failure, "pt-BR"), failureMessage(failure, "en"), failure.received, failure.params]))
    .join();

describe("of a value in the wrong place, a refusal of every operation's body", () => {
  it.each(WITH_BODY.map((operation) => [operation.id, operation] as const))(
    "%s shows the sender all, and keeps nothing",
    (_id, { body }) => {
      const check = compileSchemaCheck(body!);
      for (const sent of misplacements(body as Part)) {
        const refusal = new Refusal(check(sent).failures);
        expect(told(refusal), JSON.stringify(sent)).toMatch(MARKED);
        expect(told(maskRefusal(refusal)), JSON.stringify(sent)).not.toMatch(MARKED);
      }
    },
  );

  it("keeps the kind, and what can hold nobody", () => {
    const { body } = OPERATIONS.find(({ id }) => id === "postOrder")!;
    const kept = maskRefusal(
      new Refusal(compileSchemaCheck(body!)({ items: true, shippings: [null], customer: [CPF], paid: "sim" }).failures),
    );
    expect(kept.failures.map(({ pointer, received, allowed }) => [pointer, received, allowed])).toEqual([
      ["/paid", "sim", "boolean"],
      ["/items", true, "array"],
      ["/shippings/0", null, "object"],
      ["/customer", "***", "object"],
    ]);
    expect(failureMessage(kept.failures[3]!, "pt-BR")).toBe("/customer: recebido *** (lista); envie um objeto.");
  });
});

describe("the log of calls", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.stop());

  /** A call as its log shows it to each who may see it. */
  async function logged(reply: Reply, speakers: readonly (readonly [Client, string])[]): Promise<readonly string[]> {
    const seen: string[] = [];
    for (const [speaker, base] of speakers) {
      const path = `${base}/requests/${reply.headers.get("x-request-id")!}`;
      const { text } = await eventually(`${path} to be found`, async () => {
        const shown = await speaker.get(path);
        return shown.status === 200 && shown;
      });
      seen.push(text);
    }
    return seen;
  }

  it.each(WITH_BODY.map((operation) => [operation.id, operation] as const))(
    "has nobody who stands in the wrong place of %s",
    async (_id, operation) => {
      const [path, caller, admin] = [await world.address(operation), await world.caller(operation), await world.market.operator("admin")];
      const { properties = {} } = operation.body as Part;
      const read = Object.entries(properties).filter(([, part]) => part["x-unread"] !== true && misplacedIn(part).length > 0);
      const wrong = (which: number) => Object.fromEntries(read.map(([name, part]) => [name, misplacedIn(part).at(which)]));
      const speakers = [[admin, "/operator/v1"] as const, ...(operation.audience === "seller" ? [[caller, "/api/v1"] as const] : [])];
      const replies = new Map<unknown, Reply>();
      for (const json of [[PERSON], JSON.stringify(PERSON), Number(`${CPF}12345678`), ...(read.length > 0 ? [wrong(0), wrong(2)] : [])]) {
        const reply = await caller.request(operation.method, path + world.query(operation), { json });
        expect(reply.text, JSON.stringify(json)).toMatch(MARKED);
        replies.set(json, reply);
      }
      // The log is written now and then: all of them together.
      for (const [json, reply] of replies) {
        for (const text of await logged(reply, speakers)) expect(text, JSON.stringify(json)).not.toMatch(MARKED);
      }
    },
  );

  it.each([
    ["an order in a list", [{ shippings: [{ customer: { document: CPF } }] }]],
    ["an order that was encoded twice", JSON.stringify({ shippings: [PERSON] })],
    ["a delivery that is no list", { shippings: PERSON }],
    ["a delivery in a text", { shippings: JSON.stringify([PERSON]) }],
    ["a delivery that is a text", { shippings: [JSON.stringify(PERSON)] }],
    ["items that are no list", { items: PERSON }],
    ["an item whose sku is an object", { items: [{ sku: { document: CPF } }] }],
    ["an order number that is an object", { orderNumber: { document: CPF } }],
    ["a town that is an object", { customer: { address: { city: { document: CPF } } } }],
    ["a carrier that is an address", { shippings: [{ transport: `Rua ${CPF}` }] }],
  ])("masks %s, also where it is answered again by its Idempotency-Key", async (what, json) => {
    const seller = await world.market.seller();
    const ask = () => seller.post("/api/v1/orders", json, { headers: { "idempotency-key": what } });
    for (const reply of [await ask(), await ask()]) {
      expect([reply.status, MARKED.test(reply.text)], reply.text).toEqual([400, true]);
      const [text] = await logged(reply, [[seller, "/api/v1"]]);
      expect(text).not.toMatch(MARKED);
      expect(text).toContain('"received":"***"');
    }
  });

  it.each([
    ["invoiced", `<nfeProc><dest><CPF>${CPF}`],
    ["invoiced", [{ danfeXml: `<dest><CPF>${CPF}` }]],
    ["canceled", { reasonCancellationCode: { document: CPF } }],
  ])("masks what is misplaced when an order is %s", async (move, json) => {
    const seller = await world.market.seller();
    await onSale(world.market, seller, { VISEIRA: 10 });
    const bought = await buy(seller, "VISEIRA", { paid: true });
    const reply = await seller.put(bought.path(`status/${move}`), json);
    expect([reply.status, MARKED.test(reply.text)], reply.text).toEqual([400, true]);
    const [text] = await logged(reply, [[seller, "/api/v1"]]);
    expect(text).not.toMatch(MARKED);
  });

  it.each([
    ["the body", CPF.repeat(4)],
    ["the deliveries", `{"shippings": ${CPF.repeat(4)}}`],
    ["a delivery", `{"shippings": [${CPF.repeat(4)}]}`],
    ["its carrier", `{"shippings": [{"transport": ${CPF.repeat(4)}}]}`],
  ])("masks digits beyond what a number holds in the place of %s", async (_what, body) => {
    const seller = await world.market.seller();
    const reply = await seller.request("POST", "/api/v1/orders", { body });
    expect(reply.json.details[0]).toMatchObject({ code: "number_not_exact", received: CPF.repeat(4) });
    const [text] = await logged(reply, [[seller, "/api/v1"]]);
    expect(text).not.toMatch(MARKED);
  });

  it("masks the secret of a notification endpoint that was encoded twice", async () => {
    const seller = await world.market.seller();
    const reply = await seller.post("/api/v1/notifications/endpoints", JSON.stringify({ secret: `whsec_${CPF}` }));
    expect([reply.status, MARKED.test(reply.text)]).toEqual([400, true]);
    const [text] = await logged(reply, [[seller, "/api/v1"]]);
    expect(text).not.toMatch(MARKED);
  });
});
