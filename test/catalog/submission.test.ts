import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { ProductBody } from "../../src/catalog/product-schema.ts";
import {
  toProductDocument,
  familyFullFailure,
  notEditableFailures,
  SUBMISSION_RULES,
  submissionFailures,
  type SubmissionContext,
} from "../../src/catalog/submission-rules.ts";

const image = (url: string) => ({ url });
const BODY = {
  sku: "A-1",
  productGroup: "A",
  department: "Corrida",
  productType: "Tênis",
  brand: "Ventuvia",
  name: "Tênis Ventuvia <3 & leve",
  description: "Pesa < 300 g e > 200 g; custo & benefício; passo 1/2.",
  color: "Preto+Branco",
  gender: "Unissex" as const,
  size: "39",
  height: 12,
  width: 20,
  depth: 32,
  weight: 0.75,
  images: [image("https://imagens.example/1.jpg"), image("http://imagens.example/2.JPEG?v=2")],
  attributes: [{ name: "Material", values: ["Malha"] }],
  price: { listPrice: 299.9, salePrice: 299.9 },
  stock: { available: 0 },
};
const CREATING: SubmissionContext = { bodyFailures: [], offerRequired: true, driveHosts: ["drive.example", "files.example.com"] };
const UPDATING: SubmissionContext = { ...CREATING, offerRequired: false, pathSku: "A-1" };

const found = (change: object, context: SubmissionContext = CREATING) =>
  submissionFailures({ ...BODY, ...change }, context).map(({ code, pointer }) => `${code} ${pointer}`);

