import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { maskBody } from "../../src/inspector/body-mask.ts";
import { ignoredInputWarnings } from "../../src/inspector/ignored-input-warnings.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";

/** An integrator sees in the log what it sent: all that the contract knows and that is neither personal nor secret, and the names of the rest. */
interface Part {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
  readonly "x-unread"?: true;
}
const SCALARS: Readonly<Record<string, unknown>> = { string: "a", integer: 7, number: 1.5, boolean: true };

/** A value that has every member of a schema, and what the log may show of it. Open values below what is not read have no kind to show. */
function everything(part: Part, isHidden = false, isUnread = false): { readonly sent: unknown; readonly shown: unknown } {
  const hidden = part["x-secret"] === true || (part["x-personal"] ?? isHidden);
  const unread = isUnread || part["x-unread"] === true;
  if (part.properties !== undefined) {
    const members = Object.entries(part.properties).map(([name, one]) => [name, everything(one, hidden, unread)] as const);
    return {
      sent: Object.fromEntries(members.map(([name, { sent }]) => [name, sent])),
      shown: Object.fromEntries(members.map(([name, { shown }]) => [name, shown])),
    };
  }
  if (part.items !== undefined) {
    const { sent, shown } = everything(part.items, hidden, unread);
    return { sent: [sent], shown: [shown] };
  }
  const sent = part.enum?.[0] ?? SCALARS[part.type ?? "string"];
  return { sent, shown: hidden || (unread && part.type === undefined) ? "***" : sent };
}

const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined);

describe("of every operation's body", () => {
  it.each(WITH_BODY.map((operation) => [operation.id, operation] as const))("the log shows what %s names", (_id, { body }) => {
    for (const [name, part] of Object.entries((body as Part).properties ?? {})) {
      const { sent, shown } = everything(part);
      expect(maskBody({ [name]: sent }, body).value).toEqual({ [name]: shown });
    }
  });

  it.each(WITH_BODY.map((operation) => [operation.id, operation] as const))(
    "%s knows its own example, and names what is misspelt",
    (_id, operation) => {
      const example = operation.bodyExample as Readonly<Record<string, unknown>>;
      const warned = (sent: object) => {
        const kept = JSON.stringify(maskBody(sent, operation.body).value);
        return ignoredInputWarnings({ target: operation.path, sent: kept } as never, operation, "en").map(({ code, pointer }) => [
          code,
          pointer,
        ]);
      };
      expect(warned(example)).toEqual([]);
      expect(warned({ ...example, nobodyKnows: { cpf: "1" } })).toEqual([["member_unknown", "/nobodyKnows"]]);
    },
  );
});

