import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { APIS, apiDocument } from "../../src/openapi/documents.ts";
import { readDeprecations } from "../../src/openapi/deprecations.ts";
import { markDeprecated } from "../../src/openapi/mark-deprecated.ts";
import { pointerSteps } from "../../src/platform/basics/index.ts";
import { parseDeprecations } from "../../src/platform/contract/deprecations.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import type { TSchema } from "../../src/platform/contract/schema.ts";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import { broken } from "../contract/compatibility.ts";
import { EXAMPLE_RULES } from "../documents/example-rules.ts";
import { type Document, DOCUMENT_RULES, type OperationObject } from "../documents/openapi-rules.ts";
import { resolved } from "../documents/resolved.ts";
import { WORDING_RULES } from "../documents/wording-rules.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";

const DATES = { deprecatedAt: "2026-11-01T00:00:00-03:00", sunsetAt: "2027-06-01T00:00:00-03:00" };
const instead = { "pt-BR": "Use outra coisa.", en: "Use something else." };
const guide = "/docs/guides/pt-BR/changes.md";
const row = (code: string, operation: string, part?: object) => ({ code, operation, ...DATES, instead, guide, ...(part ? { part } : {}) });
const ROWS = [
  row("brands", "listBrands"),
  row("orders-expands", "listOrders", { in: "query", name: "expands" }),
  row("product-video", "postProduct", { in: "body", pointer: "/video" }),
  row("product-image", "postProduct", { in: "body", pointer: "/images/*/url" }),
  row("limits-answer", "getLimits", { in: "answer", pointer: "/links" }),
];

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ deprecations: parseDeprecations(ROWS, OPERATIONS) });
  seller = await market.seller();
});
afterAll(() => market.stop());

describe("what will be removed from the API is told where it is used", () => {
  it("tells of an operation by Deprecation (RFC 9745), Sunset (RFC 8594) and a link", async () => {
    const { headers } = await seller.get("/api/v1/brands");
    expect(headers.get("deprecation")).toBe(`@${Date.parse(DATES.deprecatedAt) / 1_000}`);
    expect(headers.get("sunset")).toBe("Tue, 01 Jun 2027 03:00:00 GMT");
    expect(headers.get("link")).toBe(`<${guide}>; rel="deprecation"; type="text/markdown"`);
    expect(headers.get("vitrine-warning")).toBeNull();
  });

  it("tells of a parameter only whoever sends it, beside what else is ignored", async () => {
    expect((await seller.get("/api/v1/orders?expand=items")).headers.get("link")).toBeNull();
    const { headers } = await seller.get("/api/v1/orders?expands=items&stauts=approved");
    expect(headers.get("deprecation")).toBeNull();
    expect(headers.get("link")).toContain('rel="deprecation"');
    const [ignored, deprecated] = headers.get("vitrine-warning")!.split(", ");
    expect(ignored).toContain("parameter_unknown");
    expect(deprecated).toBe('deprecated;parameter="expands";code="orders-expands";sunset="2027-06-01T00:00:00.000-03:00"');
  });

  it("tells of fields of a body, also within lists, and of refused calls too", async () => {
    const { status, headers } = await seller.post("/api/v2/products", { ...PRODUCT_EXAMPLE, video: "https://videos.example/a", price: 1 });
    expect(status).toBe(400);
    expect(headers.get("vitrine-warning")).toContain('pointer="/video";in="body";code="product-video"');
    expect(headers.get("vitrine-warning")).toContain('pointer="/images/*/url"');
    const without = await seller.post("/api/v2/products", { sku: "SEM-VIDEO", images: [], video: null });
    expect(without.headers.get("vitrine-warning")).toBeNull();
  });

  it("tells of a field of an answer with every call", async () => {
    expect((await seller.get("/api/v1/limits")).headers.get("vitrine-warning")).toContain('pointer="/links";in="answer"');
  });

  it("tells nothing where nothing is deprecated", async () => {
    const { headers } = await seller.get("/api/v1/colors");
    expect(["deprecation", "sunset", "link", "vitrine-warning"].map((name) => headers.get(name))).toEqual([null, null, null, null]);
  });
});

