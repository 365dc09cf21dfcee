import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { UsageError } from "../../src/command-line/usage-error.ts";
import { COMMON_FIELDS, SCENARIO_SCHEMA } from "../../src/programs/scenarios/format.ts";
import { validateSchema } from "../../src/programs/scenarios/format-validation.ts";
import { checkScenario } from "../../src/programs/scenarios/read-scenario.ts";
import { scenarioFile, shippedScenarioNames } from "../../src/programs/scenarios/scenario-files.ts";
import { STEP_TYPES } from "../../src/programs/scenarios/steps/index.ts";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { runCommand, runIn } from "../commands/terminal.ts";

const about = { "pt-BR": "Um cenário.", en: "A scenario." };
const publish = { publish: "VIS-${mark}" };
const good = { name: "one-sale", about, given: [publish], when: [{ buy: 1 }], then: [{ call: "getStock" }] };
type Json = Readonly<Record<string, unknown>>;
const read = (scenario: Json) => checkScenario(Buffer.from(JSON.stringify(scenario)), "en");
const said = (scenario: Json) => {
  const reading = read(scenario);
  return "findings" in reading ? reading.findings.map(({ pointer, message }) => `${pointer}: ${message}`) : [];
};
const then = (...steps: readonly Json[]) => ({ ...good, then: steps });

/** Files that are not of the format, and what is said of each. */
const BROKEN: readonly (readonly [string, Json, string])[] = [
  ["a part that is missing", { ...good, then: undefined }, ": then is missing"],
  ["a part without steps", { ...good, when: [] }, "/when: too few items: at least 1"],
  ["a field nobody knows", { ...good, givn: [] }, ": there is no givn here; did you mean given?"],
  ["a name with spaces", { ...good, name: "One sale" }, "/name: One sale does not match ^[a-z0-9]+(-[a-z0-9]+)*$"],
  ["a text in one language", { ...good, about: { en: "A scenario." } }, "/about: pt-BR is missing"],
  ["a mistyped step", then({ cal: "getStock" }), "/then/0: there is no cal here; did you mean call?"],
  ["a step that is none", then({ expect: {} }), "/then/0: one of call, "],
  ["a step of two kinds", then({ call: "getStock", buy: 1 }), "/then/0: there is no buy here; there are call, "],
  ["a mistyped field of a step", then({ call: "getStock", expct: {} }), "/then/0: there is no expct here; did you mean expect?"],
  ["a value of the wrong type", then({ buy: "1" }), "/then/0/buy: expected integer, got 1"],
  ["too few units", then({ buy: 0 }), "/then/0/buy: 0 is less than 1"],
  ["too many at once", then({ call: "getStock", atOnce: 101 }), "/then/0/atOnce: 101 is more than 100"],
  ["a word that is none of the list", then({ ...publish, until: "SOLD" }), "/then/0/until: SOLD is not one of RECEIVED, "],
  ["a length of time without a unit", then({ call: "getStock", within: "15" }), "/then/0/within: 15 does not match "],
  ["a pointer without a slash", then({ call: "getStock", keep: { a: "body" } }), "/then/0/keep/a: body does not match "],
];

/** Files that are of the format and cannot be played. */
const MEANINGLESS: readonly (readonly [string, Json, string])[] = [
  ["an operation nobody has", then({ call: "getStok" }), "/then/0/call: there is no getStok here; did you mean getStock?"],
  [
    "a path parameter nobody kept",
    { ...good, given: [{ call: "getStock" }] },
    "/given/0/path: getStock needs sku in path, and no step before kept that name",
  ],
  [
    "a path parameter the operation has not",
    then({ call: "getStock", path: { skew: "A" } }),
    "/then/0/path: there is no skew here; there are sku",
  ],
  ["a name nobody kept", then({ buy: 1, sku: "${product}" }), "/then/0: no step before kept ${product}; kept are: sellerId, "],
];

