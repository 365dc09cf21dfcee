import type { Reply } from "../harness.ts";

/** A call about something, thrice: what is whoever asks' own, what is somebody else's, what is nobody's. */
export interface Question {
  /** Operation and place of the id: `putStock path sku`. */
  readonly what: string;
  /** Every id that is told apart: another's, and nobody's in its place. */
  readonly ids: readonly (readonly [others: string, nobodys: string])[];
  readonly others: () => Promise<Reply>;
  readonly nobodys: () => Promise<Reply>;
  /** Asked last, for it may use up what it names. Left out where it makes no difference. */
  readonly own?: (() => Promise<Reply>) | undefined;
}

/** What stands in the place of a last letter. Never the first one again after two steps, so that nobody's of nobody's is nobody's too. */
const NEXT: Readonly<Record<string, string>> = { Q: "R", R: "S" };
/** As an id, but nobody's: of the same length and alphabet, so that nothing but its owner tells them apart. */
export const nobodys = (id: string): string =>
  /^\d+$/.test(id)
    ? `9${id.slice(1).replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))}`
    : id.replace(/[0-9A-Za-z](?!.*[0-9A-Za-z])/, (last) => NEXT[last] ?? "Q");

/** Of an answer what must not tell: a refusal to the letter but for the ids asked for and the request's own, a success by its status and shape. */
function blind({ status, text, json, headers }: Reply, ids: readonly string[]): string {
  if (status < 300 && json !== undefined) return `${status} ${JSON.stringify(shapeOf(json))}`;
  const named = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((one, other) => other.length - one.length);
  const whole = `${status} ${headers.get("location") ?? ""} ${text}`;
  return [headers.get("x-request-id")!, ...named].reduce((seen, id) => seen.replaceAll(id, "ID"), whole);
}

/** Fields and codes; of what was just made, the rest is its own. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isTold(key, part) ? part : shapeOf(part)]));
}

const isTold = (key: string, value: unknown) => /^(code|status|pointer)$/.test(key) && typeof value !== "object";

/** A text from a little before where it differs from another. */
function fromDifference(text: string, other: string): string {
  const at = text.split("").findIndex((character, i) => character !== other[i]);
  return text.slice(Math.max(0, at - 60), at + 140);
}

/** What an asker learns from a question: `leak` where others' are told from nobody's, `blunt` where not even their own are. */
export async function learned({ what, ids, others, nobodys: nothing, own }: Question): Promise<readonly string[]> {
  const all = ids.flat();
  const [theirs, none] = [blind(await others(), all), blind(await nothing(), all)];
  const leak = theirs === none ? [] : [`leak, ${what}: ${fromDifference(theirs, none)} <> ${fromDifference(none, theirs)}`];
  if (own === undefined) return leak;
  return blind(await own(), all) === none ? [...leak, `blunt, ${what}: ${none.slice(0, 200)}`] : leak;
}