const REFUSED: readonly (readonly [title: string, change: object, expected: readonly string[]])[] = [
  ["no colour and no flavour", { color: undefined }, ["color_or_flavor_missing /color"]],
  ['an empty colour and a flavour of "false"', { color: "", flavor: "false" }, ["color_or_flavor_missing /color"]],
  ["a null colour and a flavour of false", { color: null, flavor: false }, ["color_or_flavor_missing /color"]],
  ["colour and flavour", { flavor: "Morango" }, ["color_and_flavor /flavor"]],
  ["four colours", { color: "Preto+Branco+Azul+Verde" }, ["joined_too_many /color"]],
  ["a plus sign at the end", { color: "Preto+" }, ["joined_empty_part /color"]],
  ["a blank between plus signs", { color: "Preto+ +Azul" }, ["joined_empty_part /color"]],
  ["a repeated flavour, written twice", { color: undefined, flavor: "Morango+ morango" }, ["joined_repeated /flavor"]],
  [
    "a repeated colour, once in letters with their accents apart",
    { color: `Âmbar+${"Âmbar".normalize("NFD")}` },
    ["joined_repeated /color"],
  ],
  [
    "a repeated attribute, once in letters with their accents apart",
    { attributes: ["Gênero", "Gênero".normalize("NFD")].map((name) => ({ name, values: ["x"] })) },
    ["attribute_repeated /attributes/1/name"],
  ],
  [
    "a repeated attribute, first in letters with their accents apart",
    { attributes: ["Gênero".normalize("NFD"), "Gênero"].map((name) => ({ name, values: ["x"] })) },
    ["attribute_repeated /attributes/1/name"],
  ],
  ["everything wrong with a colour", { color: "A++A+B" }, ["joined_too_many /color", "joined_empty_part /color", "joined_repeated /color"]],
  ["a tag", { description: "Um <b>tênis</b>" }, ["text_tag /description"]],
  ["a comment", { name: "Tênis <!-- novo" }, ["text_tag /name"]],
  ["a line break", { description: "Leve.\nMacio." }, ["text_control_character /description"]],
  ["a NUL", { name: "Tênis\u0000" }, ["text_control_character /name"]],
  ["a C1 control character", { name: "Tênis\u0085" }, ["text_control_character /name"]],
  ["a line break spelled out", { description: String.raw`Leve.\nMacio.` }, ["text_escape_sequence /description"]],
  ["a tabulation spelled out", { description: String.raw`Leve\tMacio` }, ["text_escape_sequence /description"]],
  ["a code point spelled out", { name: String.raw`T\u00eanis` }, ["text_escape_sequence /name"]],
  ["a named entity", { description: "Leve &amp; macio" }, ["text_entity /description"]],
  ["a numbered entity", { description: "Leve&#160;e&#xA0;macio" }, ["text_entity /description"]],
  ["a sku that is a word of an address", { sku: "critiques" }, ["sku_reserved /sku"]],
  ["a sku that is another word of an address", { sku: "validate" }, ["sku_reserved /sku"]],
  ...[" https://h.example/1.jpg", "https://h.example/a b.jpg", "https://h.ex\tample/1.jpg", "https://h.example/\u00851.jpg"]
    .concat(["https:\\\\h.example\\1.jpg", "https://h.example/a\\1.jpg", "https:h.example/1.jpg", "https:///h.example/1.jpg"])
    .map((url) => [`the address ${JSON.stringify(url)}`, { images: [image(url)] }, ["image_url_invalid /images/0/url"]] as const),
  ...["https://ana:segredo@h.example/1.jpg", "https://ana@h.example/1.jpg", "http://:@h.example/1.jpg"].map(
    (url) => [`the address ${url}`, { images: [image(url)] }, ["image_url_user /images/0/url"]] as const,
  ),
  ...["https://h.example:65536/1.jpg", "https://h%2eexample/1.jpg", "http://192.0.2.256/1.jpg", "http://2130706433/1.jpg"]
    .concat(["http://[2001:db8::7/1.jpg", "http://[2001:db8:::7]/1.jpg"])
    .map((url) => [`the address ${url}`, { images: [image(url)] }, ["image_url_invalid /images/0/url"]] as const),
  ["no address", { images: [image("foto.jpg")] }, ["image_url_invalid /images/0/url"]],
  ["another protocol", { images: [image("ftp://imagens.example/1.jpg")] }, ["image_url_invalid /images/0/url"]],
  ["another ending", { images: [BODY.images[0], image("https://imagens.example/2.png")] }, ["image_url_extension /images/1/url"]],
  ["the ending in the query only", { images: [image("https://imagens.example/2?f=1.jpg")] }, ["image_url_extension /images/0/url"]],
  ["a drive", { images: [image("https://drive.example/1.jpg")] }, ["image_url_drive /images/0/url"]],
  ["a subdomain of a drive", { images: [image("https://u1.FILES.example.com./1.jpg")] }, ["image_url_drive /images/0/url"]],
  ["an image twice", { images: [BODY.images[0], BODY.images[0]] }, ["image_url_repeated /images/1/url"]],
  [
    "an image twice, written in other ways",
    { images: [BODY.images[0], image("https://IMAGENS.example/1.jpg"), image("https://imagens.example:443/1.jpg#2")] },
    ["image_url_repeated /images/1/url", "image_url_repeated /images/2/url"],
  ],
  [
    "an attribute twice",
    { attributes: [...BODY.attributes, { name: "Modelo", values: ["X"] }, { name: "Material", values: ["Couro"] }] },
    ["attribute_repeated /attributes/2/name"],
  ],
  [
    "a sale price above the list price",
    { price: { listPrice: "10.00", salePrice: 10.01 } },
    ["sale_price_above_list_price /price/salePrice"],
  ],
  ["no price and no stock on creation", { price: null, stock: undefined }, ["price_missing /price", "stock_missing /stock"]],
];

