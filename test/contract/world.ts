import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import type { Environment, Operation } from "../../src/platform/contract/operation.ts";
import { ROLES, type Role, SCOPES } from "../../src/sellers/index.ts";
import { scopesAllow } from "../../src/sellers/caller-identity.ts";
import { type Client, client, eventually, type Marketplace, type RequestOptions, type Seller, startMarketplace } from "../harness.ts";
import type { Bought } from "../orders/goods.ts";
import { newPerson } from "../people/people.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { BULK_BYTES, bulkJob, isPart, PART } from "./bulk-jobs.ts";
import { freshChangeOf, setAsideChangeOf } from "./change-requests.ts";
import { anyEndpoint, ENDPOINTS, newEndpoint, testedEndpoint } from "./endpoints.ts";
import { CUSTOMER, documentOf, orderFor, PERIOD } from "./orders.ts";
import { furnishPeople, type WorldPeople } from "./people.ts";
import { seenByRun, validationFor } from "./validation-runs.ts";

/** A marketplace in which every operation of the contract has something to succeed with. */
export interface World {
  readonly market: Marketplace;
  readonly people: WorldPeople;
  /** Someone who may call the operation. */
  caller(operation: Operation): Promise<Client>;
  /** Someone who is known, and may not. */
  stranger(operation: Operation): Promise<Client>;
  /** The operation's address with something there, fresh where the call uses it up. */
  address(operation: Operation): Promise<string>;
  /** Takes back every change that waits: what is announced makes a list of changes that is not empty. */
  withdrawAnnounced(): Promise<void>;
  /** Puts a product into the review queue that nobody holds. */
  queueProduct(): Promise<void>;
  /** A body that the operation takes. */
  body(operation: Operation): unknown;
  /** What a call of the operation sends: a body, or a file and its headers. */
  sent(operation: Operation): RequestOptions;
  /** What the operation must be asked with; empty for most. */
  query(operation: Operation): string;
  /** Where the operation has nothing to answer. */
  nothing(operation: Operation): Promise<{ readonly path: string; readonly query: string; readonly json?: object }>;
  stop(): Promise<void>;
}

/** What is about a product that is sold, and its change requests. */
const OF_CHANGES = new Set(["postChange", "listProductChanges", "getChange", "withdrawChange"]);
/** What tells of a product's life: of one that others change, it depends on how often the validation came between two changes. */
const OF_AN_UNCHANGED = new Set(["getProductStatus", "getProductHistory"]);
/** What one seller cannot do again and again. */
const ONCE = new Set([
  "rotateOwnCredential",
  "postProduct",
  "startValidation",
  "createNotificationEndpoint",
  "createBulkJob",
  "createOrderBulkJob",
]);

/** Bodies beyond it are refused; large enough for every example. */
export const BODY_LIMIT_BYTES = 16 * 1024;

const CATALOGED = ["VISEIRA-STATUS", "VISEIRA-REVIEW", "VISEIRA-BULK"] as const;
const CLAIMED = "VISEIRA-RESERVADA";
const UNDONE = "VISEIRA-DESFEITA";
const CRITICIZED = "VISEIRA-CRITICADA";
const SOLD = "VISEIRA-VENDIDA";
const OFFER = { price: { listPrice: 199.9, salePrice: 149.9 }, stock: { available: 1_000_000 } };
const MARKETPLACE_CNPJ = "11222333000181";
const FAR = "2030-01-01T00:00:00Z";
/** Seconds an incomplete family waits. The same change twice is none: each one asked for is another. */
let scheduled = 60;

/** What the marketplace of a world is like. */
interface WorldOptions {
  readonly dispatching?: boolean;
  readonly environment?: Environment;
  /** Where the products' images are; the sandbox has its own. */
  readonly imagesUrl?: string;
  readonly bodyLimitBytes?: number;
}

/** A role that may not call an operation of the marketplace; undefined when all of them may, and only people of sellers may not. */
export const strangerRoleOf = ({ permission }: Operation): Role | undefined =>
  ROLES.find((role) => role !== "admin" && !permission.includes(role));

