import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { Refusal } from "../../src/platform/contract/errors.ts";
import { smoothLag } from "../../src/platform/observability/event-loop-lag.ts";
import {
  createLoadShedding,
  priorityClassOf,
  MAX_TENANTS,
  type Admission,
  type LoadShedding,
} from "../../src/platform/http/load-shedding.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";

const operationOf = (load: Operation["priority"]) => ({ priority: load }) as Operation;
const CLASSES = ["lists", "products", "offers", "orders"] as const;
const places = (settings: Partial<Parameters<typeof createLoadShedding>[0]> = {}) => createLoadShedding({ maxInFlight: 100, ...settings });
const enter = (all: LoadShedding, load: Operation["priority"]) => all.admit(operationOf(load)) as Admission;
const isRefused = (all: LoadShedding, load: Operation["priority"]) => {
  const outcome = all.admit(operationOf(load));
  if (outcome instanceof Refusal) return true;
  outcome.release();
  return false;
};
const refusedAt = (all: LoadShedding) => CLASSES.filter((load) => isRefused(all, load));

describe("places under load (reliability T20)", () => {
  it.each([
    [59, []],
    [60, ["lists"]],
    [75, ["lists", "products"]],
    [90, ["lists", "products", "offers"]],
    [100, ["lists", "products", "offers", "orders"]],
  ])("with %i of 100 taken refuse %j", (count, expected) => {
    const all = places();
    for (let nth = 0; nth < count; nth += 1) enter(all, "orders");
    expect(refusedAt(all)).toEqual(expected);
    expect(all.inFlight()).toBe(count);
  });

  it.each([
    [100, []],
    [101, ["lists"]],
    [201, ["lists", "products"]],
    [401, ["lists", "products", "offers"]],
    [801, ["lists", "products", "offers", "orders"]],
  ])("with a lag of %i ms refuse %j", (lag, expected) => {
    expect(refusedAt(places({ maxLagMs: 100, lagMs: () => lag }))).toEqual(expected);
  });

  it("leave the other half of a class to others than its greediest caller", () => {
    const all = places();
    const taken = Array.from({ length: 30 }, () => enter(all, "lists"));
    expect(taken.map((place) => all.limitTenant(place, "one 1001"))).toEqual(taken.map(() => undefined));
    const further = enter(all, "lists");
    expect(all.limitTenant(further, "one 1001")).toBeInstanceOf(Refusal);
    expect(all.limitTenant(further, "other 1001")).toBeUndefined();
    taken[0]!.release();
    expect(all.limitTenant(enter(all, "lists"), "one 1001")).toBeUndefined();
  });

  it("stay their holder's, however many others come and go", () => {
    const all = places();
    for (let nth = 0; nth < 30; nth += 1) all.limitTenant(enter(all, "lists"), "one 1001");
    for (let nth = 0; nth <= MAX_TENANTS; nth += 1) {
      const place = enter(all, "lists");
      expect(all.limitTenant(place, `another ${nth}`)).toBeUndefined();
      place.release();
    }
    expect(all.limitTenant(enter(all, "lists"), "one 1001")).toBeInstanceOf(Refusal);
  });

  it("are as many as before once everybody left", () => {
    const all = places({ maxInFlight: 2 });
    for (let round = 0; round < 10; round += 1) {
      const two = [enter(all, "orders"), enter(all, "orders")];
      two.forEach((place) => all.limitTenant(place, "one"));
      expect(isRefused(all, "orders")).toBe(true);
      two.forEach((place) => place.release());
    }
    expect(all.inFlight()).toBe(0);
  });

  it("do not count those who wait for news, of whom there are so many at most beside as many as of a list that could but do not", () => {
    const all = places({ longPollWaiters: 3 });
    const waiting = Array.from({ length: 63 }, () => enter(all, "waits"));
    expect([all.inFlight(), isRefused(all, "waits"), isRefused(all, "lists")]).toEqual([0, true, false]);
    waiting[0]!.release();
    expect(isRefused(all, "waits")).toBe(false);
  });
});

describe("the class of an operation", () => {
  it("is orders for what moves orders and for the marketplace's people", () => {
    const moves = OPERATIONS.filter(({ id }) => /^(putApproved|putInvoiced|putShipped|putDelivered|putCanceled|postCheckIn)$/.test(id));
    expect(moves.map((one) => priorityClassOf(one))).toEqual(Array.from({ length: 6 }, () => "orders"));
    const operators = OPERATIONS.filter(({ audience, priority: load }) => audience === "operator" && load === undefined);
    expect(new Set(operators.map((one) => priorityClassOf(one)))).toEqual(new Set(["orders"]));
  });

  it.each([
    ["putStock", "offers"],
    ["postPrice", "offers"],
    ["getProduct", "offers"],
    ["getOrder", "offers"],
    ["postProduct", "products"],
    ["validateProduct", "products"],
    ["listProducts", "lists"],
    ["listOrders", "lists"],
    ["listBrands", "lists"],
    ["listTemplates", "lists"],
    ["downloadOrderInvoices", "lists"],
  ])("%s is %s", (id, load) => {
    expect(priorityClassOf(OPERATIONS.find((one) => one.id === id))).toBe(load);
  });
});

describe("the lag of the event loop", () => {
  it("rises with a lasting one and is no matter of a single pause", () => {
    expect(smoothLag(0, 300)).toBeLessThan(100);
    let lag = 0;
    for (let nth = 0; nth < 20; nth += 1) lag = smoothLag(lag, 150);
    expect(lag).toBeGreaterThan(145);
    for (let nth = 0; nth < 20; nth += 1) lag = smoothLag(lag, 0);
    expect(lag).toBeLessThan(5);
  });
});
