import type { Operation } from "../../src/platform/contract/operation.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { CUSTOMER } from "../contract/orders.ts";
import type { World } from "../contract/world.ts";
import type { Client, Reply, Seller } from "../harness.ts";
import { buy, type Bought } from "../orders/goods.ts";
import { pathOf } from "../wares.ts";
import { nobodys, type Question } from "./questions.ts";

/** In the catalogue of the owner, in review. */
export const THEIRS = "VISEIRA-DO-OUTRO";
export const MINE = "VISEIRA-MINHA";
/** On sale at the owner's. */
export const SOLD = "VISEIRA-VENDIDA";

/** Two sellers with alike belongings; the one who asks is a stranger to the other's. */
export interface Scene {
  readonly world: World;
  readonly owner: Seller;
  readonly stranger: Seller;
  readonly desk: Client;
  /** What the seller who asks has, and what the other has. */
  readonly mine: Belongings & { readonly deliveryId: string; readonly changeId: string };
  readonly theirs: Belongings;
}
export interface Belongings {
  readonly order: Bought;
  readonly itemId: number;
  readonly endpointId: string;
}

export const operationOf = (id: string): Operation => OPERATIONS.find((one) => one.id === id)!;
/** The id at the end of an address where the operation succeeds for its owner. */
export const lastOf = async (world: World, id: string) => decodeURIComponent((await world.address(operationOf(id))).split("/").at(-1)!);

/** A call that is right but for the id it names in its body or query; `own` = what the same asker may name. */
export interface Naming {
  readonly at: string;
  readonly others: string;
  /** Left out where it makes no difference whose it is: a group begins with whoever names it first. */
  readonly own?: string;
  readonly ask: (id: string) => Promise<Reply>;
}

