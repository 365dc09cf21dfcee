import type { Client, Reply, Seller } from "../harness.ts";
import { pathOf, publish } from "../wares.ts";
import type { Subject } from "./crash-points.ts";
import type { World } from "./crash-world.ts";

/** A subject in any world. */
export interface SubjectRow extends Pick<Subject, "name" | "again"> {
  readonly prepare: (world: World) => ReturnType<Subject["prepare"]>;
}
type OnStage = (seller: Seller, world: World) => Promise<unknown>;

const isTold = ({ status }: Reply) => status < 500;

/** An operation on a seller's rows, after `set` prepared them. */
const operation = (
  name: string,
  again: Subject["again"],
  set: OnStage,
  act: (seller: Seller, world: World) => Promise<Reply>,
  options: Parameters<World["newSeller"]>[0] = {},
): SubjectRow => ({
  name,
  again,
  async prepare(world) {
    const seller = await world.newSeller(options);
    await set(seller, world);
    return { act: async () => isTold(await act(seller, world)), state: () => world.stateOf(seller.sellerId) };
  },
});

/** A call by whoever it is, under a key that is the stage's own. */
const withKey = <Of extends Client>(caller: Of, key: string): Of => {
  const request: Client["request"] = (method, path, options = {}) =>
    caller.request(method, path, { ...options, headers: { ...options.headers, "idempotency-key": key } });
  return {
    ...caller,
    request,
    post: (path, json, options) => request("POST", path, { ...options, json }),
    put: (path, json, options) => request("PUT", path, { ...options, json }),
  };
};

/**
 * The same under an Idempotency-Key: the effect is there once however often it is asked for, and whoever asks again is told of the
 * success, not of a refusal by what the first call did.
 */
const keyed = (name: string, set: OnStage, act: (seller: Seller, world: World) => Promise<Reply>): SubjectRow => ({
  name: `${name}, under a key`,
  again: "changes nothing",
  async prepare(world) {
    const seller = await world.newSeller();
    await set(seller, world);
    const key = `key-${(lastOwn += 1)}`;
    const [caller, admin] = [withKey(seller, key), withKey(world.admin, key)];
    return { act: async () => (await act(caller, { ...world, admin })).status < 300, state: () => world.stateOf(seller.sellerId) };
  },
});

/** A job of the workers. What a dead one left leased is free again when the lease has run out. */
const job = (name: string, set: OnStage, work: (world: World) => Promise<unknown>): SubjectRow => ({
  name,
  again: "changes nothing",
  async prepare(world) {
    const { database, proxy } = world;
    const seller = await world.newSeller();
    await set(seller, world);
    return {
      async act() {
        await database.query("update families set lease_until = null; update image_checks set lease_until = null");
        await work(world).catch(() => undefined);
        return !proxy.died();
      },
      state: () => world.stateOf(seller.sellerId),
    };
  },
});

/** An operation whose traces are found by a number of the stage's own, in `$1`. */
const administration = (
  name: string,
  again: Subject["again"],
  traces: readonly string[],
  act: (own: string, world: World) => Promise<boolean>,
  set: (own: string, world: World) => Promise<unknown> = () => Promise.resolve(),
): SubjectRow => ({
  name,
  again,
  async prepare(world) {
    const own = String((lastOwn += 1));
    await set(own, world);
    return {
      act: () => act(own, world),
      async state() {
        const found: Record<string, unknown> = {};
        for (const trace of traces) found[trace] = await world.database.query(trace, [own]);
        return JSON.parse(JSON.stringify(found).replaceAll(own, "own")) as unknown;
      },
    };
  },
});
let lastOwn = 2_000_000;

const alone: OnStage = () => Promise.resolve();
const withVisor: OnStage = (seller, { shop }) => publish(seller, shop.visor("A"));
const withBareVisor: OnStage = (seller, { shop }) => publish(seller, shop.visor("A", { price: undefined, stock: undefined }));
const SEPARATELY = { separatePriceAndStock: true };

const judged = async ({ validate, fetchImages }: World) => {
  for (const step of [validate, fetchImages, validate]) await step();
};
const inCataloguing: OnStage = async (seller, world) => {
  await withVisor(seller, world);
  await judged(world);
  const { json } = await seller.get(pathOf("A", "status"));
  if (json.code !== "CATALOGING") throw new Error(`the stage is not set: ${JSON.stringify(json)}`);
};

