import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maskTarget } from "../../src/inspector/request-mask.ts";
import { ignoredInputWarnings } from "../../src/inspector/ignored-input-warnings.ts";
import { nearestNames } from "../../src/platform/basics/nearest-words.ts";
import { operation } from "../../src/platform/contract/operation.ts";
import { optional, object, text } from "../../src/platform/contract/schema.ts";
import { eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

/** Nothing sent is lost without a word: what a call sent and was ignored stands in the log. */
let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
});
afterAll(() => market.stop());

const idOf = (reply: Reply) => reply.headers.get("x-request-id")!;
const logged = (speaker: Client, path: string, options: Parameters<Client["get"]>[1] = {}) =>
  eventually(`${path} to be found`, async () => {
    const reply = await speaker.get(path, options);
    return reply.status === 200 && reply;
  });
const warningsIn = async (path: string, language = "en") => {
  const asked = await seller.get(path);
  const found = await logged(seller, `/api/v1/requests/${idOf(asked)}`, { headers: { "accept-language": language } });
  return found.json.warnings as readonly object[];
};

describe("a call that sent a parameter which its operation does not have", () => {
  it("is answered, and the log names the parameter and the nearest one, in the reader's language", async () => {
    const suggestions = ["orderStatus"];
    expect(await warningsIn("/api/v1/orders?status=approved")).toEqual([
      {
        code: "parameter_unknown",
        parameter: "status",
        message: "status: this operation has no such query parameter; it was ignored. Did you mean: orderStatus?",
        suggestions,
      },
    ]);
    expect(await warningsIn("/api/v1/orders?status=approved", "pt-BR")).toMatchObject([
      { message: "status: esta operação não tem este parâmetro de consulta; ele foi ignorado. Você quis dizer: orderStatus?" },
    ]);
  });

  it.each([
    ["an array's spelling", "/api/v1/orders?orderStatus[]=approved", "orderStatus[]", ["orderStatus"]],
    ["an array's spelling, encoded", "/api/v1/orders?orderStatus%5B0%5D=approved", "orderStatus[0]", ["orderStatus"]],
    ["another letter case", "/api/v1/orders?OrderStatus=approved", "OrderStatus", ["orderStatus"]],
    ["other words of the same name", "/api/v2/products?pageSize=10", "pageSize", ["page", "size"]],
    ["nothing near", "/api/v1/brands?_=1764000000", "_", []],
    ["a name that might be somebody's", "/api/v1/orders?ana@example.com=1", "***", []],
  ])("is told of %s", async (_what, path, parameter, suggestions) => {
    expect(await warningsIn(path)).toMatchObject([{ code: "parameter_unknown", parameter, suggestions }]);
  });

  it("is told of each name once, of ten names, and of none that the operation has", async () => {
    expect(await warningsIn("/api/v1/orders?a=1&a=2&page=0&b=1")).toMatchObject([{ parameter: "a" }, { parameter: "b" }]);
    const many = Array.from({ length: 30 }, (_, i) => `x${i}=1`).join("&");
    expect(await warningsIn(`/api/v1/orders?${many}`)).toHaveLength(10);
    expect(await warningsIn("/api/v1/orders?page=0&orderStatus=approved")).toEqual([]);
  });

  it("is told of to the marketplace's people too, support among them", async () => {
    const asked = await seller.get("/api/v1/orders?orderstatus[]=x");
    for (const role of ["admin", "support"]) {
      const { json } = await logged(await market.operator(role), `/operator/v1/requests/${idOf(asked)}`);
      expect(json.warnings).toMatchObject([{ code: "parameter_unknown", parameter: "orderstatus[]", suggestions: ["orderStatus"] }]);
    }
  });
});

describe("the warnings of a kept call", () => {
  const listThings = operation({
    id: "listThings",
    api: "v1",
    method: "GET",
    path: "/things",
    audience: "seller",
    permission: "any",
    summary: "",
    query: object({ orderStatus: optional(text()) }),
    replies: {},
  });
  const row = (target: string) => ({ target }) as never;

  it("leave out a name that was cut with its address", () => {
    const { target } = maskTarget(listThings, { parameters: {}, query: `${"a".repeat(60)}=1&`.repeat(100) });
    expect(target).toHaveLength(4_096);
    expect(ignoredInputWarnings(row(target), listThings, "en").map(({ parameter }) => parameter)).toEqual(["a".repeat(60)]);
  });

  it("are none where the operation is no more", () => {
    expect(ignoredInputWarnings(row("/things?a=1"), undefined, "en")).toEqual([]);
  });
});

describe("the nearest names", () => {
  const names = ["page", "size", "orderStatus", "orderStartDate", "orderEndDate", "orderType"];
  it.each([
    ["orderStatus[]", ["orderStatus"]],
    ["filter[status]", ["orderStatus"]],
    ["order_status", ["orderStatus"]],
    ["ORDERSTATUS", ["orderStatus"]],
    ["oderStatus", ["orderStatus"]],
    ["endDate", ["orderEndDate"]],
    ["startdate", ["orderStartDate"]],
    ["pageSize", ["page", "size"]],
    ["orderStatusCode", ["orderStatus"]],
    ["limit", []],
    ["or", []],
    ["date", ["orderStartDate", "orderEndDate"]],
    ["[]", []],
    ["", []],
  ])("of %s are %j", (received, near) => {
    expect(nearestNames(received, names)).toEqual(near);
  });
});