export async function createWorld({
  dispatching = true,
  environment = "sandbox",
  imagesUrl,
  bodyLimitBytes = BODY_LIMIT_BYTES,
}: WorldOptions = {}): Promise<World> {
  const market = await startMarketplace({
    settings: {
      ENVIRONMENT: environment,
      // The images of both environments are the sandbox's, on this machine.
      ...(environment === "production" ? { OUTBOUND_HOSTS_ALLOWED: "127.0.0.1", MARKETPLACE_CNPJ } : {}),
      ...(dispatching ? {} : { ROLE: "api,worker" }),
      BODY_LIMIT_BYTES: String(bodyLimitBytes),
      BULK_MAX_BYTES: String(BULK_BYTES),
      SELF_SERVICE_PER_HOUR: "100000",
      SELF_SERVICE_PER_ADDRESS: "100000",
      SIGN_INS_PER_HOUR: "10000000",
      PERSON_QUOTA_PER_MINUTE: "1000000",
    },
  });
  const seller = await market.seller();
  const admin = await market.operator("admin");
  const people = await furnishPeople(market, seller);
  await admit(market, seller.clientId);
  const world: Furnished = {
    market,
    environment,
    dispatching,
    seller,
    admin,
    orders: { last: undefined },
    runs: { last: undefined },
    imagesUrl: imagesUrl ?? `${market.baseUrl}/images`,
  };
  await furnish(world);
  await admin.put("/operator/v1/rules/familySettleSeconds", { value: scheduled });
  // An invoice of the fulfilment operator's, for archives.
  await orderFor({ ...world, sku: SOLD }, { id: "downloadOrderInvoices" });
  const address: World["address"] = async (operation) => {
    let path = operation.path;
    for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
      const value = people.values[name!]?.(operation) ?? VALUES[name!]?.(world, operation);
      if (value === undefined) throw new Error(`test/contract/world.ts knows no value for {${name}} of ${operation.path}`);
      path = path.replace(`{${name}}`, encodeURIComponent(await value));
    }
    return path;
  };
  const items = [{ sku: SOLD }];
  // Nothing comes after it in lists of the newest first.
  const oldestChange = await freshChangeOf(seller, SOLD, { isChecked: true });
  // The audit log goes by real time, which examples do not know.
  const [{ day }] = (await admin.get("/operator/v1/audit/days")).json.items;
  const bodies: Readonly<Record<string, unknown>> = {
    undoReview: { decisionId: await decidedJustNow(world) },
    reviewProducts: { items: [decision(seller, CATALOGED[2])] },
    postOrder: { items },
    createOrder: { sellerId: seller.sellerId, items, customer: CUSTOMER },
    createCredential: { name: "brief", clientId: await newApplication(market, admin) },
    invoiceShipping: { danfeXml: documentOf({ ...world, sku: SOLD }) },
    checkAudit: { day },
    decideChanges: {
      items: [
        {
          changeRequestId: await freshChangeOf(seller, SOLD, { isChecked: true, field: "/name" }),
          fields: [{ pointer: "/name", decision: "approve" }],
        },
      ],
    },
    // So little goes wrong that nobody notices.
    putHttpFaults: { rules: [{ kind: "latency", latencyMs: 1, share: 0.0001 }] },
    putEventFaults: { rules: [{ kind: "delay", delayMs: 1, share: 0.0001 }] },
    // What is due for days would end what others have made.
    moveClock: { by: "1s" },
    putClock: { frozen: false },
  };
  const bodyOf: World["body"] = ({ id, bodyExample }) => bodies[id] ?? people.bodies[id] ?? bodyExample;
  return {
    market,
    people,
    async caller(operation) {
      const { audience, id } = operation;
      const person = await people.caller(operation);
      if (person !== undefined) return person;
      if (audience === "operator") return admin;
      if (audience === "public") return client(market.baseUrl, {});
      return ONCE.has(id) ? market.seller() : seller;
    },
    async stranger(operation) {
      const { audience, permission } = operation;
      if (audience === "seller")
        return market.seller({ scopes: SCOPES.filter((scope) => !scopesAllow([scope], String(permission))).slice(0, 1) });
      const role = strangerRoleOf(operation);
      return role === undefined ? newPerson(market, { sellerId: seller.sellerId, role: "support" }) : market.operator(role);
    },
    address,
    async withdrawAnnounced() {
      const { waiting } = (await admin.get("/operator/v1/reference")).json as {
        readonly waiting: readonly { readonly changeId: number }[];
      };
      for (const { changeId } of waiting) await admin.request("DELETE", `/operator/v1/reference/changes/${changeId}`);
    },
    queueProduct: async () => void (await newInCatalogue(world, CLAIMED)),
    body: bodyOf,
    sent: (operation) => (isPart(operation) ? PART : operation.body ? { json: bodyOf(operation) } : {}),
    query: ({ id }) => (id === "downloadInvoices" ? PERIOD.query : ""),
    async nothing(operation) {
      if (operation.id === "claimReviews") return { path: operation.path, query: "", json: { filter: { department: "Nenhum" } } };
      if (operation.id.endsWith("BulkContent")) return { path: await address({ ...operation, id: "append" }), query: "" };
      // What it answers is always nothing.
      if (operation.id === "withdrawProposal") return { path: await address(operation), query: "" };
      if (operation.id === "downloadInvoices") return { path: operation.path, query: PERIOD.nothing };
      if (operation.id === "listChanges") return { path: operation.path, query: "?since=2100-01-01" };
      if (operation.id === "listChangeRequests" || operation.id === "listProductChanges")
        return { path: await address(operation), query: `?after=${oldestChange}` };
      const [, query = ""] = PAST_THE_END.find(([name]) => name in propertiesOf(operation.query)) ?? [];
      const path = await address({ ...operation, id: query === "" ? "" : operation.id });
      return { path, query: query.replace("{sellerId}", String(seller.sellerId)) };
    },
    stop: market.stop,
  };
}

