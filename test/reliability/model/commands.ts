import fc from "fast-check";
import { expect } from "vitest";
import { isoDateTime } from "../../../src/platform/basics/clock.ts";
import { deskPath } from "../../orders/desk.ts";
import type { Reply } from "../../harness.ts";
import { pathOf } from "../../wares.ts";
import {
  carryOut,
  create,
  isMade,
  isThere,
  leftOf,
  passTime,
  PLATFORMS,
  sellerMay,
  takes,
  type Model,
  type ModelItem,
  type ModelMove,
  type ModelOrder,
  type ModelReturn,
  type Platform,
} from "./model.ts";
import type { Real } from "./world.ts";

/** One thing that somebody does; played on the model and on the real thing, which must agree. */
export type Command = fc.AsyncCommand<Model, Real>;

const SKUS = ["A", "B"] as const;
const sku = fc.constantFrom("A" as const, "A" as const, ...SKUS);
const units = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 6, max: 40 }));
/** Which of those there are: `fitting` = one of those that take what is asked of them, if there are any, so that stories go on. */
interface Draw {
  readonly nth: number;
  readonly fitting: boolean;
}
const draw: fc.Arbitrary<Draw> = fc.record({ nth: fc.nat({ max: 29 }), fitting: fc.constantFrom(true, true, false) });
const LIST_CENTS = 199_90;
const SALE_CENTS = 149_90;

/** A command by its name and what it was drawn with, which is what a shrunk sequence prints. */
const command = (name: string, drawn: unknown, may: (model: Model) => boolean, run: Command["run"]): Command => ({
  check: (model) => may(model),
  run,
  toString: () => `${name} ${JSON.stringify(drawn)}`,
});
const has = (model: Model) => model.orders.length > 0;
const chosen = <Thing>(things: readonly Thing[], { nth, fitting }: Draw, fits: (thing: Thing) => boolean = () => true): Thing => {
  const those = things.filter(fits);
  const among = fitting && those.length > 0 ? those : things;
  return among[nth % among.length]!;
};

const createProduct = (): fc.Arbitrary<Command> =>
  fc
    .record({ sku, available: fc.integer({ min: 7, max: 40 }), approved: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0) })
    .map((drawn) =>
      command(
        "create product",
        drawn,
        ({ products }) => !products.has(drawn.sku),
        async ({ products }, real) => {
          await real.publish(drawn.sku, drawn.available, drawn.approved);
          const { available: physical, approved } = drawn;
          products.set(drawn.sku, { approved, physical, reserved: 0, listCents: LIST_CENTS, saleCents: SALE_CENTS });
        },
      ),
    );

const putStock = (): fc.Arbitrary<Command> =>
  fc.record({ sku, available: units }).map((drawn) =>
    command(
      "put stock",
      drawn,
      ({ products }) => products.has(drawn.sku),
      async ({ products }, { seller }) => {
        const product = products.get(drawn.sku)!;
        product.physical = drawn.available;
        const { physical, reserved } = product;
        const reply = await seller.put(pathOf(drawn.sku, "stocks"), { available: drawn.available });
        expect([reply.status, reply.json], reply.text).toMatchObject([202, { physical, reserved, availableForSale: physical - reserved }]);
      },
    ),
  );

const putPrice = (): fc.Arbitrary<Command> =>
  fc.record({ sku, list: fc.integer({ min: 100, max: 99_999 }), off: fc.integer({ min: 0, max: 99 }) }).map((drawn) =>
    command(
      "put price",
      drawn,
      ({ products }) => products.has(drawn.sku),
      async ({ products }, { seller }) => {
        const [listCents, saleCents] = [drawn.list, drawn.list - drawn.off];
        const { status, text } = await seller.put(pathOf(drawn.sku, "prices"), { listPrice: listCents / 100, salePrice: saleCents / 100 });
        expect(status, text).toBe(202);
        Object.assign(products.get(drawn.sku)!, { listCents, saleCents });
      },
    ),
  );