describe("GET /operator/v1/deprecations", () => {
  it("says who still uses what, from the log of calls", async () => {
    const integration = await market.operator("integration");
    const items = await eventually("the calls logged", async () => {
      const { json } = await integration.get("/operator/v1/deprecations");
      const found = json.items as { code: string; calls: number; applications: { clientId: string; sellers: number; calls: number }[] }[];
      return found.every(({ code, calls }) => code === "limits-answer" || calls > 0) && found;
    });
    const useOf = (code: string) => items.find((item) => item.code === code)!.applications;
    expect(useOf("brands")).toMatchObject([{ clientId: seller.clientId, sellers: 1, calls: 1 }]);
    expect(useOf("orders-expands")).toMatchObject([{ calls: 1 }]);
    expect(useOf("product-video")).toMatchObject([{ calls: 1 }]);

    // Bodies that PostgreSQL cannot read as jsonb were refused, and are logged all the same.
    for (const color of ["\u0000", "\ud800"]) {
      const refused = await seller.post("/api/v2/products", { sku: "SEM-TEXTO", color });
      expect([refused.status, refused.json.details.length > 0]).toEqual([400, true]);
    }
    await eventually("the refused calls logged", async () => {
      const [log] = await market.database.query<{ n: string }>("select count(*) as n from request_log where sent like '%SEM-TEXTO%'");
      return log!.n === "2";
    });
    const after = await integration.get("/operator/v1/deprecations");
    expect(after.status, after.text).toBe(200);

    const support = await market.operator("support");
    expect((await support.get("/operator/v1/deprecations")).status).toBe(403);
  });
});

describe("openapi/deprecations.json", () => {
  it("fits the contract", () => expect(Array.isArray(readDeprecations())).toBe(true));

  it("marks operations and parameters in the documents, and no other operation's parameter of that name", () => {
    const document = apiDocument("v1", undefined, parseDeprecations(ROWS, OPERATIONS)) as unknown as {
      paths: Record<string, { get: { deprecated?: true; "x-sunset"?: string; parameters: { name?: string; deprecated?: true }[] } }>;
    };
    const sunset = "2027-06-01T00:00:00.000-03:00";
    expect(document.paths["/api/v1/brands"]!.get).toMatchObject({ deprecated: true, "x-sunset": sunset });
    expect(document.paths["/api/v1/colors"]!.get.deprecated).toBeUndefined();
    const marked = Object.values(document.paths).filter(({ get }) => get?.parameters.some(({ deprecated }) => deprecated));
    expect(marked).toEqual([document.paths["/api/v1/orders"]]);
    expect(document.paths["/api/v1/orders"]!.get.parameters.find(({ deprecated }) => deprecated)).toMatchObject({ name: "expands" });
  });

  const marked = (api: (typeof APIS)[number], rows: readonly object[]) =>
    apiDocument(api, undefined, parseDeprecations(rows, OPERATIONS)) as Document;
  const placesOf = (document: Document) => [...placesMarked(resolved(document).paths, "")].map((place) => place.replace(/^\/api\/v\d/, ""));

  it("marks fields of bodies and answers of their operation, also within lists, and no other place", () => {
    const CONTENT = "content/application/json/schema/properties";
    expect(placesOf(marked("v2", ROWS))).toEqual([
      `/products/post/requestBody/${CONTENT}/video`,
      `/products/post/requestBody/${CONTENT}/images/items/properties/url`,
    ]);
    expect(placesOf(marked("v1", ROWS)).filter((place) => place.startsWith("/limits"))).toEqual([
      `/limits/get/responses/200/${CONTENT}/links`,
    ]);
    expect(placesOf(marked("v2", []))).toEqual([]);
  });

  it.each(APIS)("can mark every field of every body and answer of %s, and changes nothing else", (api) => {
    const before = marked(api, []);
    const operations = OPERATIONS.filter((operation) => operation.api === api);
    const all = parseDeprecations(operations.flatMap(everyField), operations);
    const first = resolved(before).paths;
    const after = resolved(markDeprecated(before, operations, all) as Document).paths;
    const marks = all.flatMap(({ code, operation, part }) => {
      const { path, method } = operations.find(({ id }) => id === operation)!;
      const found = [first, after].map((paths) => fieldsOf(paths[path]![method.toLowerCase()]!, part as Place));
      // Some fields of answers are taken in bodies too, and not printed there.
      return found[0]!.length === 0 ? [] : [{ code, isMarked: found[1]!.every(({ deprecated }) => deprecated === true) }];
    });
    expect(marks.length).toBeGreaterThan(100);
    expect(marks.filter(({ isMarked }) => !isMarked)).toEqual([]);
    expect(withoutMarks(after)).toEqual(withoutMarks(first));
  });

  it("leaves documents that keep their rules and what was promised", () => {
    const [before, after] = [marked("v2", []), marked("v2", ROWS)];
    for (const { name, find } of [...DOCUMENT_RULES, ...WORDING_RULES, ...EXAMPLE_RULES]) expect(find(after), name).toEqual([]);
    expect(broken(resolved(before), resolved(after))).toEqual([]);
  });

  it.each([
    ["an operation that is not there", row("a", "listBrand"), /there is no operation listBrand/],
    ["a parameter that is not there", row("a", "listOrders", { in: "query", name: "expandz" }), /no query expandz/],
    ["a field that is not there", row("a", "postProduct", { in: "body", pointer: "/images/*/uri" }), /no body \/images\/\*\/uri/],
    ["a date that is none", { ...row("a", "listBrands"), sunsetAt: "soon" }, /sunsetAt is no date: soon/],
    ["a removal too soon", { ...row("a", "listBrands"), sunsetAt: "2026-12-01" }, /less than 90 days/],
    ["no advice", { ...row("a", "listBrands"), instead: { "pt-BR": "", en: "" } }, /instead needs/],
  ])("refuses %s", (_what, wrong, message) => expect(() => parseDeprecations([wrong], OPERATIONS)).toThrow(message));

  it("refuses a code twice, and says every mistake at once", () => {
    const wrong = [row("a", "gone"), row("a", "listBrands")];
    expect(() => parseDeprecations(wrong, OPERATIONS)).toThrow(/there is no operation gone; a: is there twice/);
  });
});