const price = { listPrice: 30, salePrice: 20 };
const critiques = [{ code: "photo_dark", message: "Foto escura." }];
const review =
  (decision: object) =>
  ({ sellerId }: Seller, { admin }: World) =>
    admin.post(`/operator/v1/sellers/${sellerId}/products/A/review`, decision);

/** Everything that writes about a seller's products: each operation and each job of the workers. */
export const PRODUCT_SUBJECTS: readonly SubjectRow[] = [
  operation("POST product", "changes nothing", alone, (seller, { shop }) => seller.post("/api/v2/products", shop.visor("A"))),
  operation("PUT product", "acts again", withVisor, (seller, { shop }) =>
    seller.put(pathOf("A"), shop.visor("A", { price: undefined, stock: undefined })),
  ),
  operation("PUT product with price, stock and another family", "acts again", withVisor, (seller, { shop }) =>
    seller.put(pathOf("A"), shop.visor("A", { productGroup: "B", price, stock: { available: 99 } })),
  ),
  operation(
    "POST first stock",
    "changes nothing",
    withBareVisor,
    (seller) => seller.post(pathOf("A", "stocks"), { available: 5 }),
    SEPARATELY,
  ),
  operation("POST first price", "changes nothing", withBareVisor, (seller) => seller.post(pathOf("A", "prices"), price), SEPARATELY),
  operation("PUT stock", "changes nothing", withVisor, (seller) => seller.put(pathOf("A", "stocks"), { available: 5 })),
  operation("PUT price", "changes nothing", withVisor, (seller) => seller.put(pathOf("A", "prices"), price)),
  operation(
    "PUT stock that wakes its family",
    "changes nothing",
    async (seller, world) => {
      await publish(seller, world.shop.visor("A", { stock: { available: 0 } }));
      await judged(world);
    },
    (seller) => seller.put(pathOf("A", "stocks"), { available: 5 }),
  ),
  operation("PUT status", "changes nothing", inCataloguing, (seller) => seller.put(pathOf("A", "status"), { status: "APPROVED" })),
  operation("review that approves", "changes nothing", inCataloguing, review({ decision: "approve" })),
  operation("review that criticizes", "changes nothing", inCataloguing, review({ decision: "criticize", critiques })),
  operation("review of a list", "changes nothing", inCataloguing, ({ sellerId }, { admin }) =>
    admin.post("/operator/v1/reviews", { items: [{ sellerId, sku: "A", decision: "criticize", critiques }] }),
  ),
  keyed("POST product", alone, (seller, { shop }) => seller.post("/api/v2/products", shop.visor("A"))),
  // Without a key it acts again.
  keyed("PUT product", withVisor, (seller, { shop }) => seller.put(pathOf("A"), shop.visor("A", { price, stock: { available: 99 } }))),
  keyed("PUT stock", withVisor, (seller) => seller.put(pathOf("A", "stocks"), { available: 5 })),
  keyed("PUT price", withVisor, (seller) => seller.put(pathOf("A", "prices"), price)),
  keyed("PUT status", inCataloguing, (seller) => seller.put(pathOf("A", "status"), { status: "APPROVED" })),
  keyed("review that criticizes", inCataloguing, review({ decision: "criticize", critiques })),
  job("validation that asks for images", withVisor, ({ validate }) => validate()),
  job(
    "look at an image",
    async (seller, world) => {
      await withVisor(seller, world);
      await world.validate();
    },
    ({ fetchImages }) => fetchImages(),
  ),
  job(
    "validation that decides",
    async (seller, world) => {
      await withVisor(seller, world);
      const wrong = { productGroup: "A", brand: "Marca Que Não Há", stock: { available: 0 } };
      await publish(seller, world.shop.visor("B", wrong));
      for (const step of [world.validate, world.fetchImages]) await step();
    },
    ({ validate }) => validate(),
  ),
  job(
    "waking of outdated families",
    async (seller, world) => {
      await publish(seller, world.shop.visor("A", { brand: "Marca Que Não Há" }));
      await judged(world);
      world.renewReference();
    },
    ({ wakeOutdated }) => wakeOutdated(),
  ),
];