/** The parameters that lists are walked with, behind everything there is. A list without them is empty of an order where nothing happened. */
const PAST_THE_END = [
  ["page", "?page=9999"],
  ["before", "?before=1"],
  ["beforeDay", "?beforeDay=1970-01-01"],
  ["since", "?since=999999"],
  ["olderThanHours", "?olderThanHours=99999"],
  // Of operators it asks whose; sellers are not asked, and what nobody asks for is ignored.
  ["after", "?after=999999&sellerId={sellerId}"],
  ["status", "?status=expired"],
] as const;

/** The parameters a schema names. */
export function propertiesOf(schema: Operation["query"]) {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  return properties;
}

const decision = ({ sellerId }: Seller, sku: string) => ({ sellerId, sku, decision: "approve" });

interface Furnished {
  readonly market: Marketplace;
  readonly environment: Environment;
  /** Whether notifications leave. */
  readonly dispatching: boolean;
  readonly seller: Seller;
  readonly admin: Client;
  /** The order made last: its number and its shipping's code stand in one address. */
  readonly orders: { last: Bought | undefined };
  /** The run begun last: one address names it and one of its calls. */
  readonly runs: { last: string | undefined };
  readonly imagesUrl: string;
}

async function freshOrder(world: Furnished, operation: Operation): Promise<string> {
  // Whoever tries all there is may have changed them.
  await world.seller.put(pathOf(SOLD, "prices"), OFFER.price);
  await world.seller.put(pathOf(SOLD, "stocks"), OFFER.stock);
  world.orders.last = await orderFor({ ...world, sku: SOLD }, operation);
  const { orderNumber } = world.orders.last;
  if (operation.id === "getProposal" || operation.id === "withdrawProposal")
    await world.market.database.query(
      `insert into order_proposals (seller_id, order_number, move, version, proposed_by, proposed_at)
       select seller_id, order_number, 'release', version, 'person:prs_1', 1 from orders where seller_id = $1 and order_number = $2`,
      [world.seller.sellerId, orderNumber],
    );
  return orderNumber;
}

