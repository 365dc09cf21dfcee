import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale, type Bought } from "./goods.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let marketplace: Marketplace;
let seller: Seller;
let orders: readonly Bought[];
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  await onSale(marketplace, seller, { LISTA: 1_000 });
  const made: Bought[] = [];
  for (let nth = 0; nth < 7; nth += 1) made.push(await buy(seller, "LISTA", { orderDate: NOON + nth * MINUTE, paid: nth % 2 === 0 }));
  orders = made;
  await seller.put(orders[0]!.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
});
afterAll(() => marketplace.stop());

const numbersIn = ({ json }: Reply) => (json.items as readonly { readonly orderNumber: string }[]).map(({ orderNumber }) => orderNumber);
const linkIn = ({ json }: Reply, rel: string) =>
  (json.links as readonly { readonly rel: string; readonly href: string }[]).find((link) => link.rel === rel)?.href;
const newestFirst = () => orders.map(({ orderNumber }) => orderNumber).toReversed();

describe("GET /orders (seed 4.3, decisions 5)", () => {
  it("lists the newest first, collapsed, in an envelope", async () => {
    const reply = await seller.get("/api/v1/orders?size=3");
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json).toMatchObject({ page: 0, size: 3, total: 7, totalPages: 3 });
    expect(numbersIn(reply)).toEqual(newestFirst().slice(0, 3));
    expect(reply.json.items[0]).not.toHaveProperty("shippings");
    expect(reply.json.items[0].expands).toEqual(["shippings", "items", "devolutionItems", "actions"]);
    expect(linkIn(reply, "last")).toBe("/api/v1/orders?page=2&size=3");
  });

  it("shows with expand what a single order shows", async () => {
    for (const query of ["expand=shippings,actions", "expands=items,Actions,nothing", "expand=Shippings&expands=devolutionItems,actions"]) {
      const { json } = await seller.get(`/api/v1/orders?size=1&${query}`);
      const { orderNumber } = json.items[0];
      expect(json.items[0]).toEqual((await seller.get(`/api/v1/orders/${orderNumber}?${query}`)).json);
      expect(json.items[0].shippings[0].items).toHaveLength(1);
    }
  });

  it("shows collapsed what a single order shows, but for what only that knows", async () => {
    const { json } = await seller.get("/api/v1/orders?size=7");
    for (const item of json.items) {
      const { actions: _, ...single } = (await seller.get(`/api/v1/orders/${item.orderNumber}?expand=`)).json;
      expect(item).toEqual({ ...single, expands: [...single.expands, "actions"] });
    }
  });

  it.each([
    ["", ["shippings", "items", "devolutionItems", "actions"]],
    ["&expand=shippings", ["devolutionItems", "actions"]],
    ["&expand=items,devolutionItems", ["actions"]],
    ["&expand=actions", ["shippings", "items", "devolutionItems"]],
    ["&expands=ACTIONS&expand=items", ["devolutionItems"]],
  ])("carries what may be done only by expand=actions, on orders and on shippings (decisions 9): %s", async (query, expands) => {
    const asks = /actions/i.test(query);
    for (const item of (await seller.get(`/api/v1/orders?size=7${query}`)).json.items) {
      const whole = (await seller.get(`/api/v1/orders/${item.orderNumber}`)).json;
      expect([item.expands, item.actions]).toEqual([expands, asks ? whole.actions : undefined]);
      for (const [nth, shipping] of (item.shippings ?? []).entries()) {
        const { actions, ...rest } = whole.shippings[nth];
        expect(shipping).toEqual(asks ? { ...rest, actions } : { ...rest, expands: ["actions"] });
      }
    }
  });

  it("weighs half as much as with what may be done", async () => {
    const bytes = async (expand: string) => (await seller.get(`/api/v1/orders?size=7&expand=${expand}`)).text.length;
    expect((await bytes("shippings,items")) / (await bytes("shippings,items,actions"))).toBeLessThan(0.6);
  });

  it("leads through each order once, whatever is ordered meanwhile", async () => {
    const seen: string[] = [];
    let href: string | undefined = "/api/v1/orders?size=2";
    for (let page = 0; href !== undefined; page += 1) {
      const reply: Reply = await seller.get(href);
      expect(reply.json).toMatchObject({ page, total: 7, totalPages: 4 });
      seen.push(...numbersIn(reply));
      await buy(seller, "LISTA", { orderDate: NOON + DAY });
      href = linkIn(reply, "next");
    }
    expect(seen).toEqual(newestFirst());
  });

  it("leads back and forth within a walk", async () => {
    const path = "/api/v1/orders?size=2&orderEndDate=2026-11-20";
    const first = await seller.get(path);
    const second = await seller.get(linkIn(first, "next")!);
    const third = await seller.get(linkIn(second, "next")!);
    await buy(seller, "LISTA", { orderDate: NOON - MINUTE });
    await buy(seller, "LISTA", { orderDate: NOON + 8 * MINUTE });
    for (const [of, rel, expected] of [
      [second, "self", second],
      [third, "prev", second],
      [second, "prev", first],
      [third, "first", first],
      [second, "next", third],
    ] as const)
      expect(numbersIn(await seller.get(linkIn(of, rel)!)), rel).toEqual(numbersIn(expected));
    await marketplace.database.query("update orders set order_date = $1, summary = null where order_date in ($2, $3)", [
      NOON + DAY,
      NOON - MINUTE,
      NOON + 8 * MINUTE,
    ]);
  });

  it.each(["orderStatus=approved", "orderType=Sale", "orderEndDate=2026-11-21", "orderStartDate=2026-11-01"])(
    "does not take the cursor of a list without %s, or of another size",
    async (filter) => {
      const cursor = new URLSearchParams(linkIn(await seller.get("/api/v1/orders?size=2"), "next")!.split("?")[1]).get("cursor")!;
      for (const query of [`size=2&${filter}`, "size=3"]) {
        const { status, json } = await seller.get(`/api/v1/orders?${query}&cursor=${cursor}`);
        expect([status, json.type, json.details[0].code]).toEqual([400, "Parameter_Error", "cursor_of_another_list"]);
      }
    },
  );

  it.each(["", "&expand=items"])(
    "comes to every order once, also where they leave the list for another status behind it%s",
    async (expand) => {
      const walker = await marketplace.seller();
      await onSale(marketplace, walker, { PASSEIO: 100 });
      const bought: Bought[] = [];
      for (let nth = 0; nth < 7; nth += 1) bought.push(await buy(walker, "PASSEIO", { orderDate: NOON + DAY, paid: true }));
      const byNumber = new Map(bought.map((order) => [order.orderNumber, order]));
      const seen: string[] = [];
      let href: string | undefined = `/api/v1/orders?size=2&orderStatus=approved${expand}`;
      while (href !== undefined) {
        const reply = await walker.get(href);
        expect(reply.status).toBe(200);
        for (const number of numbersIn(reply)) {
          seen.push(number);
          const { status } = await walker.put(byNumber.get(number)!.path("status/canceled"), { reasonCancellationCode: 5 });
          expect(status).toBe(200);
        }
        href = linkIn(reply, "next");
      }
      expect(seen).toEqual(bought.map(({ orderNumber }) => orderNumber).toReversed());
      expect((await walker.get(`/api/v1/orders?orderStatus=approved${expand}`)).status).toBe(204);
    },
  );

  it("turns to any page of a walk by its number", async () => {
    const first = await seller.get("/api/v1/orders?size=2");
    const cursor = new URLSearchParams(linkIn(first, "next")!.split("?")[1]).get("cursor")!;
    await buy(seller, "LISTA", { orderDate: NOON + 2 * DAY });
    const all = numbersIn(await seller.get("/api/v1/orders?size=100")).slice(1);
    for (const page of [0, 1, 2])
      expect(numbersIn(await seller.get(`/api/v1/orders?size=2&page=${page}&cursor=${cursor}`))).toEqual(all.slice(2 * page, 2 * page + 2));
  });

  it.each([
    ["orderStatus=Invoiced", [0]],
    ["orderStatus=faturado", [0]],
    ["orderStatus=APPROVED&orderEndDate=2026-11-20", [6, 4, 2]],
    ["orderStatus=Aprovado&size=2&page=1&orderEndDate=2026-11-20", [2]],
    [`orderStartDate=${NOON + 5 * MINUTE}&orderEndDate=2026-11-20T23:00:00-03:00`, [6, 5]],
    ["orderStartDate=2026-11-20T12:03:00-03:00&orderEndDate=2026-11-20T12:04:00", [4, 3]],
    ["orderStartDate=2026-11-20&orderEndDate=2026-11-20&orderType=Venda", [6, 5, 4, 3, 2, 1, 0]],
    ["orderStatus={orderStatus}&orderType={orderType}&orderEndDate=2026-11-20", [6, 5, 4, 3, 2, 1, 0]],
    ["orderStatus=approved,Invoiced&orderEndDate=2026-11-20", [6, 4, 2, 0]],
    ["orderStatus=faturado&orderStatus=APROVADO&orderEndDate=2026-11-20", [6, 4, 2, 0]],
    ["orderStatus=Invoiced, approved,,Invoiced&size=2&page=1&orderEndDate=2026-11-20", [2, 0]],
    ["orderStatus=approved,Invoiced&orderStatus=Created&orderType=Venda,Troca&orderEndDate=2026-11-20", [6, 5, 4, 3, 2, 1, 0]],
    ["orderStatus=approved,Invoiced&orderType=Venda&expand=shippings&orderEndDate=2026-11-20", [6, 4, 2, 0]],
    ["orderStatus=&orderStatus=,&orderType=&orderEndDate=2026-11-20", [6, 5, 4, 3, 2, 1, 0]],
    ["orderStatus={orderStatus}&orderStatus=Invoiced", [0]],
  ])("filters by %s", async (query, expected) => {
    const reply = await seller.get(`/api/v1/orders?${query}`);
    expect(reply.status, reply.text).toBe(200);
    expect(numbersIn(reply)).toEqual(expected.map((nth) => orders[nth]!.orderNumber));
    const named = /page=1/.test(query) ? (query.includes(",") ? 4 : 3) : expected.length;
    expect(reply.json.total).toBe(named);
  });

  it("refuses each word of several that is none, and names them all", async () => {
    const { status, json } = await seller.get("/api/v1/orders?orderStatus=approved,aproved&orderStatus=Envoiced&orderType=Compra");
    expect(status).toBe(400);
    expect(json.details).toMatchObject([
      { code: "parameter_not_allowed", pointer: "query.orderStatus", received: "aproved", suggestions: ["approved"] },
      { code: "parameter_not_allowed", pointer: "query.orderStatus", received: "Envoiced", suggestions: ["Invoiced"] },
      { code: "parameter_not_allowed", pointer: "query.orderType", received: "Compra" },
    ]);
  });

  it.each(["", "&expand=items", "&orderType=Sale"])("leads through several statuses in the order of all orders%s", async (more) => {
    const walker = await marketplace.seller();
    await onSale(marketplace, walker, { MUITOS: 100 });
    const all: string[] = [];
    for (let nth = 0; nth < 9; nth += 1) {
      const order = await buy(walker, "MUITOS", { orderDate: NOON + DAY + (nth % 4) * MINUTE, paid: nth % 3 !== 0 });
      if (nth % 3 === 1) await walker.put(order.path("status/canceled"), { reasonCancellationCode: 5 });
      all.push(order.orderNumber);
    }
    const newest = numbersIn(await walker.get("/api/v1/orders?size=100"));
    const wanted = newest.filter((number) => all.indexOf(number) % 3 !== 1);
    const seen: string[] = [];
    let href: string | undefined = `/api/v1/orders?size=2&orderStatus=approved&orderStatus=Created${more}`;
    for (let page = 0; href !== undefined; page += 1) {
      const reply: Reply = await walker.get(href);
      expect(reply.json).toMatchObject({ page, total: 6, totalPages: 3 });
      expect(linkIn(reply, "self")).toContain("orderStatus=Created%2Capproved");
      seen.push(...numbersIn(reply));
      href = linkIn(reply, "next");
    }
    expect(seen).toEqual(wanted);
    const last = await walker.get(`/api/v1/orders?size=2&page=2&orderStatus=Created,approved${more}`);
    expect(numbersIn(last)).toEqual(wanted.slice(4));
  });

  it.each([
    [
      "/api/v1/orders",
      "orderStartDate=2026-11-20T12:00:00-03:00&orderEndDate=2026-11-20T14:00:00Z",
      "12:00:00.000-03:00",
      "11:00:00.000-03:00",
    ],
    [
      "/operator/v1/orders",
      "orderStartDate=2026-11-20T12:00:00&orderEndDate=2026-11-20T12:00:00+03:00",
      "12:00:00.000-03:00",
      "06:00:00.000-03:00",
    ],
  ])("refuses in %s a period that ends before it begins: %s", async (path, query, start, end) => {
    const speaker = path.startsWith("/operator") ? await marketplace.operator("orders") : seller;
    const reply = await speaker.get(`${path}?${query.replaceAll("+", "%2B")}`, { headers: { "accept-language": "en" } });
    expect([reply.status, reply.json.type]).toEqual([400, "Parameter_Error"]);
    expect(reply.json.details).toMatchObject([{ code: "period_reversed", pointer: "query.orderEndDate" }]);
    for (const told of [`orderStartDate was understood as 2026-11-20T${start}`, `orderEndDate as 2026-11-20T${end}`])
      expect(reply.json.description).toContain(told);
  });

  it("shows pages far away as it shows the first ones", async () => {
    const many = await marketplace.seller();
    await onSale(marketplace, many, { LONGE: 10 });
    const { orderNumber } = await buy(many, "LONGE", { orderDate: NOON + 3 * DAY });
    const copied = (
      await marketplace.database.query<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and attname not in ('order_number', 'ordinal', 'summary')",
      )
    ).map(({ name }) => name);
    await marketplace.database.query(
      `insert into orders (order_number, ordinal, summary, ${copied.join()})
       select o.order_number || n, n::integer, replace(o.summary, o.order_number, o.order_number || n), ${copied.join()}
         from orders o, (select lpad(g::text, 4, '0') as n from generate_series(1, 1249) as g) g where o.order_number = $1`,
      [orderNumber],
    );
    await marketplace.database.query("update seller_counters set orders = 1250 where seller_id = $1", [many.sellerId]);
    const [near, far] = [await many.get("/api/v1/orders?size=50&page=20"), await many.get("/api/v1/orders?size=50&page=21")];
    const numbers = Array.from({ length: 1_249 }, (_, g) => orderNumber + String(1_249 - g).padStart(4, "0"));
    expect([numbersIn(near), numbersIn(far)]).toEqual([numbers.slice(1_000, 1_050), numbers.slice(1_050, 1_100)]);
    const told = ({ json }: Reply) => ({ ...json.items[0], orderNumber: undefined, links: undefined });
    expect(told(near)).toEqual(told(far));
    expect([near.json.total, far.json.total]).toEqual([1_250, 1_250]);
  });

  it("keeps the filters in its links", async () => {
    const reply = await seller.get("/api/v1/orders?orderStatus=aprovado&orderEndDate=2026-11-20&size=1&expand=shippings");
    const next = await seller.get(linkIn(reply, "next")!);
    expect(numbersIn(next)).toEqual([orders[4]!.orderNumber]);
    expect(next.json.items[0].shippings).toHaveLength(1);
  });

  it.each(["orderType=Exchange", "orderStatus=Frozen", "page=999", "orderStartDate=2030-01-01"])(
    "is 204 when nothing is there: %s",
    async (query) => {
      expect((await seller.get(`/api/v1/orders?${query}`)).status).toBe(204);
      expect((await (await marketplace.seller()).get("/api/v1/orders")).status).toBe(204);
    },
  );

  it.each([
    ["orderStatus=Perdido", "parameter_not_allowed"],
    ["orderType=Presente", "parameter_not_allowed"],
    ["orderStartDate=ontem", "parameter_wrong_date"],
    ["size=101", "parameter_over_maximum"],
    ["cursor=abc", "cursor_unknown"],
  ])("refuses %s", async (query, code) => {
    const { status, json } = await seller.get(`/api/v1/orders?${query}`);
    expect([status, json.type, json.details[0].code]).toEqual([400, "Parameter_Error", code]);
  });
});