const wanted = fc.array(
  fc.record({
    platformId: fc.constantFrom(...PLATFORMS, "INTERNAL" as const),
    items: fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 2 },
);
const purchase = (): fc.Arbitrary<Command> =>
  fc.record({ shippings: wanted, paid: fc.boolean(), byOperator: fc.boolean(), again: fc.nat({ max: 40 }) }).map((drawn) =>
    command(
      "purchase",
      drawn,
      ({ products }) => products.size > 0,
      async (model, { seller, desk }) => {
        const { shippings, paid } = drawn;
        const orderNumber = drawn.again < model.orders.length ? model.orders[drawn.again]!.orderNumber : `P${model.orders.length + 1}`;
        const body = { orderNumber, shippings, paid };
        const reply = drawn.byOperator
          ? await desk.post("/operator/v1/orders", { ...body, sellerId: seller.sellerId })
          : await seller.post("/api/v1/orders", body);
        const items = shippings.flatMap((shipping) => shipping.items);
        if (model.orders.some((order) => order.orderNumber === orderNumber)) return expect(reply.status, reply.text).toBe(409);
        if (!isThere(model, items)) return expect(reply.status, reply.text).toBe(422);
        expect(reply.status, reply.text).toBe(201);
        const order = orderIn(model, reply, undefined, [paid ? "purchasePaid" : "purchase"], (line) => {
          const { saleCents } = model.products.get(line.sku)!;
          return { netCents: saleCents };
        });
        expect(order.shippings.map(({ platformId }) => platformId)).toEqual(shippings.map(({ platformId }) => platformId));
        create(model, order);
      },
    ),
  );

interface Line {
  readonly itemId: number;
  readonly sku: string;
  readonly quantity: number;
}
type Shown = readonly { readonly shippingCode: number; readonly platformId: Platform; readonly items: readonly Line[] }[];

/** What an answer says came to be; the numbers are the server's to give. */
function orderIn(
  { now }: Model,
  { json }: Reply,
  origin: ModelOrder | undefined,
  causes: string[],
  facts: (line: Line, shipping: number, item: number) => Pick<ModelItem, "netCents" | "replaces">,
): ModelOrder {
  const state = origin ? "Waiting Checkin" : causes[0] === "purchase" ? "Created" : "approved";
  const shippings = (json.shippings as Shown).map(
    ({ shippingCode, platformId, items }, i) =>
      ({
        shippingCode,
        platformId,
        items: items.map((line, j) => ({ sku: line.sku, quantity: line.quantity, itemId: line.itemId, ...facts(line, i, j) })),
        state,
        stateAt: now,
      }) as const,
  );
  const moves = [...causes];
  return { orderNumber: json.orderNumber as string, isExchange: origin !== undefined, origin, shippings, causes, moves, stateAt: now };
}

interface ShownAction {
  readonly rel: string;
  readonly href?: string;
  readonly blockedBy?: { readonly code: string };
}
/** What was offered before is what was answered, and a refusal repeats it. */
function agrees(offered: readonly ShownAction[], rel: string, reply: Reply, refusedWith: readonly number[] = [400, 409]): void {
  const action = offered.find((one) => one.rel === rel)!;
  expect(action.href === undefined, `${rel} was offered as ${JSON.stringify(action)}, answered ${reply.status}`).toBe(reply.status !== 200);
  if (reply.status === 200) return;
  expect(refusedWith, reply.text).toContain(reply.status);
  expect([reply.json.details[0].code, reply.json.actions]).toEqual([action.blockedBy?.code, offered]);
}

const PUTS = {
  approved: { what: "approve", body: () => ({}) },
  invoiced: { what: "invoice", body: (now) => ({ issueDate: isoDateTime(now) }) },
  shipped: { what: "ship", body: () => ({ carrier: "Correios", trackingNumber: "AA123456785BR" }) },
  delivered: { what: "deliver", body: () => ({}) },
  canceled: { what: "cancel", body: () => ({ reasonCancellationCode: 1 }) },
} as const satisfies Readonly<Record<string, { what: ModelMove; body: (now: number) => object }>>;

const putStatus = (): fc.Arbitrary<Command> =>
  fc.record({ word: fc.constantFrom(...(Object.keys(PUTS) as (keyof typeof PUTS)[])), part: draw }).map((drawn) =>
    command("put", drawn, has, async (model, { seller }) => {
      const { what, body } = PUTS[drawn.word];
      const parts = model.orders.flatMap((order) => order.shippings.map((shipping) => ({ order, shipping })));
      const { order, shipping } = chosen(parts, drawn.part, (part) => sellerMay(part.order, part.shipping, what));
      const path = `/api/v1/orders/${order.orderNumber}/shippings/${shipping.shippingCode}`;
      const { actions } = (await seller.get(path)).json;
      const may = sellerMay(order, shipping, what);
      const reply = await seller.put(`${path}/status/${drawn.word}`, body(model.now));
      expect(reply.status === 200, `${drawn.word} in ${shipping.state}: ${reply.text}`).toBe(may);
      agrees(actions, drawn.word, reply);
      if (may) carryOut(model, order, [shipping], what);
      if (may) expect(reply.json.status).toBe(shipping.state);
    }),
  );

const DESK = {
  "approve-payment": "approve",
  cancel: "cancelByOperator",
  freeze: "freeze",
  release: "release",
  refuse: "refuse",
  "check-in": "checkIn",
} as const satisfies Readonly<Record<string, ModelMove>>;

const atDesk = (): fc.Arbitrary<Command> =>
  fc.record({ word: fc.constantFrom(...(Object.keys(DESK) as (keyof typeof DESK)[])), order: draw }).map((drawn) =>
    command("desk", drawn, has, async (model, { seller, desk }) => {
      const what = DESK[drawn.word];
      const order = chosen(model.orders, drawn.order, (one) => one.shippings.some((shipping) => takes(one, shipping, what)));
      const path = deskPath(seller, order.orderNumber);
      const { actions } = (await desk.get(path)).json;
      const moving = order.shippings.filter((shipping) => takes(order, shipping, what));
      const body = drawn.word === "check-in" || drawn.word === "approve-payment" ? {} : { reason: "Ensaio" };
      const reply = await desk.post(`${path}/${drawn.word}`, body);
      const isAgain = moving.length === 0 && isMade(order, what);
      expect(reply.status === 200, `${drawn.word}: ${reply.text}`).toBe(moving.length > 0 || isAgain);
      if (isAgain) return expect(reply.json.actions).toEqual(actions);
      agrees(actions, drawn.word, reply);
      if (moving.length > 0) carryOut(model, order, moving, what);
    }),
  );

const checkIn = (): fc.Arbitrary<Command> =>
  fc.record({ order: draw }).map((drawn) =>
    command(
      "check-in",
      drawn,
      ({ orders }) => orders.some(({ isExchange }) => isExchange),
      async (model, { seller }) => {
        const order = chosen(
          model.orders.filter(({ isExchange }) => isExchange),
          drawn.order,
        );
        const path = `/api/v1/orders/${order.orderNumber}`;
        const { actions } = (await seller.get(`${path}?expand=shippings`)).json;
        const moving = order.shippings.filter((shipping) => takes(order, shipping, "checkIn"));
        const reply = await seller.post(`${path}/check-in`, {});
        expect(reply.status === 200, reply.text).toBe(moving.length > 0);
        agrees(actions, "check-in", reply);
        if (moving.length > 0) carryOut(model, order, moving, "checkIn");
      },
    ),
  );

const exchange = (): fc.Arbitrary<Command> =>
  fc.record({ order: draw, item: fc.option(draw) }).map((drawn) =>
    command(
      "exchange",
      drawn,
      ({ orders }) => orders.some(({ shippings }) => shippings.some(isOut)),
      async (model, { seller, desk }) => {
        const origin = chosen(
          model.orders.filter(({ shippings }) => shippings.some(isOut)),
          drawn.order,
        );
        const lines = origin.shippings.flatMap((shipping) => shipping.items.map((item) => ({ shipping, item })));
        const named = drawn.item === null ? undefined : chosen(lines, drawn.item);
        const body = named ? { items: [{ itemId: named.item.itemId, quantity: 1 }] } : {};
        const returned = (named ? [named] : lines).filter(({ shipping, item }) => isOut(shipping) && leftOf(model, origin, item) > 0);
        const asked = returned.map(({ item }) => ({ item, quantity: named ? 1 : leftOf(model, origin, item) }));
        const may =
          asked.length > 0 &&
          isThere(
            model,
            asked.map(({ item, quantity }) => ({ sku: item.sku, quantity })),
          );
        const reply = await desk.post(deskPath(seller, origin.orderNumber, "exchange"), body);
        expect(reply.status, `${reply.text} ${JSON.stringify(asked.map(({ quantity }) => quantity))}`).toBe(may ? 201 : 422);
        if (!may) return;
        // Goods go out as they came back: shipping by shipping.
        const made = orderIn(model, reply, origin, ["exchange"], (line, i, j) => {
          const before = [...Map.groupBy(returned, ({ shipping }) => shipping).values()][i]![j]!;
          const quantity = asked.find(({ item }) => item === before.item)!.quantity;
          expect([line.sku, line.quantity]).toEqual([before.item.sku, quantity]);
          const replaces: ModelReturn = { origin, itemId: before.item.itemId, quantity };
          return { netCents: before.item.netCents, replaces };
        });
        origin.causes.push("exchange");
        create(model, made);
      },
    ),
  );
const isOut = ({ state }: { readonly state: string }) => state === "shipped" || state === "delivered";

const clockForward = (): fc.Arbitrary<Command> =>
  fc.record({ ms: fc.constantFrom(10_000, 31_000, 31_000, 4 * 86_400_000) }).map((drawn) =>
    command(
      "clock forward",
      drawn,
      () => true,
      async (model, real) => {
        await real.passTime(drawn.ms);
        passTime(model, drawn.ms);
      },
    ),
  );

/** Every command, and how often it is drawn: more often what makes stories long. */
const WEIGHTS = [
  [4, createProduct],
  [5, purchase],
  [5, putStatus],
  [3, atDesk],
  [2, exchange],
  [1, checkIn],
  [1, putStock],
  [1, putPrice],
  [1, clockForward],
] as const;
export const COMMANDS: readonly fc.Arbitrary<Command>[] = WEIGHTS.flatMap(([weight, make]) => Array.from({ length: weight }, make));