/** A value for each parameter that a path names. */
const VALUES: Readonly<Record<string, (world: Furnished, operation: Operation) => Promise<string> | string>> = {
  sku: (world, { id }) => {
    const cataloged = { putProductStatus: CATALOGED[0], reviewProduct: CATALOGED[1] }[id];
    // Its picture is the sandbox's own.
    if (OF_CHANGES.has(id) || id === "getPicture") return SOLD;
    return cataloged === undefined ? (OF_AN_UNCHANGED.has(id) ? CRITICIZED : PRODUCT_EXAMPLE.sku) : inCatalogue(world, cataloged);
  },
  sellerId: ({ seller }) => String(seller.sellerId),
  n: () => "0",
  // Sellers know those of their own application alone; a successor is refused where two are live.
  credentialId: async ({ market, admin, seller }, { audience }) => {
    const clientId = audience === "seller" ? seller.clientId : await newApplication(market, admin);
    return idOf(await admin.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, { name: "brief", clientId }));
  },
  keyId: async ({ admin }) => idOf(await admin.post("/operator/v1/operator-keys", { role: "support" })),
  orderNumber: freshOrder,
  orderCode: freshOrder,
  shippingCode: ({ orders }) => String(orders.last!.shippingCodes[0]),
  buId: () => "VE",
  departmentCode: async ({ seller }) => firstCode(await seller.get("/api/v1/bus/VE/departments")),
  productTypeCode: async ({ seller }) =>
    firstCode(await seller.get(`/api/v1/department/${firstCode(await seller.get("/api/v1/bus/VE/departments"))}/productType`)),
  list: () => "brands",
  code: async ({ seller, admin }, { id, bodyExample }) => {
    if (id === "removeReferenceItem") return newBrand(admin);
    const brands = itemsOf(await seller.get("/api/v1/brands"));
    const { name } = (bodyExample ?? {}) as { readonly name?: string };
    return String((brands.find((brand) => brand.name === name) ?? brands.at(-1)!).code);
  },
  requestId: async ({ seller, admin, runs }, { id: operationId }) => {
    if (operationId === "replayValidationCall") return seenByRun(admin, runs.last!);
    const id = (await seller.get("/api/v1/bus")).headers.get("x-request-id")!;
    await eventually(`${id} in the log of requests`, async () => (await seller.get(`/api/v1/requests/${id}`)).status === 200);
    return id;
  },
  rule: () => "familySettleSeconds",
  ruleId: async ({ admin }) => {
    await admin.put("/operator/v1/review-rules/clean", { name: "Sem avisos", when: { noWarnings: true } });
    return "clean";
  },
  token: async (world) => {
    await newInCatalogue(world, CLAIMED);
    const { json } = await world.admin.post("/operator/v1/reviews/claim", { count: 1 });
    return (json as { readonly claimToken: string }).claimToken;
  },
  simulator: () => "shoppers",
  validationId: validationFor,
  clientId: ({ seller }) => seller.clientId,
  endpointId: async (world, { id }) => {
    if (id === "listDeliveries") return testedEndpoint(world);
    return id === "deleteNotificationEndpoint" ? newEndpoint(world) : anyEndpoint(world);
  },
  deliveryId: async (world) => {
    const { json } = await world.seller.post(`${ENDPOINTS}/${await anyEndpoint(world)}/test`, undefined);
    return (json as { readonly deliveryId: string }).deliveryId;
  },
  changeRequestId: async ({ seller, market }, { id }) => {
    if (id === "recheckChange") return setAsideChangeOf(seller, SOLD, market);
    return freshChangeOf(seller, SOLD, { isChecked: id === "decideChange" });
  },
  jobId: (world, operation) => bulkJob({ ...world, sku: SOLD }, operation),
  changeId: async ({ admin }, { id }) => {
    if (id === "listAffectedProducts") return announcedBrand(admin);
    const reply = await admin.put("/operator/v1/rules/familySettleSeconds", { value: (scheduled += 1), effectiveAt: FAR });
    return String((reply.json as { readonly changes: readonly { readonly changeId: number }[] }).changes[0]!.changeId);
  },
};

