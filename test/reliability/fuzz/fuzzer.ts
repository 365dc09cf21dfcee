import { setTimeout as sleep } from "node:timers/promises";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { conformance, type Answered } from "../../contract/conformance.ts";
import type { Document } from "../../documents/openapi-rules.ts";
import { CHECKS, checkLink, checkRemoved, type Reading } from "./checks.ts";
import { linksIn, openPool, type Link } from "./follow.ts";
import { operationsOf, type Described } from "./operation.ts";
import { POOLED, type Probe } from "./probe.ts";
import { boundaryProbes, EXAMPLE, protocolProbes } from "./probes.ts";
import { randomProbes } from "./random-probes.ts";
import { addressOf, bodyOf, openWire, requestOf, type Base } from "./request.ts";

/** Where operations have something to work with. */
export interface Ground extends Reading {
  readonly baseUrl: string;
  readonly document: Document;
  /** Something to succeed with; asked again after it was used up. */
  open(operation: Described): Promise<Base>;
  /** Parameters that make an answer wait. */
  slow(operation: Described): ReadonlySet<string>;
}

export interface Effort {
  readonly seed: number;
  /** Requests per operation, those that follow links aside. */
  readonly inputs: number;
  /** Links that answers of an operation give out are followed so many times to each other operation. */
  readonly follow: number;
}

/** Something that a check found, with the smallest request that shows it. */
export interface Finding {
  readonly operation: string;
  readonly check: string;
  readonly what: string;
  readonly probe: Probe;
}

/** What came of an operation: how often each status, how much was tried, and what was found. */
export interface Outcome {
  readonly operation: string;
  readonly statuses: ReadonlyMap<number, number>;
  readonly inputs: number;
  readonly followed: number;
  readonly findings: readonly Finding[];
}

/** A fuzzer of everything that a document describes. */
export interface Fuzzer {
  readonly operations: readonly Described[];
  fuzz(operation: Described, effort: Effort): Promise<Outcome>;
  close(): Promise<void>;
}

const AT_ONCE = 6;
/** A finding is made smaller with at most so many further requests. */
const SHRINKING = 200;
/** What was observed of a call is written down a moment after its answer. */
const LINK_TRIES = 20;
const LINK_WAIT_MS = 100;
const BUSY_TRIES = 5;
/** What a rule of the business may hide: it refuses first what is no longer there. */
const OF_SOMETHING_USED_UP: ReadonlySet<string> = new Set(["negative_data_rejection"]);