/** A row for each field of the body and the answers of an operation. */
function everyField({ id, body, replies }: Operation): readonly object[] {
  const rowsOf = (place: string, schema: TSchema | undefined) =>
    [...new Set(pointersIn(schema))].map((pointer) => row(`${id} ${place} ${pointer}`, id, { in: place, pointer }));
  const answers = Object.values(replies).flatMap(({ schema }) => rowsOf("answer", schema));
  return [...rowsOf("body", body), ...new Map(answers.map((one) => [one.code, one])).values()];
}

function pointersIn(schema: TSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  const below = Object.entries(properties).flatMap(([name, field]) => ["", ...pointersIn(field)].map((rest) => `/${name}${rest}`));
  return [...below, ...pointersIn(items).map((rest) => `/*${rest}`)];
}

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

function* placesMarked(value: unknown, at: string): Generator<string> {
  if (!isJson(value)) return;
  if (value["deprecated"] === true && !("parameters" in value)) yield at;
  for (const [name, part] of Object.entries(value))
    yield* placesMarked(part, name.startsWith("/") ? name : `${at}/${name.replaceAll(" ", "")}`);
}

interface Place {
  readonly in: "body" | "answer";
  readonly pointer: string;
}

/** The field at a place of an operation; of answers, the field of each that has it. */
function fieldsOf({ requestBody, responses }: OperationObject, { in: place, pointer }: Place): readonly Json[] {
  const answers = Object.entries(responses).flatMap(([status, one]) => (status < "400" ? [one] : []));
  const messages = place === "answer" ? answers : requestBody === undefined ? [] : [requestBody];
  const schemas = messages.flatMap(({ content = {} }) => Object.values(content)).map(({ schema }) => schema as Json);
  return schemas.map((schema) => fieldAt(schema, pointerSteps(pointer))).filter((field) => field !== undefined);
}

function fieldAt(schema: Json, steps: readonly string[]): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return schema;
  const alternatives = (schema["anyOf"] ?? [schema]) as readonly Json[];
  const fields = alternatives.map(({ properties, items }) => (step === "*" ? items : (properties as Json | undefined)?.[step]));
  return fields.map((field): Json | undefined => (isJson(field) ? fieldAt(field, rest) : undefined)).find((field) => field !== undefined);
}

/** A value without marks, and without the empty lists that resolving additional properties leaves. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isJson(value)) return value;
  const isLeft = ([name, part]: readonly [string, unknown]) =>
    !(name === "deprecated" && part === true) &&
    name !== "x-sunset" &&
    !((name === "required" || name === "properties") && isJson(part) && Object.keys(part).length === 0);
  return Object.fromEntries(
    Object.entries(value)
      .filter(isLeft)
      .map(([name, part]) => [name, withoutMarks(part)]),
  );
}
