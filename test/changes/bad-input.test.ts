import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { changesOf, liveOf } from "./changing.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
});
afterAll(() => market.stop());

const image = (name: string) => `${market.baseUrl}/images/${name}.jpg`;
const codes = (json: { readonly details: readonly { readonly code: string; readonly pointer: string }[] }) =>
  json.details.map(({ code, pointer }) => [code, pointer]);

describe("what is wrong with a change is said at once, where it was sent", () => {
  let sku: string;
  beforeAll(async () => {
    sku = "VISEIRA-ERRADA";
    await onSale(market, seller, { [sku]: 7 });
  });
  const LONG = "a".repeat(200);

  it.each<readonly [string, object, readonly (readonly [string, string])[]]>([
    ["an empty body", {}, [["change_empty", ""]]],
    ["empty fields", { fields: {} }, [["change_empty", "/fields"]]],
    [
      "fixed fields",
      { fields: { "/sku": "B", "/productGroup": "C" } },
      [
        ["field_is_fixed", "/fields/~1sku"],
        ["field_is_fixed", "/fields/~1productGroup"],
      ],
    ],
    [
      "price and stock",
      { fields: { "/price/salePrice": 1, "/stock": { available: 1 } } },
      [
        ["offer_not_in_change", "/fields/~1price~1salePrice"],
        ["offer_not_in_change", "/fields/~1stock"],
      ],
    ],
    [
      "unknown fields",
      { fields: { "/descripton": "x", name: "y", "/images/9": "z" } },
      [
        ["change_field_unknown", "/fields/~1descripton"],
        ["change_field_unknown", "/fields/name"],
      ],
    ],
    [
      "an image beyond the next",
      { fields: { "/images/3/url": "http://x.example/a.jpg" } },
      [["change_field_unknown", "/fields/~1images~13~1url"]],
    ],
    ["one field within another", { fields: { "/images": [], "/images/0/url": "x" } }, [["change_fields_overlap", "/fields/~1images"]]],
    [
      "the next image by its place and by its name",
      { fields: { "/images/-": "http://x.example/a.jpg", "/images/1": "http://x.example/b.jpg" } },
      [["change_fields_overlap", "/fields/~1images~11"]],
    ],
    [
      "an attribute by its place and by its name",
      { remove: ["/attributes/0", "/attributes/FIRST"] },
      [["change_fields_overlap", "/remove/1"]],
    ],
    ["a character that no text may have", { fields: { "/brand": "a\u0000b" } }, [["refused_character", "/fields/~1brand"]]],
    [
      "more fields than a request takes",
      { fields: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`/attributes/a${i}`, "x"])) },
      [["change_fields_too_many", "/fields"]],
    ],
    ["both forms", { fields: { "/name": "x" }, name: "y" }, [["change_form_mixed", ""]]],
    [
      "a name that is too long",
      { fields: { "/name": LONG, "/weight": -1 } },
      [
        ["too_long", "/fields/~1name"],
        ["not_above", "/fields/~1weight"],
      ],
    ],
    ["a field taken away that is required", { remove: ["/name"] }, [["required", "/remove/0"]]],
    [
      "a field set and taken away",
      { fields: { "/video": "https://v.example" }, remove: ["/video"] },
      [["change_fields_overlap", "/remove/0"]],
    ],
    ["nothing but null", { fields: { "/video": null } }, [["change_empty", "/fields"]]],
    ["a second image of the same address", { fields: { "/images/1": "IMAGE" } }, [["image_url_repeated", "/fields/~1images~11/url"]]],
    ["a whole product with a price", { price: { listPrice: 9, salePrice: 8 } }, [["offer_not_in_change", "/price"]]],
  ])("%s", async (_title, body, expected) => {
    const { attributes } = (await liveOf(seller, sku)) as { readonly attributes: readonly { readonly name: string }[] };
    const filled = JSON.stringify(body).replaceAll("IMAGE", image("cap-black")).replaceAll("FIRST", attributes[0]!.name);
    const sent = JSON.parse(filled) as object;
    const { status, json } = await seller.post(changesOf(sku), sent);
    expect(status).toBe(422);
    expect(codes(json).slice(0, expected.length)).toEqual(expected);
    expect((await seller.get(changesOf(sku))).status).toBe(204);
  });

  it("names the nearest field", async () => {
    const { json } = await seller.post(changesOf(sku), { fields: { "/descripton": "x" } });
    expect(json.details[0]).toMatchObject({ received: "/descripton", suggestions: ["/description"] });
  });

  it("is nothing when it changes nothing, in either form", async () => {
    const { _links, expands: _expands, ...live } = await liveOf(seller, sku);
    for (const body of [{ fields: { "/name": live["name"] } }, { product: live }, live]) {
      const { status, json } = await seller.post(changesOf(sku), body);
      expect([status, json.details[0].code]).toEqual([422, "nothing_changes"]);
    }
    const whole = await seller.post(changesOf(sku), { ...live, gender: "Mulher" });
    expect(whole.json.fields.map(({ pointer }: { readonly pointer: string }) => pointer)).toEqual(["/gender"]);
    expect((await seller.post(changesOf("NINGUEM"), { fields: { "/name": "x" } })).json.details[0].code).toBe("product_unknown");
  });

  it("is answered again under its Idempotency-Key", async () => {
    const headers = { "idempotency-key": "mudanca-1" };
    const send = () => seller.post(changesOf(sku), { fields: { "/name": "Viseira Nove Unissex" } }, { headers });
    const [first, again] = [await send(), await send()];
    expect([again.status, again.headers.get("idempotent-replayed"), again.json.id]).toEqual([202, "true", first.json.id]);
  });
});