export function openFuzzer(ground: Ground): Fuzzer {
  const operations = operationsOf(ground.document);
  const wire = openWire(ground.baseUrl, AT_ONCE);
  const conforms = conformance();
  const pool = openPool();
  const bases = new Map<string, Promise<Base>>();
  const baseOf = (operation: Described): Promise<Base> => {
    const known = bases.get(operation.id) ?? ground.open(operation);
    bases.set(operation.id, known);
    return known;
  };

  /** One operation's share of a run. */
  function examination(operation: Described, base: Base, { follow }: Effort) {
    const statuses = new Map<number, number>();
    const leads = new Map<string, number>();
    let followed = 0;

    const followLinks = async (answer: Answered, headers: Base["headers"]): Promise<readonly Omit<Finding, "probe">[]> => {
      const findings = [];
      for (const link of linksIn(answer, operations)) {
        pool.learn(link);
        const times = leads.get(link.reads.id) ?? 0;
        if (times >= follow) continue;
        leads.set(link.reads.id, times + 1);
        followed += 1;
        findings.push(...(await read(link, headers)));
      }
      return findings;
    };
    const read = async ({ href, reads }: Link, headers: Base["headers"]): Promise<readonly Omit<Finding, "probe">[]> => {
      for (let left = LINK_TRIES; ; left -= 1) {
        const answer = await wire.send({ method: "GET", path: href, headers });
        const found = checkLink({ href, reads, answer, conforms });
        if (found.length === 0 || left === 1) return found.map((one) => ({ operation: operation.id, ...one }));
        await sleep(LINK_WAIT_MS);
      }
    };
    const useRemoved = async (path: string, headers: Base["headers"]): Promise<readonly Omit<Finding, "probe">[]> => {
      if (ground.survives(operation) || !operation.methods.includes("GET")) return [];
      const answer = await wire.send({ method: "GET", path, headers });
      // Another probe may have announced something for the same address.
      if (ground.announces(answer)) return [];
      return checkRemoved(answer).map((one) => ({ operation: operation.id, ...one }));
    };

    const ask = async (probe: Probe): Promise<readonly Finding[]> => {
      const from = await baseOf(operation);
      const request = requestOf(operation, probe, from);
      const answer = await patiently(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const isTaken = answer.status < 300;
      if (isTaken && request.method !== "GET") bases.delete(operation.id);
      const expects = probe.expects === "acceptance" && !isAllowed(operation, probe, base) ? "anything documented" : probe.expects;
      const seen = { operation, probe: { ...probe, expects }, answer, conforms, reading: ground };
      const found = CHECKS.flatMap(({ name, find }) => {
        const what = find(seen);
        return what === undefined ? [] : [{ operation: operation.id, check: name, what }];
      });
      const later = isTaken && request.method !== "DELETE" && ground.leads(operation) ? await followLinks(answer, from.headers) : [];
      const gone =
        isTaken && request.method === "DELETE" && probe.query === undefined
          ? await useRemoved(addressOf(operation, { ...from.path, ...probe.path }), from.headers)
          : [];
      return [...found, ...later, ...gone].map((one) => ({ ...one, probe }));
    };

    return {
      result: () => ({ operation: operation.id, statuses, followed }),
      async examine(drawn: Probe): Promise<readonly Finding[]> {
        const probe = withDrawnIds(drawn, base);
        const first = await ask(probe);
        if (!first.some(({ check }) => OF_SOMETHING_USED_UP.has(check))) return first;
        // Another probe may have used up what this one was about: with something fresh it is told for certain.
        bases.delete(operation.id);
        return ask(probe);
      },
    };
  }

  /** Whoever is told to come back later does: a busy machine is no defect, unless it stays so. */
  const patiently = async (request: ReturnType<typeof requestOf>): Promise<Answered> => {
    for (let left = BUSY_TRIES; ; left -= 1) {
      const answer = await wire.send(request);
      const seconds = Number(answer.headers.get("retry-after") ?? 0);
      if (answer.status !== 503 || seconds === 0 || left === 1) return answer;
      await sleep(seconds * 1_000);
    }
  };

  /** With ids that were given out, where the probe asks for them. */
  const withDrawnIds = (probe: Probe, base: Base): Probe => ({
    ...probe,
    ...(probe.path === undefined
      ? {}
      : {
          path: Object.fromEntries(
            Object.entries(probe.path).map(([name, value]) => [
              name,
              value.startsWith(POOLED) ? pool.draw(name, Number(value.slice(POOLED.length)), base.path[name]!) : value,
            ]),
          ),
        }),
  });

  return {
    operations,
    async fuzz(operation, effort) {
      const base = await baseOf(operation);
      const drawn = randomProbes(operation, base.body, ground.slow(operation));
      const { examine, result } = examination(operation, base, effort);
      const found = new Map<string, Finding>();
      const probes = probesFor(operation, base.body, drawn, effort);
      await someAtOnce(probes, async (probe) => {
        for (const finding of await examine(probe)) if (!found.has(kindOf(finding))) found.set(kindOf(finding), finding);
      });
      const findings = [];
      for (const finding of found.values()) findings.push(await smaller(finding, drawn, effort, examine));
      return { ...result(), inputs: probes.length, findings };
    },
    close: () => wire.close(),
  };
}

/** The example, then everything about the protocol and the limits as far as there is room, and random requests for the rest. */
function probesFor(operation: Described, base: unknown, drawn: fc.Arbitrary<Probe>, { seed, inputs }: Effort): readonly Probe[] {
  const planned = shuffled([...protocolProbes(operation), ...boundaryProbes(operation, base)], seed).slice(0, Math.ceil((inputs * 2) / 3));
  return [EXAMPLE, ...planned, ...fc.sample(drawn, { seed, numRuns: Math.max(0, inputs - 1 - planned.length) })];
}

const shuffled = <Item>(items: readonly Item[], seed: number): readonly Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })[0]!;

/** What a finding is of: the same fault of the same operation is told once. */
const kindOf = ({ check, what }: Finding) => `${check} ${what.slice(0, 3)}`;

/** The smallest of the random requests that show the same; others are small already. */
async function smaller(
  finding: Finding,
  drawn: fc.Arbitrary<Probe>,
  { seed, inputs }: Effort,
  examine: (probe: Probe) => Promise<readonly Finding[]>,
): Promise<Finding> {
  if (finding.probe.phase !== "random") return finding;
  let smallest = finding;
  let left = SHRINKING;
  const passes = async (probe: Probe) => {
    if ((left -= 1) < 0) return true;
    const again = (await examine(probe)).find((one) => kindOf(one) === kindOf(finding));
    if (again !== undefined) smallest = again;
    return again === undefined;
  };
  await fc.check(fc.asyncProperty(drawn, passes), { seed, numRuns: Math.min(inputs, SHRINKING) });
  return smallest;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const allowing = new Map<unknown, ValidateFunction>();

/** Whether the body as it is sent is one that the document allows: two values that each are may not be together. */
function isAllowed(operation: Described, probe: Probe, base: Base): boolean {
  const sent = bodyOf(operation, probe, base);
  if (operation.published === undefined || sent === undefined) return true;
  if (!checkOf(operation.published)(JSON.parse(sent))) return false;
  // null is absent.
  return base.asks === undefined || checkOf(base.asks)(JSON.parse(sent, (_key, value: unknown) => value ?? undefined));
}

function checkOf(schema: object): ValidateFunction {
  const check = allowing.get(schema) ?? ajv.compile(schema);
  allowing.set(schema, check);
  return check;
}

/** Carries out work for each item, several at a time, begun in their order. */
async function someAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