/** A new name, far away, of the brand that the world's products have. Each is another. */
async function announcedBrand(admin: Client): Promise<string> {
  const { items } = (await admin.get("/operator/v1/reference/brands")).json as { items: { code: number; name: string }[] };
  const { code } = items.find(({ name }) => name === PRODUCT_EXAMPLE.brand)!;
  const item = { name: `${PRODUCT_EXAMPLE.brand} ${(scheduled += 1)}`, externalCode: "OUTRO-NOME", effectiveAt: FAR };
  const reply = await admin.put(`/operator/v1/reference/brands/${code}`, { ...item, shortNoticeReason: "para a especificação" });
  return String((reply.json as { readonly changes: readonly { readonly changeId: number }[] }).changes[0]!.changeId);
}

/** Lets an application into production, as if by a report. */
const admit = ({ database }: Marketplace, clientId: string) =>
  database.query("update applications set admitted_by = 'world' where client_id = $1", [clientId]);

async function newApplication(market: Marketplace, admin: Client): Promise<string> {
  const { clientId } = (await admin.post("/operator/v1/applications", { name: "hub" })).json as { readonly clientId: string };
  await admit(market, clientId);
  return clientId;
}

/** How many brands were made of whom. */
const made = new WeakMap<Client, number>();

/** Nobody's brand, under a code that nothing is announced for. */
async function newBrand(admin: Client): Promise<string> {
  const nth = (made.get(admin) ?? 0) + 1;
  made.set(admin, nth);
  const code = String(1_000_000 + nth);
  await admin.put(`/operator/v1/reference/brands/${code}`, { name: `Passageira ${nth}`, externalCode: `PASSAGEIRA-${nth}` });
  return code;
}

const codeOf = async (seller: Seller, sku: string) => ((await seller.get(pathOf(sku, "status"))).json as { readonly code: string }).code;
const toBe = (seller: Seller, sku: string, code: string) =>
  eventually(`${sku} to be ${code}`, async () => (await codeOf(seller, sku)) === code);

let published = 0;
/** A product in cataloguing: the one that began there, or, once somebody moved it on, another like it. */
async function inCatalogue({ seller, imagesUrl }: Pick<Furnished, "seller" | "imagesUrl">, first: string): Promise<string> {
  return (await codeOf(seller, first)) === "CATALOGING" ? first : newInCatalogue({ seller, imagesUrl }, first);
}

/** A new product in cataloguing, named after another one. */
async function newInCatalogue({ seller, imagesUrl }: Pick<Furnished, "seller" | "imagesUrl">, first: string): Promise<string> {
  const sku = `${first}-${(published += 1)}`;
  await publish(seller, (await wares(imagesUrl)).visor(sku));
  await toBe(seller, sku, "CATALOGING");
  return sku;
}

/** The id of a decision that can be undone. */
async function decidedJustNow(world: Furnished): Promise<string> {
  const sku = await newInCatalogue(world, UNDONE);
  const path = `/operator/v1/sellers/${world.seller.sellerId}/products/${sku}/review`;
  return ((await world.admin.post(path, { decision: "approve" })).json as { readonly decisionId: string }).decisionId;
}

type Answered = Awaited<ReturnType<Client["get"]>>;
const idOf = ({ json }: Answered) => (json as { readonly id: string }).id;
const itemsOf = ({ json }: Answered) => (json as { readonly items: readonly { readonly code: number; readonly name: string }[] }).items;
const firstCode = (reply: Answered) => String(itemsOf(reply)[0]!.code);

/** The example product as its seller may still change it, products in cataloguing, a criticized one, and one that is sold. */
async function furnish({ market, seller, admin, imagesUrl }: Furnished): Promise<void> {
  const { visor } = await wares(imagesUrl);
  await publish(seller, visor(SOLD, OFFER));
  await publish(seller, PRODUCT_EXAMPLE);
  for (const sku of CATALOGED) await publish(seller, visor(sku));
  await publish(seller, visor(CRITICIZED, { brand: "Ninguém" }));
  for (const sku of [SOLD, ...CATALOGED]) await toBe(seller, sku, "CATALOGING");
  await toBe(seller, CRITICIZED, "CRITICIZED");
  const { status, text } = await admin.post(`/operator/v1/sellers/${seller.sellerId}/products/${SOLD}/review`, { decision: "approve" });
  if (status !== 200) throw new Error(`${SOLD} is not on sale in ${market.baseUrl}: ${status} ${text}`);
}