describe("submission rules (seed 2.1, decisions 3)", () => {
  it("let a clean body through", () => {
    expect(found({})).toEqual([]);
    expect(found({ price: undefined, stock: undefined }, UPDATING)).toEqual([]);
  });
  it.each([
    ["three colours", { color: "Preto+Branco+Azul" }],
    ["a name that is no text, which the schema refuses", { name: ["<b>"] }],
    ["an absent-looking flavour beside a colour", { flavor: "" }],
    ["an absent-looking colour beside a flavour", { color: "false", flavor: "Morango" }],
    ["two images that differ in their query", { images: [image("https://a.example/1.jpg?v=1"), image("https://a.example/1.jpg?v=2")] }],
    ["a host that only ends like a drive's", { images: [image("https://overdrive.example/1.jpg")] }],
    ["a reserved word in another case", { sku: "Critiques" }],
    ["an address of IPv6", { images: [image("http://[2001:db8::7]:8080/1.jpg")] }],
    ["an address of IPv4", { images: [image("http://192.0.2.7:080/1.jpg")] }],
    ["an @ in path and query", { images: [image("https://a.example/@ana/1.jpg?mail=ana@a.example")] }],
    ["the scheme in capitals", { images: [image("HTTPS://a.example/1.jpg")] }],
    ["attributes that differ in letter case", { attributes: [{ name: "Modelo" }, { name: "modelo" }] }],
  ])("accept %s", (_title, change) => {
    expect(found(change)).toEqual([]);
  });
  it.each(REFUSED)("refuse %s", (_title, change, expected) => {
    expect(found(change)).toEqual(expected);
  });
  it("refuse a sku that is not the path's", () => {
    expect(found({}, { ...UPDATING, pathSku: "a-1" })).toEqual(["sku_differs /sku"]);
  });
  it("say what formatting was found, and at which character", () => {
    const told = (name: string) =>
      submissionFailures({ ...BODY, name }, CREATING).map(({ received, params }) => ({ received, position: params?.["position"] }));
    expect(told("Tênis\u0085")).toEqual([{ received: "U+0085", position: 6 }]);
    expect(told("Tênis <b>leve")).toEqual([{ received: "<b>", position: 7 }]);
    const [tag] = told(`<b ${"x".repeat(100)}>`);
    expect(tag?.received).toBe(`<b ${"x".repeat(57)}`);
  });
  it("are all told with 400 in a product's body, whatever they are told with where they stand alone", () => {
    const failures = submissionFailures({ ...BODY, price: { listPrice: 1, salePrice: 2 } }, CREATING);
    expect(failures).toMatchObject([{ code: "sale_price_above_list_price", row: { status: 400, type: "Bad_Request_Error" } }]);
  });
  it("read the first 100 entries of a list that is too long", () => {
    expect(found({ images: Array.from({ length: 120 }, (_, n) => image(`foto-${n}`)) })).toHaveLength(100);
  });
  it.each([
    [{ color: undefined, flavor: 7 }, "/flavor"],
    [{ color: 7 }, "/color"],
  ])("do not call a colour missing that the schema refused: %j", (change, pointer) => {
    const { failures } = compileSchemaCheck(ProductBody)({ ...BODY, ...change });
    expect(failures.map((failure) => failure.pointer)).toEqual([pointer]);
    expect(found({ color: undefined }, { ...CREATING, bodyFailures: failures })).toEqual([]);
  });
  it("report every failure of a body in one answer, in the order of the rules", () => {
    const all = found({
      color: undefined,
      name: "<b>",
      images: [image("x")],
      attributes: [BODY.attributes[0], BODY.attributes[0]],
      price: { listPrice: 1, salePrice: 2 },
      stock: undefined,
    });
    expect(all).toEqual([
      "color_or_flavor_missing /color",
      "text_tag /name",
      "image_url_invalid /images/0/url",
      "attribute_repeated /attributes/1/name",
      "sale_price_above_list_price /price/salePrice",
      "stock_missing /stock",
    ]);
  });
  it("do not call missing what the schema check left out, and find the rest in the body as sent", () => {
    const check = compileSchemaCheck(ProductBody);
    const sent = {
      ...BODY,
      color: 7,
      images: [{ url: 7 }, image("https://a.example/1.png"), {}, image("https://a.example/1.png")],
      attributes: [{ name: "Material", values: [] }, BODY.attributes[0], BODY.attributes[0]],
      price: { listPrice: 0, salePrice: 1 },
      stock: { available: "many" },
    };
    const { value, failures } = check(sent);
    expect(failures.map(({ pointer }) => pointer)).toEqual([
      "/color",
      "/images/0/url",
      "/images/2/url",
      "/attributes/0/values",
      "/price/listPrice",
      "/stock/available",
    ]);
    const context = { ...CREATING, bodyFailures: failures };
    expect(submissionFailures(value, context)).toEqual([]);
    expect(submissionFailures(sent, context).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "image_url_extension /images/1/url",
      "image_url_extension /images/3/url",
      "image_url_repeated /images/3/url",
      "attribute_repeated /attributes/1/name",
      "attribute_repeated /attributes/2/name",
    ]);
  });
  it("name the field or the value in both languages, with no gap left in the sentence", () => {
    const failures = REFUSED.flatMap(([, change]) => submissionFailures({ ...BODY, ...change }, CREATING));
    for (const failure of [...failures, ...submissionFailures(BODY, { ...UPDATING, pathSku: "B" })]) {
      for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure, lang)).not.toMatch(/[{}]/);
    }
  });
  it("answer for any JSON whatever, and for a huge text in time", () => {
    const anyBody = fc.record(Object.fromEntries(Object.keys(BODY).map((key) => [key, fc.jsonValue({ maxDepth: 3 })])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(fc.oneof(anyBody, fc.jsonValue()), (body) => {
        for (const { pointer } of submissionFailures(body, UPDATING)) expect(pointer).toMatch(/^\//);
      }),
      { numRuns: 300 },
    );
    for (const unit of ["<a", "&a", "\\", "+", "<!"]) {
      const text = unit.repeat(500_000);
      expect(submissionFailures({ ...BODY, description: text, color: text }, CREATING).length).toBeLessThan(10);
    }
    for (const unit of ["1", "a.", "1.", ".", "a:0", "0", "[:", "/", "@", "a@"]) {
      const urls = ["http://", "http://a:", "http://a/"].map((start) => image(start + unit.repeat(300_000)));
      expect(submissionFailures({ ...BODY, images: urls }, CREATING).length).toBeLessThan(10);
    }
  });
  it("have a name each", () => {
    expect(new Set(SUBMISSION_RULES.map(({ name }) => name)).size).toBe(SUBMISSION_RULES.length);
  });
});