/** A visor that is sold, and an order of it that is paid. */
const ORDER = "/api/v1/orders/1";
const KEY = "35261112ABC34501DE35550010000012341583492714";
const onSale: OnStage = async (seller, world) => {
  await inCataloguing(seller, world);
  await seller.put(pathOf("A", "status"), { status: "APPROVED" });
};
const bought =
  (more: object = {}): OnStage =>
  async (seller, world) => {
    await onSale(seller, world);
    const items = [{ sku: "A", quantity: 2 }];
    const { status, text } = await seller.post("/api/v1/orders", { orderNumber: "1", shippings: [{ items }, { items }], ...more });
    if (status !== 201) throw new Error(text);
  };
/** The counters of every stage begin anew, so its first shipping is the first of all. */
const put = (word: string, body: object) => (seller: Seller) => seller.put(`${ORDER}/shippings/1/status/${word}`, body);
const invoiced: OnStage = async (seller, world) => {
  await bought({ paid: true })(seller, world);
  await put("invoiced", { issueDate: "2026-11-20T12:00:00-03:00" })(seller);
};
const shipment = { carrier: "Correios", trackingNumber: "AA123456785BR" };
const shipped: OnStage = async (seller, world) => {
  await invoiced(seller, world);
  await put("shipped", shipment)(seller);
};
const atDesk =
  (word: string, orderNumber = "1") =>
  ({ sellerId }: Seller, { admin }: World) =>
    admin.post(`/operator/v1/sellers/${sellerId}/orders/${orderNumber}/${word}`, { reason: "Ensaio" });

/** Everything that writes about a seller's orders: done again it is refused, so it changes nothing. */
export const ORDER_SUBJECTS: readonly SubjectRow[] = [
  operation("POST order", "changes nothing", onSale, (seller) =>
    seller.post("/api/v1/orders", { orderNumber: "1", items: [{ sku: "A" }], customer: { customerName: "Aurora" } }),
  ),
  operation("purchase of two shippings, paid", "changes nothing", onSale, ({ sellerId }, { admin }) => {
    const shippings = [{ items: [{ sku: "A", quantity: 2 }] }, { items: [{ sku: "A" }], freightAmount: 9.9 }];
    return admin.post("/operator/v1/orders", { sellerId, orderNumber: "1", shippings, customer: { customerName: "Aurora" }, paid: true });
  }),
  operation("PUT approved", "changes nothing", bought(), put("approved", {})),
  operation("PUT canceled", "changes nothing", bought({ paid: true }), put("canceled", { reasonCancellationCode: 1 })),
  operation(
    "PUT invoiced",
    "changes nothing",
    bought({ paid: true }),
    put("invoiced", { issueDate: "2026-11-20T12:00:00-03:00", key: KEY }),
  ),
  operation("PUT shipped", "changes nothing", invoiced, put("shipped", shipment)),
  operation("PUT delivered", "changes nothing", shipped, put("delivered", {})),
  operation("freezing", "changes nothing", bought(), atDesk("freeze")),
  operation("cancellation by an operator", "changes nothing", bought(), atDesk("cancel")),
  operation("exchange", "changes nothing", shipped, atDesk("exchange")),
  operation(
    "check-in",
    "changes nothing",
    async (seller, world) => {
      await shipped(seller, world);
      await atDesk("exchange")(seller, world);
    },
    (seller) => seller.post("/api/v1/orders/1T/check-in", {}),
  ),
  operation(
    "cancellation of an exchange order",
    "changes nothing",
    async (seller, world) => {
      await shipped(seller, world);
      await atDesk("exchange")(seller, world);
      await seller.post("/api/v1/orders/1T/check-in", {});
    },
    atDesk("cancel", "1T"),
  ),
  keyed("POST order", onSale, (seller) =>
    seller.post("/api/v1/orders", { orderNumber: "1", items: [{ sku: "A" }], customer: { customerName: "Aurora" } }),
  ),
  keyed("PUT approved", bought(), put("approved", {})),
  keyed("PUT invoiced", bought({ paid: true }), put("invoiced", { issueDate: "2026-11-20T12:00:00-03:00", key: KEY })),
  keyed("PUT shipped", invoiced, put("shipped", shipment)),
  keyed("PUT canceled", bought({ paid: true }), put("canceled", { reasonCancellationCode: 1 })),
  keyed("freezing", bought(), atDesk("freeze")),
  keyed("exchange", shipped, atDesk("exchange")),
  keyed(
    "check-in",
    async (seller, world) => {
      await shipped(seller, world);
      await atDesk("exchange")(seller, world);
    },
    (seller) => seller.post("/api/v1/orders/1T/check-in", {}),
  ),
];