describe("what belongs to an order", () => {
  it("is read whole: shippings, one of them, and what happened", async () => {
    const { orderNumber, shippingCodes } = orders[0]!;
    const path = `/api/v1/orders/${orderNumber}`;
    const { items } = (await seller.get(`${path}/shippings`)).json;
    expect(items).toEqual([(await seller.get(`${path}/shippings/${shippingCodes[0]}`)).json]);
    expect(items[0]).toMatchObject({
      expands: [],
      status: "Invoiced",
      sender: { sellerCode: seller.sellerId, sellerName: "Loja de Teste", supplierName: "Loja de Teste" },
      links: [
        { rel: "self", href: `${path}/shippings/${shippingCodes[0]}` },
        { rel: "order", href: path },
      ],
    });
    expect(
      items[0].actions.map(({ rel, href, blockedBy }: { rel: string; href?: string; blockedBy?: { code: string } }) => [
        rel,
        href ?? blockedBy!.code,
      ]),
    ).toEqual([
      ["approved", "order_move_refused"],
      ["invoiced", "order_already_invoiced"],
      ["shipped", `${path}/shippings/${shippingCodes[0]}/status/shipped`],
      ["delivered", "order_move_refused"],
      ["canceled", "order_move_refused"],
    ]);
    const timeline = (await seller.get(`${path}/timeline`)).json;
    expect(timeline.items).toMatchObject([
      { move: "purchasePaid", to: "approved", orderStatus: "approved", version: 1, by: "credential" },
      { move: "invoice", from: "approved", to: "Invoiced", shippingCode: shippingCodes[0], version: 2, by: "credential" },
    ]);
    expect(timeline.items[0].requestId).toEqual(expect.any(String));
  });

  it("is 404 under another number, another seller, another code", async () => {
    const { orderNumber } = orders[0]!;
    const stranger = await marketplace.seller();
    for (const [caller, path, code] of [
      [seller, "/api/v1/orders/1", "order_unknown"],
      [stranger, `/api/v1/orders/${orderNumber}`, "order_unknown"],
      [stranger, `/api/v1/orders/${orderNumber}/shippings`, "order_unknown"],
      [stranger, `/api/v1/orders/${orderNumber}/timeline`, "order_unknown"],
      [seller, `/api/v1/orders/${orderNumber}/shippings/999`, "shipping_unknown"],
    ] as const satisfies readonly (readonly [Client, string, string])[]) {
      const { status, json } = await caller.get(path);
      expect([status, json.type, json.details[0].code], path).toEqual([404, "Resource_Not_Found", code]);
    }
  });

  it("can be canceled for the listed reasons", async () => {
    const { json } = await seller.get("/api/v1/orders/cancellation-reasons", { headers: { "accept-language": "en" } });
    expect(json).toHaveLength(10);
    expect(json[0]).toEqual({ code: 1, description: "Product out of stock", canBePenalty: true });
  });
});