describe("a product that cannot be sent", () => {
  it("is told the size of its family", () => {
    expect(familyFullFailure({ productGroup: "A", largestFamily: 500 })).toMatchObject({
      code: "family_full",
      pointer: "/productGroup",
      received: "A",
      allowed: 500,
    });
  });
  it("is told the status in which nothing changes it any more (seed 3.1)", () => {
    expect([notEditableFailures("A-1", "RECEIVED"), notEditableFailures("A-1", "CRITICIZED")]).toEqual([[], []]);
    expect(notEditableFailures("A-1", "CATALOGING")).toMatchObject([
      { code: "change_request_needed", pointer: "/sku", received: "A-1", params: { sku: "A-1", status: "Em catalogação" } },
    ]);
    expect(notEditableFailures("A-1", "APPROVED", "path.sku")).toMatchObject([{ pointer: "path.sku" }]);
  });
});

describe("the document of a body", () => {
  it("drops what counts as absent, fills in defaults and leaves price and stock out", () => {
    const { price: _price, stock: _stock, attributes: _attributes, ...rest } = BODY;
    const { attributes: _none, ...body } = { ...BODY, flavor: "" };
    expect(toProductDocument(body)).toEqual({ ...rest, attributes: [], fulfillment: { candidate: false } });
  });
  it.each(["", false, undefined])("has the one of colour and flavour that was sent, when the other is %j", (absent) => {
    const distinguishing = (change: object) =>
      Object.entries(toProductDocument({ ...BODY, ...change })).filter(([field]) => field === "color" || field === "flavor");
    expect(distinguishing({ color: absent, flavor: "Morango" })).toEqual([["flavor", "Morango"]]);
    expect(distinguishing({ flavor: absent })).toEqual([["color", "Preto+Branco"]]);
  });
  it("keeps what was sent as it was sent", () => {
    expect(toProductDocument({ ...BODY, fulfillment: { candidate: true } })).toMatchObject({
      color: "Preto+Branco",
      attributes: BODY.attributes,
      fulfillment: { candidate: true },
    });
  });
});
