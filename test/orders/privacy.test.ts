import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { maskCustomer } from "../../src/orders/privacy/mask.ts";
import { needsCustomer } from "../../src/orders/privacy/needed.ts";
import { eraseExpiredCustomers } from "../../src/orders/privacy/worker.ts";
import { ORDER_STATES } from "../../src/orders/status.ts";
import { client, eventually, NOON, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onDatabase, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { codesIn, deskPath } from "./desk.ts";
import { boughtIn, onSale, type Bought } from "./goods.ts";

/** Somebody whom nothing else in the world is called. */
const CUSTOMER = {
  document: "529.982.247-25",
  stateInscription: "998877665544",
  customerName: "Zuleica Canária",
  recipientName: "Teodolindo Canário",
  tradeName: "Canarim Comércio",
  cellPhone: "(91)98765-4321",
  landLine: "(91)3456-7891",
  address: {
    street: "Travessa do Canário",
    number: "77123",
    complement: "Casa Canaviada",
    reference: "Junto ao Viveiro",
    neighborhood: "Canarinhos",
    postalCode: "66777-123",
    city: "Canaraçu",
    state: "PA",
    stateName: "Pará",
  },
};
const MASKED = {
  document: "***.***.***-25",
  stateInscription: "***",
  customerName: "Z. C.",
  recipientName: "T. C.",
  tradeName: "C. C.",
  cellPhone: "(**)*****-**21",
  landLine: "(**)****-**91",
  address: {
    street: "***",
    number: "***",
    complement: "***",
    reference: "***",
    neighborhood: "***",
    postalCode: "***",
    city: "Canaraçu",
    state: "PA",
    stateName: "Pará",
  },
};
/** What may be found nowhere: every value that names the person, in any spelling it was sent or kept in. A town and a state name nobody. */
const CANARIES = [
  "52998224725",
  "998877665544",
  "Zuleica",
  "Teodolindo",
  "Canarim",
  "98765",
  "91987654321",
  "3456-7891",
  "Canári",
  "77123",
  "Canaviada",
  "Viveiro",
  "Canarinhos",
  "66777",
  "66777123",
  CUSTOMER.document,
];
/** Numbers are looked for whole: an order's number may have any five digits in it, and so may an id and a fraction. */
const sought = CANARIES.map((canary) => ({ canary, found: /^\d+$/.test(canary) ? new RegExp(`(?<![\\w.])${canary}(?!\\w)`) : undefined }));
const canariesIn = (text: string): readonly string[] =>
  sought.filter(({ canary, found }) => found?.test(text) ?? text.includes(canary)).map(({ canary }) => canary);

let marketplace: Marketplace;
let seller: Seller;
let desk: Readonly<Record<"orders" | "risk" | "support" | "admin" | "fulfillment", Client>>;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ name: "Loja Aurora" });
  const roles = ["orders", "risk", "support", "admin", "fulfillment"] as const;
  const clients = await Promise.all(roles.map(async (role) => [role, await marketplace.operator(role)] as const));
  desk = Object.fromEntries(clients) as typeof desk;
  await onSale(marketplace, seller, { VISEIRA: 100 });
});
afterAll(() => marketplace.stop());

const purchase = (more: object = {}) => ({
  sellerId: seller.sellerId,
  items: [{ sku: "VISEIRA" }],
  customer: CUSTOMER,
  paid: true,
  ...more,
});
const bought = async (more: object = {}): Promise<Bought> => boughtIn(await desk.orders.post("/operator/v1/orders", purchase(more)));
const shownTo = async (who: Client, path: string) => (await who.get(path)).json.shippings[0].customer as unknown;
const forSeller = ({ orderNumber }: Bought) => `/api/v1/orders/${orderNumber}?expand=shippings`;

