import { isDeepStrictEqual } from "node:util";
import type { TestDatabase } from "../harness.ts";
import type { CrashPoint, CrashProxy } from "./crash-proxy.ts";
import { noStatements } from "./server-process.ts";

/** Something that writes, to be killed at each of its calls of the database. */
export interface Subject {
  readonly name: string;
  /** What a second, undisturbed run of it does. */
  readonly again: "changes nothing" | "acts again";
  /** Sets a stage that no other run shares. */
  prepare(): Promise<Stage>;
}
export interface Stage {
  /** Acts; answers whether the caller was told that it is done. */
  act(): Promise<boolean>;
  /** All that acting may change, the same for every stage at the same point of the story. */
  state(): Promise<unknown>;
}

export interface Enumeration {
  /** Points at which the process died. */
  readonly points: number;
  /** A sentence per point that left something half done, or whose repetition did something twice. */
  readonly broken: readonly string[];
}

/** What stands between the process and its database. */
export interface Place {
  readonly proxy: CrashProxy;
  readonly database: TestDatabase;
}

const MOST_CALLS = 200;
const MOST_REPEATS = 10;

/** Which of its calls a subject is killed at: before at most so many of them and after at most so many, spread over all; another seed draws others. */
export interface Sample {
  readonly most: number;
  readonly seed: number;
}
const EVERY: Sample = { most: Number.POSITIVE_INFINITY, seed: 0 };
const NEVER: CrashPoint = { when: "before", call: Number.POSITIVE_INFINITY };

/**
 * Kills a subject before its calls of the database and after them, or at some of them, until it gets through alive. Right after each
 * death, before anything is repeated, all of it happened or nothing; repeated until acknowledged, it happened once.
 */
export async function everyCrashPoint(place: Place, subject: Subject, { most, seed }: Sample = EVERY): Promise<Enumeration> {
  const told = await story(place, subject);
  const { before, once, twice, calls } = told;
  const broken: string[] = [];
  if (isDeepStrictEqual(before, once)) broken.push(`${subject.name} changes nothing`);
  if (isDeepStrictEqual(once, twice) !== (subject.again === "changes nothing"))
    broken.push(`${subject.name}, done again, should be one that ${subject.again}`);
  let points = 0;
  for (const when of ["before", "after"] as const) {
    let found = 0;
    // Work in the background makes calls too: where many of those were counted, there were fewer points than wanted, and more are tried.
    for (let of = Math.max(1, Math.ceil(calls[when] / most)); of >= 1 && found < most / 2; of = Math.floor(of / 2))
      found += await killAt(place, subject, { told, when, of, first: 1 + (seed % of), broken });
    points += found;
  }
  return { points, broken };
}

interface Kills {
  readonly told: Story;
  readonly when: CrashPoint["when"];
  /** Every how many calls, and the first of them. */
  readonly of: number;
  readonly first: number;
  /** Takes a sentence for each that broke something. */
  readonly broken: string[];
}

/** Kills a subject at every so many of its calls; answers how many times it died. */
async function killAt(place: Place, subject: Subject, { told: { before, once, twice }, when, of, first, broken }: Kills): Promise<number> {
  let points = 0;
  let survived = 0;
  for (let call = first; ; call += of) {
    if (call > MOST_CALLS) throw new Error(`${subject.name} makes more than ${MOST_CALLS} calls`);
    const outcome = await dieAt({ when, call }, place, subject);
    if (!outcome.died && !outcome.reached) return points;
    const at = `${subject.name}, dead ${when} call ${call}`;
    if (outcome.died) points += 1;
    else if ((survived += 1) > MOST_REPEATS) throw new Error(`${subject.name} outlives its calls`);
    // Work in the background made this call, and has no answer yet that could be withheld: the same point once more.
    else call -= of;
    const happened = isDeepStrictEqual(outcome.afterDeath, once);
    if (!happened && !isDeepStrictEqual(outcome.afterDeath, before))
      broken.push(`${at}: half done: ${difference(outcome.afterDeath, once)}`);
    if (outcome.acknowledged && !happened) broken.push(`${at}: acknowledged and not done`);
    // Work in the background makes calls too, and the process may die at one of those when the caller was answered already: who was
    // told that it is done repeats nothing.
    const expected = happened && !outcome.acknowledged ? twice : once;
    if (!isDeepStrictEqual(outcome.repeated, expected)) broken.push(`${at}, then repeated: ${difference(outcome.repeated, expected)}`);
  }
}

type Story = Awaited<ReturnType<typeof story>>;

/** How it goes undisturbed, and in how many calls. */
async function story({ proxy }: Place, subject: Subject) {
  const stage = await subject.prepare();
  const before = await stage.state();
  proxy.arm(NEVER);
  await acknowledge(stage);
  const calls = proxy.calls();
  proxy.revive();
  const once = await stage.state();
  await acknowledge(stage);
  return { before, once, twice: await stage.state(), calls };
}

async function dieAt(point: CrashPoint, { proxy, database }: Place, subject: Subject) {
  const stage = await subject.prepare();
  proxy.arm(point);
  const acknowledged = await stage.act();
  const [reached, died] = [proxy.reached(), proxy.died()];
  if (died) await noStatements(database);
  const afterDeath = await stage.state();
  proxy.revive();
  if (died && !acknowledged) await acknowledge(stage);
  return { reached, died, acknowledged, afterDeath, repeated: await stage.state() };
}

async function acknowledge(stage: Stage): Promise<void> {
  for (let repeat = 0; repeat < MOST_REPEATS; repeat += 1) if (await stage.act()) return;
  throw new Error("was not acknowledged although nothing stood in its way");
}

const LONGEST_SHOWN = 700;

/** The values of a state that are not as expected, each with where it stands. */
const difference = (found: unknown, expected: unknown): string => differing(found, expected, "").join("; ").slice(0, LONGEST_SHOWN);

function differing(found: unknown, expected: unknown, place: string): readonly string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  if (!isBranch(found) || !isBranch(expected)) return [`${place} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names].flatMap((name) => differing(found[name], expected[name], `${place}/${name}`));
}
const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