const OF_SELLER_NAMED = [
  "select name, status from sellers where name = $1",
  "select products, events from seller_counters c join sellers s using (seller_id) where s.name = $1",
  `select a.name, c.name as credential, c.scopes from sellers s join credentials c using (seller_id) join applications a using (client_id)
    where s.name = $1`,
];
const OF_BRAND = [
  "select item from reference_items where list = 'brands' and code = $1",
  `select action, item, version is not null as made from reference_changes where list = 'brands' and code = $1 order by change_id`,
];
const OF_RULE = [
  `select item::text = $1 as own from reference_items where list = 'rules' and code = 'familySettleSeconds' and item::text = $1`,
  `select action, item::text = $1 as own from reference_changes where list = 'rules' and item::text = $1`,
];
const brand = (own: string) => ({ name: `Marca ${own}`, externalCode: `MARCA-${own}` });
const brandPath = (own: string) => `/operator/v1/reference/brands/${own}`;
const putBrand = (own: string, { admin }: World) => admin.put(brandPath(own), brand(own)).then(isTold);
const tomorrow = "2026-11-21T00:00:00-03:00";
const announceBrand = (own: string, { admin }: World) => admin.put(brandPath(own), { ...brand(own), effectiveAt: tomorrow });
const sellerNamed = (own: string, { admin }: World) => admin.post("/operator/v1/sellers", { name: own });
const credentialOfSellerNamed = async (own: string, { admin, database }: World): Promise<boolean> => {
  const [seller] = await database.query<{ id: number }>("select seller_id::integer as id from sellers where name = $1", [own]);
  return isTold(await admin.post(`/operator/v1/sellers/${seller!.id}/credentials`, { name: "integração" }));
};

/** Everything an operator writes beside reviews, and what takes effect on its own. */
export const OPERATOR_SUBJECTS: readonly SubjectRow[] = [
  operation("suspension of a seller", "changes nothing", alone, ({ sellerId }, { admin }) =>
    admin.request("PATCH", `/operator/v1/sellers/${sellerId}`, { json: { status: "suspended" } }),
  ),
  operation("revocation of a credential", "changes nothing", alone, ({ sellerId, credentialId }, { admin }) =>
    admin.request("DELETE", `/operator/v1/sellers/${sellerId}/credentials/${credentialId}`),
  ),
  administration("creation of a seller", "acts again", OF_SELLER_NAMED, (own, world) => sellerNamed(own, world).then(isTold)),
  administration("creation of a credential", "acts again", OF_SELLER_NAMED, credentialOfSellerNamed, sellerNamed),
  administration("creation of an application", "acts again", ["select name from applications where name = $1"], (own, { admin }) =>
    admin.post("/operator/v1/applications", { name: own }).then(isTold),
  ),
  administration("creation of an operator key", "acts again", ["select name, role from operator_keys where name = $1"], (own, { admin }) =>
    admin.post("/operator/v1/operator-keys", { role: "catalog", name: own }).then(isTold),
  ),
  administration("PUT of a reference item", "changes nothing", OF_BRAND, putBrand),
  administration(
    "DELETE of a reference item",
    "changes nothing",
    OF_BRAND,
    (own, { admin }) => admin.request("DELETE", brandPath(own)).then(isTold),
    putBrand,
  ),
  administration("change announced for tomorrow", "changes nothing", OF_BRAND, (own, world) => announceBrand(own, world).then(isTold)),
  administration(
    "tomorrow's change taking effect",
    "changes nothing",
    OF_BRAND,
    async (_own, world) => {
      await world.tomorrow.applyDue().catch(() => undefined);
      return !world.proxy.died();
    },
    announceBrand,
  ),
  administration("PUT of a rule", "changes nothing", OF_RULE, (own, { admin }) =>
    admin.put("/operator/v1/rules/familySettleSeconds", { value: Number(own) }).then(isTold),
  ),
];