describe("the log of calls", () => {
  let market: Marketplace;
  let seller: Seller;
  let admin: Client;
  beforeAll(async () => {
    market = await startMarketplace();
    seller = await market.seller();
    admin = await market.operator("admin");
    await onSale(market, seller, { VISEIRA: 1_000 });
  });
  afterAll(() => market.stop());

  const logged = async (asked: Reply, speaker: Client = seller, base = "/api/v1/requests") => {
    const path = `${base}/${asked.headers.get("x-request-id")!}`;
    const { json } = await eventually(`${path} to be found`, async () => {
      const reply = await speaker.get(path, { headers: { "accept-language": "en" } });
      return reply.status === 200 && reply;
    });
    return json as { readonly request: { readonly body: Json }; readonly warnings: readonly Json[]; readonly replayable: boolean };
  };
  type Json = Readonly<Record<string, unknown>>;
  const warned = ({ warnings }: { readonly warnings: readonly Json[] }) =>
    warnings.map(({ code, pointer, suggestions }) => [code, pointer, suggestions]);

  it("shows a whole order as it was sent, but for who buys", async () => {
    const { orderNumber } = await buy(seller, "VISEIRA");
    const order = (await seller.get(`/api/v1/orders/${orderNumber}?expand=shippings,items,devolutionItems`)).json as Json & {
      readonly shippings: readonly (Json & { readonly items: readonly Json[]; readonly customer: Json })[];
    };
    const [shipping] = order.shippings;
    const sent = {
      ...order,
      orderNumber: "217350000584167",
      shippings: [
        { ...shipping!, invoice: { number: "1234", line: "1", accessKey: "chave", volume: 2, errors: [], validationErrors: [] } },
      ],
    };
    const asked = await seller.post("/api/v1/orders", sent);
    expect(asked.status, asked.text).toBe(201);
    const call = await logged(asked);
    const open = new Set(["city", "state", "stateName"]);
    const masked = (customer: Json): Json =>
      Object.fromEntries(
        Object.entries(customer).map(([name, value]) => [
          name,
          typeof value === "object" ? masked(value as Json) : open.has(name) ? value : "***",
        ]),
      );
    expect(call.request.body).toEqual({ ...sent, shippings: [{ ...sent.shippings[0]!, customer: masked(shipping!.customer) }] });
    expect(call.warnings).toEqual([]);
  });

  it("takes nothing from members that it only shows: the marketplace decides them", async () => {
    const sent = {
      items: [{ sku: "VISEIRA", quantity: 2, itemId: "x", status: "delivered", totalNet: "caro" }],
      shippings: [{ shippingCode: {}, status: 7, transport: { carrier: "Ligeira", trackingNumber: ["a"], shipDate: "ontem" }, sender: [] }],
      totalNet: -1,
      totalQuantity: "muitos",
      originNumber: 3.5,
      devolutionItems: "nenhum",
    };
    const asked = await seller.post("/api/v1/orders", sent);
    expect(asked.status, asked.text).toBe(201);
    expect(asked.json).toMatchObject({ totalQuantity: 2, shippings: [{ status: "Created", transport: { carrier: "Ligeira" } }] });
    expect(asked.json.shippings[0].transport).not.toHaveProperty("trackingNumber");
    expect(asked.json).not.toHaveProperty("originNumber");
  });

  it("names what no order has, at every depth, without the values", async () => {
    const asked = await seller.post("/api/v1/orders", {
      items: [{ sku: "VISEIRA", quantty: 3 }],
      costumer: { nome: "Ana Canário" },
      shippings: [{ transport: { carier: "X" }, customer: { adress: { street: "Rua A" }, "Ana Souza": 1 } }],
    });
    const call = await logged(asked);
    expect(warned(call)).toEqual([
      ["member_unknown", "/items/0/quantty", ["quantity"]],
      ["member_unknown", "/costumer", ["customer"]],
      ["member_unknown", "/shippings/0/transport/carier", ["carrier", "carrierId"]],
      ["member_unknown", "/shippings/0/customer/adress", ["address"]],
      ["member_unknown", "/shippings/0/customer/***", []],
    ]);
    expect(call.warnings[0]!["message"]).toBe("/items/0/quantty: the contract has no such field; it was ignored. Did you mean: quantity?");
    expect(JSON.stringify(call)).not.toMatch(/Canário|Rua A|Ana Souza/);
  });

  it("names what no product has, and publishes it all the same", async () => {
    const { json } = await seller.get("/api/v2/products/VISEIRA?expand=images,attributes,status");
    const product = {
      ...(json as Json),
      sku: "VISEIRA-2",
      productGroup: "VISEIRA-2",
      price: { listPrice: 2, salePrice: 1 },
      stock: { available: 9 },
    };
    const asked = await seller.post("/api/v2/products", {
      ...product,
      manufacturCode: "V-1",
      fullfilment: { candidate: true },
      price: { ...product.price, salesPrice: 1 },
      preço: 1,
    });
    expect(asked.status, asked.text).toBe(202);
    expect(warned(await logged(asked))).toEqual([
      ["member_unknown", "/price/salesPrice", ["salePrice"]],
      ["member_unknown", "/manufacturCode", ["manufacturerCode"]],
      ["member_unknown", "/fullfilment", ["fulfillment"]],
      ["member_unknown", "/preço", []],
    ]);
  });

  it.each([
    ["a product", "/api/v2/products/VISEIRA-3", "/api/v2/products/VISEIRA-3?expand=images,attributes,status"],
    ["its stock", "/api/v2/products/VISEIRA/stocks", undefined],
    ["its prices", "/api/v2/products/VISEIRA/prices", undefined],
    ["its status", "/api/v2/products/VISEIRA/status", undefined],
  ])("finds nothing unknown in %s that comes back as it was shown", async (_what, path, from) => {
    if (from !== undefined) {
      const { json } = await seller.get("/api/v2/products/VISEIRA?expand=images,attributes");
      await seller.post("/api/v2/products", {
        ...(json as Json),
        sku: "VISEIRA-3",
        productGroup: "VISEIRA-3",
        price: { listPrice: 2, salePrice: 1 },
        stock: { available: 1 },
      });
    }
    const shown = (await seller.get(from ?? path)).json as Json;
    const call = await logged(await seller.put(path, shown));
    expect([call.warnings, call.request.body]).toEqual([[], shown]);
  });

  it("finds nothing unknown in a notification endpoint as it was answered, and keeps its secret from the log", async () => {
    const body = { name: "hub", url: "https://hub.example.com/", events: ["order"] };
    const { json } = await seller.post("/api/v1/notifications/endpoints", body);
    const call = await logged(await seller.put(`/api/v1/notifications/endpoints/${json.id as string}`, json));
    expect([call.warnings, call.request.body]).toEqual([[], { ...(json as Json), secret: "***" }]);
  });

  it("tells the marketplace's people too, of their own calls as well", async () => {
    const base = "/operator/v1/requests";
    const asked = await seller.put("/api/v2/products/VISEIRA/stocks", { available: 5, avaliable: 6 });
    const support = await market.operator("support");
    for (const speaker of [admin, support])
      expect(warned(await logged(asked, speaker, base))).toEqual([["member_unknown", "/avaliable", ["available"]]]);
    const own = await admin.request("PUT", "/operator/v1/rules/familySettleSeconds?dryRun=true", {
      json: { value: 3_600, efectiveAt: "x" },
    });
    const call = await logged(own, admin, base);
    expect(call.request.body).toEqual({ value: 3_600, efectiveAt: "***" });
    expect(warned(call)).toEqual([["member_unknown", "/efectiveAt", ["effectiveAt"]]]);
  });

  it("does not take for a member what stands for those that were left out", () => {
    const [operation] = WITH_BODY.filter(({ id }) => id === "putStock");
    const body = { available: 5, ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`campo${i}`, 1])) };
    const kept = maskBody(body, operation!.body, 60);
    expect(Object.keys(kept.value as object)).toContain("…");
    const told = ignoredInputWarnings({ target: "/", sent: JSON.stringify(kept.value) } as never, operation, "en");
    expect(told.map(({ pointer }) => pointer)).toEqual(["/campo0", "/campo1", "/campo2"]);
  });
});
