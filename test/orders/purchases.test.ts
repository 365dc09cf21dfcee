import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { boughtIn, buy, onSale, stockOf } from "./goods.ts";

const DAY = 86_400_000;

let marketplace: Marketplace;
let seller: Seller;
let checkout: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  checkout = await marketplace.operator("orders");
  await onSale(marketplace, seller, { UM: 50, DOIS: 50, POUCO: 3 });
  const shop = await wares(`${marketplace.baseUrl}/images`);
  await publish(seller, shop.visor("CRITICADO", { brand: "Marca Que Não Há" }));
});
afterAll(() => marketplace.stop());

const purchase = (body: object) => checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, ...body });

describe("a purchase (seed 3.3, decisions 5 and 8)", () => {
  it("is taken whole: who bought, how it travels, what it costs, how it was paid", async () => {
    const reply = await purchase({
      orderNumber: "5551234",
      orderDate: "2026-11-19T08:00:00-03:00",
      paymentDate: NOON - DAY,
      agreedDate: NOON + 3 * DAY,
      originSite: "app",
      businessUnit: "vm",
      paid: true,
      customer: { document: 12345678909, customerName: "Aurora Teste", address: { city: "Recife", state: "PE", postalCode: "50000-990" } },
      paymentGatewayInfos: [
        { paymentGatewayRegistrationNumber: "90001001000115", totalValue: 1 },
        { paymentGatewayRegistrationNumber: "9000200200ab20", totalValue: "100.00" },
      ],
      shippings: [
        {
          platformId: "MARKETPLACE_ENTREGAS",
          country: "BR",
          freightAmount: 10.01,
          deliveryTime: 4,
          transport: { carrierId: 77, carrier: "Rápida", deliveryService: "expresso" },
          items: [
            { sku: "UM", quantity: 2, grossUnitValue: 100, discountUnitValue: "0.50" },
            { sku: "DOIS", quantity: 1 },
          ],
        },
        {
          serviceId: "7",
          serviceName: "Agendada",
          shippingEstimate: NOON + DAY,
          items: [{ sku: "DOIS", quantity: 1, netUnitValue: 149.9 }],
        },
      ],
    });
    expect(reply.status, reply.text).toBe(201);
    const order = (await seller.get("/api/v1/orders/5551234?expand=items,devolutionItems")).json;
    expect(order).toMatchObject({
      orderNumber: "5551234",
      orderStatus: "approved",
      orderDate: NOON - DAY - 4 * 3_600_000,
      paymentDate: NOON - DAY,
      agreedDate: NOON + 3 * DAY,
      originSite: "app",
      businessUnit: "VM",
      totalQuantity: 4,
      totalGross: 599.8,
      totalDiscount: 101,
      totalFreight: 10.01,
      totalNet: 508.81,
      paymentGatewayInfos: [
        { paymentGatewayRegistrationNumber: "90001001000115", totalValue: 408.81 },
        { paymentGatewayRegistrationNumber: "9000200200AB20", totalValue: 100 },
      ],
      shippings: [
        {
          platformId: "MARKETPLACE_ENTREGAS",
          freightAmount: 10.01,
          deliveryTime: 4,
          shippingEstimate: NOON + 4 * DAY,
          transport: { carrierId: "77", carrier: "Rápida", deliveryService: "expresso" },
          customer: {
            document: "12345678909",
            customerName: "Aurora Teste",
            address: { city: "Recife", state: "PE", stateName: "Pernambuco" },
          },
          items: [
            {
              sku: "UM",
              quantity: 2,
              grossUnitValue: 100,
              discountUnitValue: 0.5,
              netUnitValue: 99.5,
              totalGross: 200,
              totalDiscount: 1,
              totalFreight: 5.7,
              totalNet: 204.7,
              totalCommission: 31.84,
            },
            { sku: "DOIS", quantity: 1, netUnitValue: 149.9, totalFreight: 4.31 },
          ],
        },
        {
          platformId: "INTERNAL",
          serviceId: "7",
          shippingEstimate: NOON + DAY,
          items: [{ sku: "DOIS", totalFreight: 0, totalNet: 149.9 }],
        },
      ],
    });
    const { shippings } = order;
    expect(shippings[1].shippingCode).toBe(shippings[0].shippingCode + 1);
    const ids = shippings.flatMap(({ items }: { items: { itemId: number }[] }) => items.map(({ itemId }) => itemId));
    expect(ids).toEqual([ids[0], ids[0] + 1, ids[0] + 2]);
    expect(await stockOf(seller, "UM")).toEqual([50, 2]);
    expect(await stockOf(seller, "DOIS")).toEqual([50, 2]);
  });

  it.each([{ carrierId: "906" }, { carrier: "partner entregas - FULFILLMENT" }])(
    "by the fulfilment operator is fulfilment, and nobody else's delivery: %j",
    async (transport) => {
      const shipping = { transport, items: [{ sku: "UM" }] };
      const customer = { document: "12345678909", customerName: "Aurora Teste" };
      const reply = await purchase({ customer, shippings: [shipping] });
      expect([reply.status, reply.json.shippings?.[0]], reply.text).toMatchObject([
        201,
        { platformId: "PARTNER_ENTREGAS", transport: { carrierId: "906", carrier: "Partner Entregas - Fulfillment" } },
      ]);
      const refused = await purchase({ customer, shippings: [{ ...shipping, platformId: "MARKETPLACE_ENTREGAS" }] });
      expect([refused.status, refused.json.details[0]], refused.text).toMatchObject([
        422,
        { code: "carrier_and_platform_disagree", pointer: "/shippings/0/platformId", received: "MARKETPLACE_ENTREGAS" },
      ]);
    },
  );

  it("of its buyer keeps nothing readable in the database", async () => {
    const rows = await marketplace.database.query(
      "select o::text as text from orders o union all select h::text from shippings h union all select e::text from events e",
    );
    const all = rows.map(({ text }) => text).join();
    for (const personal of ["Aurora Teste", "12345678909", "Recife", Buffer.from("Aurora Teste").toString("hex")])
      expect(all).not.toContain(personal);
  });

  it("knows no order number twice, also at the same instant", async () => {
    const [, reserved] = await stockOf(seller, "UM");
    const replies = await Promise.all(Array.from({ length: 8 }, () => purchase({ orderNumber: 777, items: [{ sku: "UM" }] })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    const again = await seller.post("/api/v1/orders", { orderNumber: "777", items: [{ sku: "UM" }] });
    expect([again.status, again.json.details[0]]).toMatchObject([
      409,
      { code: "order_number_registered", pointer: "/orderNumber", received: "777" },
    ]);
    expect(await stockOf(seller, "UM")).toEqual([50, reserved + 1]);
    const other = await marketplace.seller();
    expect((await other.get("/api/v1/orders/777")).status).toBe(404);
  });

  it("numbers and invents what the shorthand leaves out", async () => {
    const { orderNumber, path } = await buy(seller, "UM");
    expect(orderNumber).toMatch(/^\d{15}$/);
    const { customer, items } = (await seller.get(path())).json;
    expect(customer).toMatchObject({
      document: expect.stringMatching(/^\d{11}$/),
      address: { state: expect.stringMatching(/^[A-Z]{2}$/) },
    });
    expect(items[0]).toMatchObject({ grossUnitValue: 199.9, netUnitValue: 149.9, brand: expect.any(String), departmentName: "Corrida" });
  });

  it("is refused with every item that is in the way, and then reserves nothing", async () => {
    const before = await Promise.all(["UM", "POUCO"].map((sku) => stockOf(seller, sku)));
    const items = [
      { sku: "UM", quantity: 1 },
      { sku: "NADA" },
      { sku: "um" },
      { sku: "CRITICADO" },
      { sku: "POUCO", quantity: 2 },
      { sku: "POUCO", quantity: 2 },
      { sku: "UM", quantity: 1, grossUnitValue: 10, discountUnitValue: 11 },
      { sku: "UM", quantity: 1, grossUnitValue: 10, discountUnitValue: 1, netUnitValue: 8 },
    ];
    for (const reply of [await seller.post("/api/v1/orders", { items }), await purchase({ items })]) {
      expect([reply.status, reply.json.type]).toEqual([422, "Business_Logic_Error"]);
      expect(reply.json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`)).toEqual([
        "item_unknown /items/1/sku",
        "item_unknown /items/2/sku",
        "item_not_approved /items/3/sku",
        "item_insufficient /items/5/quantity",
        "item_discount_above_gross /items/6/discountUnitValue",
        "item_amounts_disagree /items/7/netUnitValue",
      ]);
      expect(reply.json.details[3]).toMatchObject({ received: 2, allowed: 1 });
    }
    expect(await Promise.all(["UM", "POUCO"].map((sku) => stockOf(seller, sku)))).toEqual(before);
  });

  it.each([
    ["no items", {}, 422, "items_missing", "/items"],
    ["a shipping without items", { shippings: [{ items: [{ sku: "UM" }] }, {}] }, 422, "items_missing", "/shippings/1/items"],
    ["an unknown store", { items: [{ sku: "UM" }], businessUnit: "ZZ" }, 422, "store_unknown", "/businessUnit"],
    [
      "more than amounts can say",
      { items: [{ sku: "UM", quantity: 30, grossUnitValue: 99_999_999 }] },
      422,
      "order_amount_above_maximum",
      "",
    ],
    ["a number with a slash", { orderNumber: "1/2", items: [{ sku: "UM" }] }, 400, "order_number_characters", "/orderNumber"],
    [
      "a number that is an address",
      { orderNumber: "cancellation-reasons", items: [{ sku: "UM" }] },
      400,
      "order_number_characters",
      "/orderNumber",
    ],
    [
      "a delivery that does not exist",
      { shippings: [{ platformId: "PARTNER", items: [{ sku: "UM" }] }] },
      400,
      "not_allowed",
      "/shippings/0/platformId",
    ],
    [
      "two customers",
      {
        customer: { customerName: "Aurora" },
        shippings: [
          { customer: { customerName: "Aurora" }, items: [{ sku: "UM" }] },
          { customer: { customerName: "Davi" }, items: [{ sku: "UM" }] },
        ],
      },
      422,
      "customers_differ",
      "/shippings/1/customer",
    ],
    [
      "items beside shippings that ask for fewer",
      { items: [{ sku: "UM", quantity: 6 }], shippings: [{ items: [{ sku: "UM" }] }] },
      422,
      "items_disagree",
      "/items/0",
    ],
    [
      "items beside shippings that ask for others",
      { items: [{ sku: "UM" }], shippings: [{ items: [{ sku: "UM" }, { sku: "DOIS" }] }] },
      422,
      "items_disagree",
      "/items",
    ],
    ["paid and Created", { items: [{ sku: "UM" }], paid: true, orderStatus: "Created" }, 422, "paid_and_status_disagree", "/orderStatus"],
    [
      "unpaid and approved",
      { items: [{ sku: "UM" }], paid: false, orderStatus: "Aprovado" },
      422,
      "paid_and_status_disagree",
      "/orderStatus",
    ],
    ["an unknown state", { items: [{ sku: "UM" }], customer: { address: { state: "ZZ" } } }, 400, "not_allowed", "/customer/address/state"],
    [
      "two states",
      { items: [{ sku: "UM" }], customer: { address: { state: "SP", stateName: "Bahia" } } },
      422,
      "states_differ",
      "/customer/address/stateName",
    ],
    ["no quantity", { items: [{ sku: "UM", quantity: 0 }] }, 400, "below_minimum", "/items/0/quantity"],
    ["a state of its own choice", { orderStatus: "delivered", items: [{ sku: "UM" }] }, 400, "not_allowed", "/orderStatus"],
    [
      "three payments",
      {
        items: [{ sku: "UM" }],
        paymentGatewayInfos: Array.from({ length: 3 }, () => ({ paymentGatewayRegistrationNumber: "90001001000115", totalValue: 1 })),
      },
      400,
      "too_many_items",
      "/paymentGatewayInfos",
    ],
  ])("is refused with %s", async (_what, body, status, code, pointer) => {
    const reply = await seller.post("/api/v1/orders", body);
    expect([reply.status, reply.json.details[0]], reply.text).toMatchObject([status, { code, pointer }]);
  });

  it("pays the marketplace by the department's rule, from then on", async () => {
    const admin = await marketplace.operator("admin");
    const totalCommission = async () => (await seller.post("/api/v1/orders", { items: [{ sku: "UM" }] })).json.totalCommission as number;
    const rule = (value: object) => admin.put("/operator/v1/rules/commissionPercent", { value });
    const standard = await totalCommission();
    expect((await rule({ standard: 20, departments: [] })).status).toBe(200);
    await eventually("the standard commission", async () => (await totalCommission()) === 29.98);
    await rule({ standard: 20, departments: [{ code: 101, percent: 12.5 }] });
    await eventually("the department's commission", async () => (await totalCommission()) === 18.74);
    expect((await rule({ standard: 16, departments: [{ code: 1, percent: 5 }] })).status).toBe(422);
    await rule({ standard: 16, departments: [] });
    await eventually("the former commission", async () => (await totalCommission()) === standard);
  });

  it("is approved when it says that it is paid", async () => {
    for (const paid of [{ paid: true }, { orderStatus: "Approved" }, { orderStatus: "aprovado" }]) {
      const { json } = await seller.post("/api/v1/orders", { items: [{ sku: "UM" }], ...paid });
      expect([json.orderStatus, json.paymentDate]).toEqual(["approved", NOON]);
    }
  });

  it("of a seller that is not there, or is suspended, is refused", async () => {
    const suspended = await marketplace.seller();
    await onSale(marketplace, suspended, { PARADO: 5 });
    const admin = await marketplace.operator("admin");
    await admin.request("PATCH", `/operator/v1/sellers/${suspended.sellerId}`, { json: { status: "suspended" } });
    for (const [sellerId, code] of [
      [suspended.sellerId, "buyer_seller_suspended"],
      [999_999, "buyer_seller_unknown"],
    ]) {
      const reply = await checkout.post("/operator/v1/orders", { sellerId, items: [{ sku: "PARADO" }] });
      expect([reply.status, reply.json.details[0]], reply.text).toMatchObject([422, { code, pointer: "/sellerId" }]);
    }
  });
});

describe("a partial order of two shippings (decisions 5)", () => {
  it("is where its least advanced shipping is that is not canceled", async () => {
    const order = boughtIn(
      await purchase({ paid: true, shippings: [{ items: [{ sku: "UM", quantity: 2 }] }, { items: [{ sku: "DOIS" }, { sku: "UM" }] }] }),
    );
    const orderStatus = async () => (await seller.get(`/api/v1/orders/${order.orderNumber}`)).json.orderStatus;
    const [physical, reserved] = await stockOf(seller, "UM");
    await seller.put(order.path("status/invoiced", 0), { issueDate: "2026-11-20T12:00:00-03:00" });
    expect(await orderStatus()).toBe("approved");
    expect(await stockOf(seller, "UM")).toEqual([physical - 2, reserved - 2]);
    await seller.put(order.path("status/shipped", 0), {
      carrier: "Rápida",
      trackingNumber: "R1",
      trackingLink: "https://rapida.exemplo.com.br/R1",
    });
    expect(await orderStatus()).toBe("approved");
    const canceled = await seller.put(order.path("status/canceled", 1), { cancellationReason: "produto sem estoque" });
    expect(canceled.json.cancellation).toMatchObject({ code: 1, canBePenalty: true });
    expect(await orderStatus()).toBe("shipped");
    expect(await stockOf(seller, "UM")).toEqual([physical - 2, reserved - 3]);
    await seller.put(order.path("status/delivered", 0), {});
    expect(await orderStatus()).toBe("delivered");
  });
});

describe("what is for sale", () => {
  it("may fall below zero by a PUT of physical stock; then nothing is sold, and invoicing never makes less than none", async () => {
    const order = await buy(seller, "POUCO", { items: [{ sku: "POUCO", quantity: 3 }], paid: true });
    await seller.put(pathOf("POUCO", "stocks"), { available: 1 });
    expect((await seller.get(pathOf("POUCO", "stocks"))).json).toMatchObject({ physical: 1, reserved: 3, availableForSale: -2 });
    const refused = await seller.post("/api/v1/orders", { items: [{ sku: "POUCO" }] });
    expect(refused.json.details[0]).toMatchObject({ code: "item_insufficient", allowed: 0 });
    expect((await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" })).status).toBe(200);
    expect(await stockOf(seller, "POUCO")).toEqual([0, 0]);
  });
});
