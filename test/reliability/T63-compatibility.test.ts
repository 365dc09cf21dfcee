import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { APIS } from "../../src/openapi/documents.ts";
import { PROJECT } from "../../src/project.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { readDeprecations } from "../../src/openapi/deprecations.ts";
import { parseDeprecations } from "../../src/platform/contract/deprecations.ts";
import { broken, COMPATIBILITY_RULES, unannounced } from "../contract/compatibility.ts";
import type { Document, OperationObject } from "../documents/openapi-rules.ts";
import { resolved } from "../documents/resolved.ts";

/**
 * T63 (reliability): who was written for the last released documents, in openapi/released/, is served by today's. Whatever breaks them on
 * purpose is announced in openapi/deprecations.json, with the date of its removal. What the released documents said wrongly, and what decisions 9
 * changes before 1.0, is excused here, with its reason, until the next release.
 */
const EXCUSED: readonly { readonly what: RegExp; readonly because: string }[] = [
  {
    what: /^answer's field no longer sure: GET \/operator\/v1\/reference\/\{list\}\/\{code\}: 200 item$/,
    because: "never was sure: an item that is only announced has none, and the document that was released said otherwise",
  },
  {
    what: /\/cancellationReason (code|description|canBePenalty|remark|canceledBy|date)$|\/cancellationReason string$/,
    because: "is a text, as every public client types it; what it was is `cancellation` beside it",
  },
  {
    what: /^answer's field no longer sure: .*\/invoice date$/,
    because: "the invoice is an object before there is one, as all objects of seed 2.5 are; it has its date from the invoicing on",
  },
  {
    what: /^input's type narrowed: PUT \/api\/v2\/products\/\{sku\}\/status: \/status any value before$/,
    because: "never was any value: words that approve nothing were always refused, which the document that was released did not say",
  },
  {
    what: /^answer's field no longer sure: GET \/api\/v1\/orders: 200\/items\/\*\/shippings\/\* actions$/,
    because: "lists carry `actions` only by expand=actions; one order, its shippings and each of them always have them",
  },
  {
    what: /^answer's field removed: GET \/operator\/v1\/health: 200 (events|technicalValidation)$/,
    because: "never came: no part of the marketplace tells them",
  },
];

/** Documents are resolved once; whoever reads one may change it. */
const texts = new Map<string, string>();
function read(path: string): Document {
  const text = texts.get(path) ?? JSON.stringify(resolved(JSON.parse(readFileSync(join(PROJECT, "openapi", path), "utf8")) as Document));
  texts.set(path, text);
  return JSON.parse(text) as Document;
}

const deprecations = readDeprecations();
/** APIs that no release has promised yet. The next one copies their documents, and empties this list. */
const UNRELEASED: readonly string[] = ["portal"];
const PROMISED = APIS.filter((api) => !UNRELEASED.includes(api));

describe("T63: today's documents keep what the released ones promise", () => {
  it.each(PROMISED)("%s", (api) => {
    const found = unannounced(broken(read(`released/${api}.json`), read(`${api}.json`)), deprecations);
    expect(found.filter((line) => !EXCUSED.some(({ what }) => what.test(line)))).toEqual([]);
  });

  it.each(UNRELEASED)("has promised nothing of %s", (api) => {
    expect(existsSync(join(PROJECT, "openapi", "released", `${api}.json`))).toBe(false);
  });

  it("announces nothing as broken that is kept", () => {
    const found = PROMISED.flatMap((api) => broken(read(`released/${api}.json`), read(`${api}.json`)));
    expect(deprecations.flatMap(({ breaks }) => breaks).filter((line) => !found.includes(line))).toEqual([]);
  });

  it("excuses nothing that is kept by now", () => {
    const found = PROMISED.flatMap((api) => broken(read(`released/${api}.json`), read(`${api}.json`)));
    expect(EXCUSED.filter(({ what }) => !found.some((line) => what.test(line)))).toEqual([]);
  });
});

type Json = Record<string, unknown>;
type Field = Json & { properties: Record<string, Json>; required?: string[] };
interface Operation {
  security?: unknown;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody: { content: { "application/json": { schema: Field } } };
  responses: Record<string, { headers: Json; content: Record<string, { schema: Field }> }>;
  [extension: string]: unknown;
}

const PUT = "/api/v2/products/{sku}/stocks";
const bodyIn = (operation: Operation) => operation.requestBody.content["application/json"].schema;
const answerIn = (operation: Operation) => operation.responses["202"]!.content["application/json"]!.schema;
/** Of each rule a change that breaks it and no other rule's promise. */
const PLANTED: Readonly<Record<string, (operation: Operation, item: Record<string, Operation>) => unknown>> = {
  "operation removed": (_operation, item) => delete item["put"],
  "success removed": ({ responses }) => {
    responses["200"] = responses["202"]!;
    delete responses["202"];
  },
  "credentials changed": (operation) => (operation.security = [{ another: [] }]),
  "permission narrowed": (operation) => (operation["x-permission"] = "stocks"),
  "environment removed": (operation) => (operation["x-environments"] = ["sandbox"]),
  "media type removed": ({ responses }) => {
    responses["202"]!.content = { "text/plain": responses["202"]!.content["application/json"]! };
  },
  "header removed": ({ responses }) => delete responses["202"]!.headers["Location"],
  "answer's field removed": (operation) => delete answerIn(operation).properties["physical"],
  "answer's field no longer sure": (operation) => answerIn(operation).required!.pop(),
  "answer's type changed": (operation) => (answerIn(operation).properties["physical"]!["type"] = "string"),
  "input removed": (operation) => (operation.parameters = operation.parameters.filter(({ name }) => name !== "acknowledge")),
  "input newly required": (operation) => bodyIn(operation).required!.push("because"),
  "input's type narrowed": (operation) => (bodyIn(operation).properties["available"]!["type"] = "boolean"),
  "input's words fewer": (operation) => (bodyIn(operation).properties["available"]!["enum"] = ["1"]),
  "input's limit tighter": (operation) => (bodyIn(operation).properties["available"]!["maximum"] = 10),
  "input's pattern changed": (operation) => (operation.parameters[0]!.schema["pattern"] = "^A"),
  "input's format changed": (operation) => (operation.parameters[0]!.schema["format"] = "uuid"),
  "input's tolerance lost": (operation) => {
    const acknowledge = operation.parameters.find(({ name }) => name === "acknowledge")!.schema["items"] as { anyOf: Json[] };
    // Only the listed spelling is left.
    acknowledge.anyOf.pop();
  },
};