describe("GET /operator/v1/orders", () => {
  it("lists the orders of every seller, without anything personal", async () => {
    const operator = await marketplace.operator("orders");
    const reply = await operator.get(`/operator/v1/orders?sellerId=${seller.sellerId}&orderStatus=Invoiced`);
    expect(reply.json).toMatchObject({
      total: 1,
      items: [{ sellerId: seller.sellerId, orderNumber: orders[0]!.orderNumber, totalNet: 149.9 }],
    });
    expect(reply.text).not.toContain("customer");
    expect((await operator.get("/operator/v1/orders?orderEndDate=2026-11-20")).json.total).toBe(7);
    expect((await operator.get("/operator/v1/orders?sellerId=1")).status).toBe(204);
  });
});

describe("paymentGatewayInfos (seed 2.4)", () => {
  it("are left out where the marketplace switched them off", async () => {
    const quiet = await startMarketplace({
      database: marketplace.database,
      clock: marketplace.clock,
      settings: { ROLE: "api", PAYMENTS_SHOWN: "false" },
    });
    const path = `/api/v1/orders/${orders[0]!.orderNumber}`;
    const hidden = await client(quiet.baseUrl, seller.headers).get(path);
    const shown = await seller.get(path);
    expect(shown.json.paymentGatewayInfos).toEqual([
      { paymentGatewayRegistrationNumber: expect.stringMatching(/^\d{14}$/), totalValue: 149.9 },
    ]);
    const { paymentGatewayInfos: _infos, ...others } = shown.json;
    expect(hidden.json).toEqual(others);
    await quiet.stop();
  });
});