describe("who bought, masked (domain 8)", () => {
  it("keeps every field and nobody to be recognised by", () => {
    expect(maskCustomer(CUSTOMER)).toEqual(MASKED);
    expect(maskCustomer({})).toEqual({});
    expect(maskCustomer({ document: "25", customerName: "  " })).toEqual({ document: "25", customerName: "" });
    expect(canariesIn(JSON.stringify(maskCustomer(CUSTOMER)))).toEqual([]);
  });

  const DAY_MS = 86_400_000;
  it.each([
    ["sandbox", ["Created", "approved", "Invoiced", "shipped", "delivered"]],
    ["production", ["approved", "Invoiced", "shipped", "delivered"]],
  ] as const)("is not in %s for the seller in %j, and nowhere once the exchange window has passed", (environment, shown) => {
    const facts = { environment, customerShownDays: 30, now: NOON };
    const seen = ORDER_STATES.filter(({ status }) => needsCustomer({ status, statusAt: NOON - 30 * DAY_MS + 1 }, facts));
    expect(seen.map(({ status }) => status)).toEqual(shown);
    expect(needsCustomer({ status: "delivered", statusAt: NOON - 30 * DAY_MS }, facts)).toBe(false);
  });
});

describe("operators", () => {
  it("see an order's customer masked, whatever they do with it", async () => {
    const created = await desk.orders.post("/operator/v1/orders", purchase({ paid: false }));
    const order = boughtIn(created);
    expect(created.json.shippings[0].customer).toEqual(MASKED);
    const at = (word = "") => deskPath(seller, order.orderNumber, word);
    for (const role of ["orders", "risk", "support", "fulfillment", "admin"] as const)
      expect(await shownTo(desk[role], at()), role).toEqual(MASKED);
    expect((await desk.orders.post(at("approve-payment"), {})).json.shippings[0].customer).toEqual(MASKED);
    expect((await desk.risk.post(at("freeze"), { reason: "Análise" })).json.shippings[0].customer).toEqual(MASKED);
    const list = await desk.orders.get("/operator/v1/orders");
    expect(canariesIn(list.text)).toEqual([]);
  });

  it("see it whole when they say why, and it is known who did", async () => {
    const order = await bought();
    const at = (word: string) => deskPath(seller, order.orderNumber, word);
    expect((await desk.risk.get(at("accesses"))).status).toBe(204);
    for (const role of ["support", "fulfillment"] as const) {
      const refused = await desk[role].post(at("reveal"), { reason: "Curiosidade" });
      expect([refused.status, codesIn(refused)], role).toEqual([403, ["role_missing"]]);
    }
    const reason = "Cliente pediu a correção do endereço, protocolo 4711";
    const revealed = await desk.risk.post(at("reveal"), { reason });
    expect([revealed.status, revealed.json]).toEqual([200, { orderNumber: order.orderNumber, customer: CUSTOMER }]);
    // However the address is written: the journal is the order's.
    const spelled = at("reveal").replace(`/${seller.sellerId}/`, `/0${seller.sellerId}/`);
    expect((await desk.orders.post(spelled, { reason: "Segunda via" })).status).toBe(200);
    const { items } = (await desk.orders.get(at("accesses"))).json;
    expect(items.map((item: Record<string, unknown>) => [item["role"], item["reason"], item["date"]])).toEqual([
      ["orders", "Segunda via", isoDateTime(NOON)],
      ["risk", reason, isoDateTime(NOON)],
    ]);
    const audit = (await desk.admin.get("/operator/v1/audit?size=50")).json.items as readonly Record<string, unknown>[];
    expect(audit.find(({ operation, status }) => operation === "revealCustomer" && status === 200)).toMatchObject({ target: spelled });
    expect(audit.filter(({ change }) => change === JSON.stringify({ reason }))).toHaveLength(1);
  });
});