describe("the format of scenarios", () => {
  const accepts = new Ajv2020({ strict: true, strictRequired: false, keywords: ["x-description-en"] }).compile(SCENARIO_SCHEMA);

  it.each(BROKEN)("refuses %s, by its schema and in a sentence", (_, scenario, sentence) => {
    expect(accepts(JSON.parse(JSON.stringify(scenario)))).toBe(false);
    const sentences = said(scenario);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(sentence);
  });

  it.each(MEANINGLESS)("refuses %s before anything is run", (_, scenario, sentence) => {
    expect(accepts(scenario)).toBe(true);
    expect(said(scenario)[0]).toContain(sentence);
  });

  it("is decided by our own check as by any validator of JSON Schema, whatever is changed in a scenario", () => {
    const shipped = shippedScenarioNames().map((name) => JSON.parse(readFileSync(scenarioFile(name, "en"), "utf8")) as Json);
    const strange = fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1.5,
      101,
      "",
      "given",
      "15s",
      "/body",
      "APPROVED",
      [],
      [0],
      {},
      { en: "x" },
    );
    const change = fc.record({ of: fc.nat(), at: fc.nat(), to: strange, how: fc.constantFrom("replace", "remove", "rename") });
    let refused = 0;
    fc.assert(
      fc.property(change, ({ of, at, to, how }) => {
        const scenario = structuredClone(shipped[of % shipped.length]!);
        const places = placesIn(scenario);
        const { holder, key } = places[at % places.length]!;
        if (how !== "replace") delete holder[key];
        if (how !== "remove") holder[how === "rename" ? `${key}x` : key] = to;
        const isAccepted = accepts(scenario);
        if (!isAccepted) refused += 1;
        expect(validateSchema(scenario, SCENARIO_SCHEMA, "en").length === 0, JSON.stringify(scenario)).toBe(isAccepted);
      }),
      { numRuns: budget(500, 20_000), seed: SEED },
    );
    figures({ seed: SEED, changes: budget(500, 20_000), refused });
    expect(refused).toBeGreaterThan(0);
  });

  it("says everything that is wrong at once, and where", () => {
    expect(said({ ...good, name: "A", given: [{ buy: 0 }, { cal: 1 }] }).map((line) => line.split(":")[0])).toEqual([
      "/name",
      "/given/0/buy",
      "/given/1",
    ]);
  });

  it("names the line of what is no JSON", () => {
    const reading = checkScenario(Buffer.from('{\n  "name": oops\n}'), "en");
    expect("findings" in reading && reading.findings[0]!.message).toMatch(/line 2/i);
  });

  it.each(shippedScenarioNames())("%s is of it, and keeps the name of its file", (name) => {
    const bytes = readFileSync(scenarioFile(name, "en"));
    const value = JSON.parse(bytes.toString("utf8")) as { readonly name: string };
    expect([value.name, accepts(value), accepts.errors]).toEqual([name, true, null]);
    expect(checkScenario(bytes, "en")).toHaveProperty("scenario");
  });

  it("tells what every field of every step means, in both languages", () => {
    const fields = [
      ...STEP_TYPES.flatMap(({ verb, properties }) =>
        Object.entries(properties).map(([name, field]) => [`${verb}.${name}`, field] as const),
      ),
      ...Object.entries(COMMON_FIELDS),
    ];
    const untold = fields.filter(([, field]) => field.description === undefined || field["x-description-en"] === undefined);
    expect(untold.map(([name]) => name)).toEqual([]);
    expect(STEP_TYPES.flatMap(({ does }) => [does["pt-BR"], does.en]).every((text) => text.endsWith("."))).toBe(true);
  });

  it.each(STEP_TYPES.map(({ verb, example }) => [verb, example] as const))("has an example of %s that it takes", (_, example) => {
    const scenario = { ...good, then: [example] };
    expect(accepts(scenario), JSON.stringify(accepts.errors)).toBe(true);
    expect(validateSchema(scenario, SCENARIO_SCHEMA, "en")).toEqual([]);
  });
});

/** Every member of a document, as deep as it goes. */
function placesIn(value: unknown): readonly { readonly holder: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  const own = Array.isArray(value) ? [] : Object.keys(holder).map((key) => ({ holder, key }));
  return [...own, ...Object.values(holder).flatMap(placesIn)];
}

describe("bin/vitrine scenario list, check, schema", () => {
  it("lists what comes along, in the reader's language", async () => {
    const { out } = await runIn("en", "scenario", "list", "--json");
    const all = JSON.parse(out) as readonly { readonly name: string; readonly about: string }[];
    expect(all.map(({ name }) => name)).toEqual(shippedScenarioNames());
    expect(all.find(({ name }) => name === "frozen-order")!.about).toMatch(/^Risk analysis/);
    expect((await runCommand("scenario", "list")).out).toContain("frozen-order");
  });

  it("checks files without an instance: 0 sound, 1 with faults", async () => {
    const folder = mkdtempSync(join(inject("scratch"), "scenarios-"));
    const [sound, wrong] = [join(folder, "sound.json"), join(folder, "wrong.json")];
    writeFileSync(sound, JSON.stringify(good));
    writeFileSync(wrong, JSON.stringify(then({ cal: "getStock" })));
    expect(await runIn("en", "scenario", "check", sound)).toMatchObject({ code: 0, out: `${sound}: no errors\n` });
    const { code, out } = await runIn("en", "scenario", "check", sound, wrong, "--json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly findings: readonly unknown[] });
    expect([code, lines.map(({ findings }) => findings.length)]).toEqual([1, [0, 1]]);
  });

  it("plays nothing when one of the files cannot be played", async () => {
    const wrong = join(mkdtempSync(join(inject("scratch"), "unsound-")), "wrong.json");
    writeFileSync(wrong, JSON.stringify(then({ cal: "getStock" })));
    await expect(runIn("en", "scenario", "run", "frozen-order", wrong)).rejects.toBeInstanceOf(UsageError);
    await expect(runIn("en", "scenario", "run", wrong)).rejects.toThrow("/then/0: there is no cal here; did you mean call?");
  });

  it("prints the schema that it checks with", async () => {
    expect(JSON.parse((await runCommand("scenario", "schema")).out)).toEqual(JSON.parse(JSON.stringify(SCENARIO_SCHEMA)));
  });

  it("asks which when it is not said, and for a name that exists", async () => {
    await expect(runIn("en", "scenario", "run")).rejects.toThrow("frozen-order");
    await expect(runIn("en", "scenario", "run", "frozen-ordr")).rejects.toThrow("frozen-order");
  });
});