/** Twelve ways to break an integration, each found by some rule, that nobody announced. */
const TWELVE: readonly string[] = [
  "operation removed",
  "success removed",
  "permission narrowed",
  "environment removed",
  "header removed",
  "answer's field removed",
  "answer's field no longer sure",
  "answer's type changed",
  "input removed",
  "input newly required",
  "input's type narrowed",
  "input's words fewer",
];

describe("a breaking change without an entry and a date in openapi/deprecations.json", () => {
  const breakBy = (kind: string): readonly string[] => {
    const [before, now] = [read("v2.json"), read("v2.json")];
    const item = now.paths[PUT] as unknown as Record<string, Operation>;
    PLANTED[kind]!(item["put"]!, item);
    return broken(before, now);
  };
  const announcing = (breaks: readonly string[], sunsetAt = "2027-06-01") => {
    const instead = { "pt-BR": "Nada.", en: "Nothing." };
    return [{ code: "gone", operation: "putStock", deprecatedAt: "2026-12-01", sunsetAt, instead, guide: "/docs/errors.md", breaks }];
  };

  it.each(TWELVE)("is red: %s (planted)", (kind) => expect(unannounced(breakBy(kind), [])).not.toEqual([]));

  it.each(TWELVE)("is green once it is announced with a date: %s", (kind) => {
    const found = breakBy(kind);
    expect(unannounced(found, parseDeprecations(announcing(found), OPERATIONS))).toEqual([]);
    expect(unannounced(found, parseDeprecations(announcing(["another line"]), OPERATIONS))).toEqual(found);
  });

  it("is red with an entry that has no date, or one too near", () => {
    expect(() => parseDeprecations(announcing(breakBy("input removed"), ""), OPERATIONS)).toThrow("sunsetAt is no date");
    expect(() => parseDeprecations(announcing(breakBy("input removed"), "2026-12-24"), OPERATIONS)).toThrow("less than 90 days");
  });
});

describe("the twin of each rule", () => {
  it.each(COMPATIBILITY_RULES)("$name", ({ name, find }) => {
    const [before, now] = [read("v2.json"), read("v2.json")];
    expect(find(before, now)).toEqual([]);
    const item = now.paths[PUT] as unknown as Record<string, Operation>;
    PLANTED[name]!(item["put"]!, item);
    expect(find(before, now)).not.toEqual([]);
  });

  it.each([
    ["a new operation", (_operation: Operation, item: Record<string, Operation>) => (item["patch"] = structuredClone(item["put"]!))],
    ["a new field that need not be sent", (operation: Operation) => (bodyIn(operation).properties["note"] = { type: "string" })],
    ["a new field in an answer", (operation: Operation) => (answerIn(operation).properties["note"] = { type: "string" })],
    ["a wider limit", (operation: Operation) => (bodyIn(operation).properties["available"]!["minimum"] = -1)],
    ["another refusal", ({ responses }: Operation) => (responses["418"] = { headers: {}, content: {} })],
  ] as const)("%s breaks nobody", (_what, change) => {
    const [before, now] = [read("v2.json"), read("v2.json")];
    const item = now.paths[PUT] as unknown as Record<string, Operation>;
    change(item["put"]!, item);
    expect(broken(before, now)).toEqual([]);
  });

  it("lets one value become several, and sees a word that is missing among them", () => {
    const [before, now] = [read("v1.json"), read("v1.json")];
    const statusIn = ({ paths }: Document) =>
      (paths["/api/v1/orders"]!["get"] as unknown as Operation).parameters.find(({ name }) => name === "orderStatus")!;
    const several = statusIn(now).schema as { items: { anyOf: Json[] } };
    statusIn(before).schema = structuredClone(several.items);
    expect(broken(before, now)).toEqual([]);
    several.items = { anyOf: several.items.anyOf.map((one) => ({ ...one, enum: ["approved"] })) };
    expect(broken(before, now).length).toBeGreaterThan(0);
  });

  it("sees what is deep in a list", () => {
    const [before, now] = [read("v2.json"), read("v2.json")];
    const { requestBody } = now.paths["/api/v2/products"]!["post"] as OperationObject;
    const { properties } = requestBody!.content["application/json"]!.schema as unknown as Field;
    const images = properties["images"] as unknown as { items: Field };
    images.items.properties["url"]!["maxLength"] = 10;
    expect(broken(before, now)).toEqual([expect.stringContaining("/images/*/url maxLength")]);
  });
});