/** Every id that a body or a query may name. Sellers ask for themselves; operators ask for the stranger what is the owner's. */
export async function namings({ world, owner, stranger, desk, mine, theirs }: Scene): Promise<readonly Naming[]> {
  const { sellerId } = stranger;
  const seller = `/operator/v1/sellers/${sellerId}`;
  const ware = (changes: object) => ({ ...(world.body(operationOf("postProduct")) as object), ...changes });
  const bought = (body: object) => stranger.post("/api/v1/orders", body);
  const purchase = (body: object) => desk.post("/operator/v1/orders", { sellerId, customer: CUSTOMER, ...body });
  const act = (simulator: string, body: object) => desk.post(`${seller}/simulators/${simulator}/acts`, body);
  // Each of them exchanges an order of its own, if at all.
  const exchanging = async () => {
    const path = await world.address(operationOf("exchangeOrder"));
    return (item: object) => desk.post(path, { items: [{ quantity: 1, ...item }] });
  };
  const [bySku, byReplacement, byItem] = [await exchanging(), await exchanging(), await exchanging()];
  const [theirNext, theirLast] = [(await buy(owner, SOLD)).orderNumber, (await buy(owner, SOLD)).orderNumber];
  let fresh = 0;
  const another = () => `NOVA-${(fresh += 1)}`;
  const [orderNumber, shippingCode] = [mine.order.orderNumber, String(mine.order.shippingCodes[0])];
  const [theirOrder, theirShipping] = [theirs.order.orderNumber, String(theirs.order.shippingCodes[0])];
  const skus = { others: SOLD, own: MINE };
  // Of what a call makes, the asker has one afterwards.
  const made = { others: THEIRS, own: MINE };
  return [
    {
      at: "postOrder body orderNumber",
      others: theirNext,
      own: orderNumber,
      ask: (id) => bought({ orderNumber: id, items: [{ sku: MINE }] }),
    },
    { at: "postOrder body items/0/sku", ...skus, ask: (sku) => bought({ items: [{ sku }] }) },
    { at: "postOrder body shippings/0/items/0/sku", ...skus, ask: (sku) => bought({ shippings: [{ items: [{ sku }] }] }) },
    { at: "postProduct body sku", ...made, ask: (sku) => stranger.post("/api/v2/products", ware({ sku, productGroup: another() })) },
    {
      at: "postProduct body productGroup",
      others: THEIRS,
      ask: (productGroup) => stranger.post("/api/v2/products", ware({ sku: another(), productGroup })),
    },
    { at: "validateProduct body sku", ...skus, ask: (sku) => stranger.post("/api/v2/products/validate", ware({ sku })) },
    {
      at: "validateProduct body productGroup",
      others: THEIRS,
      ask: (productGroup) => stranger.post("/api/v2/products/validate", ware({ productGroup })),
    },
    { at: "putProduct body sku", ...skus, ask: (sku) => stranger.put(pathOf(MINE), ware({ sku })) },
    {
      at: "putProduct body productGroup",
      others: THEIRS,
      ask: (productGroup) => stranger.put(pathOf(MINE), ware({ sku: MINE, productGroup })),
    },
    {
      at: "postChange body product/sku",
      ...skus,
      ask: (sku) => stranger.post(pathOf(MINE, "changes"), { product: ware({ sku, price: null, stock: null }) }),
    },
    {
      at: "postChange body product/productGroup",
      others: THEIRS,
      ask: (productGroup) =>
        stranger.post(pathOf(MINE, "changes"), { product: ware({ sku: MINE, productGroup, price: null, stock: null }) }),
    },
    {
      at: "createOrder body orderNumber",
      others: theirLast,
      own: orderNumber,
      ask: (id) => purchase({ orderNumber: id, items: [{ sku: MINE }] }),
    },
    { at: "createOrder body items/0/sku", ...skus, ask: (sku) => purchase({ items: [{ sku }] }) },
    { at: "createOrder body shippings/0/items/0/sku", ...skus, ask: (sku) => purchase({ shippings: [{ items: [{ sku }] }] }) },
    { at: "listStocks query sku", ...skus, ask: (sku) => stranger.get(`/api/v1/stocks?sku=${encodeURIComponent(sku)}`) },
    {
      at: "searchProducts query productGroup",
      others: THEIRS,
      ask: (group) => stranger.get(`/api/v1/catalog?productGroup=${encodeURIComponent(group)}`),
    },
    {
      at: "claimReviews body items/0/sku",
      others: SOLD,
      ask: (sku) => desk.post("/operator/v1/reviews/claim", { items: [{ sellerId, sku }] }),
    },
    {
      at: "claimReviews body items/0/changeRequestId",
      others: await lastOf(world, "getChange"),
      ask: (changeRequestId) => desk.post("/operator/v1/reviews/claim", { items: [{ sellerId, sku: MINE, changeRequestId }] }),
    },
    {
      at: "reviewProducts body items/0/sku",
      ...skus,
      ask: (sku) => desk.post("/operator/v1/reviews", { items: [{ sellerId, sku, decision: "approve" }] }),
    },
    // Every request is everybody's at this desk: what nobody has is told from what somebody has.
    {
      at: "decideChanges body items/0/changeRequestId",
      others: nobodys(mine.changeId),
      own: mine.changeId,
      ask: (changeRequestId) =>
        desk.post("/operator/v1/changes", { items: [{ changeRequestId, fields: [{ pointer: "/none", decision: "approve" }] }] }),
    },
    // The order is the owner's here: what is not theirs is the stranger's.
    { at: "exchangeOrder body items/0/sku", others: MINE, own: SOLD, ask: (sku) => bySku({ sku }) },
    {
      at: "exchangeOrder body items/0/replacementSku",
      others: MINE,
      own: SOLD,
      ask: (replacementSku) => byReplacement({ sku: SOLD, replacementSku }),
    },
    {
      at: "exchangeOrder body items/0/itemId",
      others: String(mine.itemId),
      own: String(theirs.itemId),
      ask: (id) => byItem({ itemId: Number(id) }),
    },
    {
      at: "postSimulatorAct body orderNumber",
      others: theirOrder,
      own: orderNumber,
      ask: (id) => act("payment", { act: "approve", orderNumber: id }),
    },
    {
      at: "postSimulatorAct body shippingCode",
      others: theirShipping,
      own: shippingCode,
      ask: (id) => act("carriers", { act: "ship", orderNumber, shippingCode: Number(id) }),
    },
    {
      at: "postSimulatorAct body changeRequestId",
      others: await lastOf(world, "getChange"),
      own: mine.changeId,
      ask: (changeRequestId) => act("reviewers", { act: "approveChange", changeRequestId }),
    },
    { at: "postSimulatorAct body sku", ...skus, ask: (sku) => act("reviewers", { act: "approve", sku }) },
    {
      at: "listSellerEvents query resource",
      others: `product/${SOLD}`,
      own: `product/${MINE}`,
      ask: (id) => desk.get(`/operator/v1/events?sellerId=${sellerId}&resource=${encodeURIComponent(id)}`),
    },
    // Nothing that the stranger ever asked of the owner's product was answered.
    {
      at: "listEveryRequest query sku",
      ...skus,
      ask: (sku) => desk.get(`/operator/v1/requests?sellerId=${sellerId}&status=200&sku=${encodeURIComponent(sku)}`),
    },
    {
      at: "listEveryDelivery query endpointId",
      others: theirs.endpointId,
      own: mine.endpointId,
      ask: (id) => desk.get(`/operator/v1/deliveries?sellerId=${sellerId}&endpointId=${id}`),
    },
  ];
}

export const questionOf = ({ at, others, own, ask }: Naming): Question => ({
  what: at,
  ids: [[others, nobodys(others)]],
  others: () => ask(others),
  nobodys: () => ask(nobodys(others)),
  ...(own === undefined ? {} : { own: () => ask(own) }),
});
