import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APIS } from "../../src/openapi/documents.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { budget } from "../budget.ts";
import { createWorld, type World } from "../contract/world.ts";
import { figures } from "../figures.ts";
import { openFuzzer, type Fuzzer, type Outcome } from "./fuzz/fuzzer.ts";
import { marketplaceGround, publishedDocument, UPSETTING } from "./fuzz/marketplace.ts";
import { operationsOf } from "./fuzz/operation.ts";
import { told } from "./fuzz/report.ts";

/**
 * T30 (reliability): whatever is sent to an operation, its answer is one that the published document describes, what the document allows
 * is never refused as malformed, and what it forbids always is. `FUZZ_SEED` repeats a run, `FUZZ_INPUTS` says how long one is.
 */
const { FUZZ_SEED, FUZZ_INPUTS } = process.env;
const EFFORT = {
  seed: Number(FUZZ_SEED ?? budget(1, Date.now() % 2 ** 31)),
  inputs: Number(FUZZ_INPUTS ?? budget(24, 2_000)),
  follow: budget(1, 20),
};
const BODY_LIMIT_BYTES = 1024 * 1024;
const PATIENCE_MS = budget(60_000, 30 * 60_000);

let world: World;
let fuzzers: readonly Fuzzer[];
beforeAll(async () => {
  world = await createWorld({ dispatching: false, bodyLimitBytes: BODY_LIMIT_BYTES });
  fuzzers = APIS.map((api) => openFuzzer(marketplaceGround(world, api)));
}, PATIENCE_MS);
afterAll(async () => {
  await Promise.all(fuzzers.map((fuzzer) => fuzzer.close()));
  await world.stop();
});

const DESCRIBED = APIS.flatMap((api, i) => operationsOf(publishedDocument(api)).map((operation) => ({ operation, id: operation.id, i })));
const IN_ORDER = DESCRIBED.toSorted((one, other) => UPSETTING.indexOf(one.id) - UPSETTING.indexOf(other.id));
const outcomes: Outcome[] = [];

describe(`T30, seed ${EFFORT.seed}: every operation answers as it is documented`, { timeout: PATIENCE_MS }, () => {
  it.each(IN_ORDER)("$id", async ({ operation, i }) => {
    const outcome = await fuzzers[i]!.fuzz(operation, EFFORT);
    outcomes.push(outcome);
    expect(outcome.findings.map(told), `FUZZ_SEED=${EFFORT.seed}`).toEqual([]);
  });
});

const successes = ({ statuses }: Outcome): number =>
  [...statuses].reduce((total, [status, count]) => (status < 300 ? total + count : total), 0);

describe("the fuzzer", () => {
  it("tried every operation there is, and got through to each", () => {
    expect(outcomes.map(({ operation }) => operation).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    const closed = outcomes.filter(({ statuses }) => ![...statuses.keys()].some((status) => status < 300));
    const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
    figures({
      seed: EFFORT.seed,
      operations: outcomes.length,
      inputs: sum(({ inputs }) => inputs),
      followed: sum(({ followed }) => followed),
    });
    figures({ "answers in the 2xx": sum(successes), findings: sum(({ findings }) => findings.length) });
    expect(closed.map(({ operation }) => operation)).toEqual([]);
  });
});