describe("sellers", () => {
  it("see who bought until the exchange window has passed, and nobody does when the retention has", async () => {
    const order = await bought();
    expect(await shownTo(seller, forSeller(order))).toEqual(CUSTOMER);
    for (const [word, body] of [
      ["invoiced", { issueDate: isoDateTime(NOON) }],
      ["shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }],
      ["delivered", {}],
    ] as const)
      expect((await seller.put(order.path(`status/${word}`), body)).status).toBe(200);
    const days = (count: number) => marketplace.clock.set(NOON + count * 86_400_000);
    days(29);
    expect(await shownTo(seller, forSeller(order))).toEqual(CUSTOMER);
    days(30);
    expect(await shownTo(seller, forSeller(order))).toEqual(MASKED);
    expect((await seller.get(order.path())).json.customer).toEqual(MASKED);
    const listed = (await seller.get("/api/v1/orders?expand=shippings&orderStatus=delivered")).json.items as readonly {
      shippings: [{ customer: object }];
    }[];
    expect(listed.map(({ shippings }) => shippings[0].customer)).toEqual([MASKED]);
    expect((await desk.risk.post(deskPath(seller, order.orderNumber, "reveal"), { reason: "Defesa" })).status).toBe(200);

    days(365);
    const due = await startMarketplace({ database: marketplace.database, clock: marketplace.clock });
    await eventually("the customer to be forgotten", async () => {
      const [row] = await marketplace.database.query<{ forgotten: boolean }>(
        "select customer is null and forget_customer_at is null as forgotten from orders where order_number = $1",
        [order.orderNumber],
      );
      return row!.forgotten;
    });
    await due.stop();
    expect(await shownTo(seller, forSeller(order))).toEqual({ address: {} });
    const refused = await desk.risk.post(deskPath(seller, order.orderNumber, "reveal"), { reason: "Defesa" });
    expect([refused.status, codesIn(refused)]).toEqual([422, ["customer_forgotten"]]);
    const left = await marketplace.database.query("select from orders where status not in ('delivered', 'canceled') and customer is null");
    expect(left).toEqual([]);
    marketplace.clock.set(NOON);
  });

  it("and nobody, see what was said of a cancellation when its customer is forgotten", async () => {
    const [byDesk, bySeller] = [await bought(), await bought()];
    const reason = `${CUSTOMER.customerName} desistiu`;
    expect((await desk.orders.post(deskPath(seller, byDesk.orderNumber, "cancel"), { reason })).status).toBe(200);
    const canceledBy = CUSTOMER.customerName;
    expect((await seller.put(bySeller.path("status/canceled"), { reasonCancellationCode: 5, canceledBy })).status).toBe(200);
    const said = async () => {
      const reads = await Promise.all([byDesk, bySeller].map((order) => seller.get(order.path())));
      return reads.map(({ json }) => json.cancellation as Readonly<Record<string, unknown>>);
    };
    const before = await said();
    expect(before).toMatchObject([{ remark: reason }, { code: 5, canceledBy }]);

    marketplace.clock.set(NOON + 365 * 86_400_000);
    expect(await eraseExpiredCustomers({ db: marketplace.app.db, clock: marketplace.clock })).toBeGreaterThanOrEqual(2);
    const [{ remark: _remark, ...first }, { canceledBy: _by, ...second }] = before as [{ remark: string }, { canceledBy: string }];
    expect(await said()).toEqual([first, second]);
    const left = await marketplace.database.query<{ text: string }>("select coalesce(cancellation, '') as text from shippings");
    expect(left.flatMap(({ text }) => canariesIn(text))).toEqual([]);
    marketplace.clock.set(NOON);
  });

  it("see nothing of whoever's order was canceled or is in risk analysis", async () => {
    const order = await bought();
    const at = (word: string) => deskPath(seller, order.orderNumber, word);
    await desk.risk.post(at("freeze"), { reason: "Análise" });
    expect(await shownTo(seller, forSeller(order))).toEqual(MASKED);
    await desk.risk.post(at("refuse"), { reason: "Análise" });
    expect(await shownTo(seller, forSeller(order))).toEqual(MASKED);
  });
});

describe("what is personal", () => {
  let server: ServerProcess;
  let texts: string[];

  /** Everything the database holds, as text. */
  async function everyTable(): Promise<string> {
    const tables = await marketplace.database.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const dumps: string[] = [];
    for (const { name } of tables) dumps.push(JSON.stringify(await marketplace.database.query(`select t::text from ${name} t`)));
    return dumps.join();
  }

  beforeAll(async () => {
    server = await startServer({
      variables: {
        ...onDatabase(marketplace.database),
        LOG_LEVEL: "debug",
        MARKETPLACE_SHIPMENT_SECONDS: "0",
        FULFILLMENT_INVOICING_SECONDS: "0",
      },
    });
    texts = [];
  });

  it("is shown to whoever sent it, and in no log, metric, event or audit row after a whole journey", async () => {
    const [mine, clerk, risk, keeper] = [seller, desk.orders, desk.risk, desk.fulfillment].map((one) =>
      client(server.baseUrl, one.headers),
    );
    const order = boughtIn(
      await clerk!.post(
        "/operator/v1/orders",
        purchase({ items: undefined, shippings: [{ platformId: "MARKETPLACE_ENTREGAS", items: [{ sku: "VISEIRA" }] }] }),
      ),
    );
    const kept = boughtIn(
      await clerk!.post(
        "/operator/v1/orders",
        purchase({ items: undefined, shippings: [{ platformId: "PARTNER_ENTREGAS", items: [{ sku: "VISEIRA" }] }] }),
      ),
    );
    const at = (word: string) => deskPath(seller, order.orderNumber, word);

    // Bodies that are wrong in what is personal, and around it.
    const long = `${CUSTOMER.customerName} ${"x".repeat(300)}`;
    const wrong = {
      document: { cpf: CUSTOMER.document },
      customerName: long,
      cellPhone: [CUSTOMER.cellPhone],
      address: CUSTOMER.address.street,
    };
    for (const customer of [wrong, CUSTOMER.document, [CUSTOMER]]) {
      const refusals = [
        await clerk!.post("/operator/v1/orders", purchase({ customer })),
        await mine!.post("/api/v1/orders", { items: [{ sku: "VISEIRA" }], customer }),
        await mine!.post("/api/v1/orders", { shippings: [{ items: [{ sku: "VISEIRA" }], customer }] }),
      ];
      expect(refusals.map(({ status, text }) => [status, canariesIn(text).length > 0])).toEqual([400, 400, 400].map((one) => [one, true]));
    }
    texts.push((await clerk!.post("/operator/v1/orders", { ...purchase({ items: [{ sku: "NADA" }] }), custommer: CUSTOMER })).text);

    await risk!.post(at("freeze"), { reason: "Análise" });
    await risk!.post(at("release"), { reason: "Análise" });
    expect((await risk!.post(at("reveal"), { reason: "Protocolo 4712" })).json.customer).toEqual(CUSTOMER);
    const danfeXml = `<nfeProc><dest><CPF>52998224725</CPF><xNome>Zuleica`;
    texts.push((await mine!.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON), danfeXml })).text);
    texts.push((await keeper!.post(deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/invoice`), { danfeXml })).text);
    expect((await keeper!.post(deskPath(seller, kept.orderNumber, `shippings/${kept.shippingCodes[0]}/invoice`), {})).status).toBe(200);
    expect((await mine!.put(order.path("status/invoiced"), { issueDate: isoDateTime(NOON) })).status).toBe(200);
    for (const word of ["ship", "deliver"])
      expect((await keeper!.post(at(`shippings/${order.shippingCodes[0]}/${word}`), {})).status, word).toBe(200);
    const exchange = await clerk!.post(at("exchange"), {});
    expect([exchange.status, exchange.json.shippings[0].customer], exchange.text).toEqual([201, MASKED]);
    texts.push((await mine!.get(`/api/v1/orders/${order.orderNumber}/timeline`)).text);
    texts.push((await client(server.baseUrl, desk.admin.headers).get("/operator/v1/audit?size=100")).text);
    texts.push((await client(server.baseUrl, {}).get("/metrics")).text);
    expect(texts.every((text) => text.length > 0)).toBe(true);
    expect(texts.flatMap(canariesIn)).toEqual([]);
    expect(canariesIn(await everyTable())).toEqual([]);
  }, 60_000);

  it("is in nothing the process printed, and would be seen there and in the tables (planted)", async () => {
    await server.end("SIGTERM");
    expect(server.output()).toContain('"operation":"createOrder"');
    expect(canariesIn(server.output())).toEqual([]);
    expect(canariesIn(`${server.output()} ${CUSTOMER.customerName}`)).toEqual(["Zuleica", "Canári"]);
    await marketplace.database.query("update events set payload = $1 where seq = 1", [JSON.stringify(CUSTOMER)]);
    expect(canariesIn(await everyTable()).length).toBeGreaterThan(10);
  });
});
