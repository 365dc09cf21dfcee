import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventRow } from "../../src/events/index.ts";
import type { Fate } from "../../src/notifications/index.ts";
import { createWindow, type Road } from "../../src/notifications/dispatch/event-queue.ts";

const RESOURCES = ["product/A", "product/B", "product/C"];
const event = (seq: number, resource: string): EventRow => ({
  seller_id: 1001,
  seq,
  at: 0,
  name: "product.status_changed",
  resource,
  version: seq,
  actor: "test",
  cause: "test",
  payload: "{}",
});

const fates = fc.record<Fate>({
  mark: fc.constant("planted"),
  isLost: fc.boolean(),
  isDoubled: fc.boolean(),
  heldMs: fc.nat({ max: 50 }),
  heldAgainMs: fc.nat({ max: 50 }),
  keepsPlace: fc.boolean(),
});
const events = fc.array(fc.record({ resource: fc.constantFrom(...RESOURCES), fate: fc.option(fates, { nil: undefined }) }), {
  minLength: 1,
  maxLength: 30,
});

interface Sent {
  readonly seq: number;
  readonly resource: string;
  readonly isSecond: boolean;
  readonly atMs: number;
}

/** Sends all of a window, each try as long as `tookMs` says in turn; `seen` is the fate the window is told of. */
function sendAll(told: readonly { readonly resource: string; readonly fate: Fate | undefined }[], tookMs: readonly number[], seen = same) {
  let nowMs = 0;
  const of = (seq: number) => seen(told[seq - 1]!.fate);
  const window = createWindow({
    cursor: 0,
    lastKindSeq: null,
    kinds: ["product"],
    settled: new Set(),
    fates: { of, nowMs: () => nowMs, areOver: () => false },
  });
  window.add(told.map(({ resource }, i) => event(i + 1, resource)));
  const sent: Sent[] = [];
  let underWay: { readonly seq: number; readonly resource: string; readonly untilMs: number }[] = [];
  const roadOf = (resource: string): Road => (underWay.some((one) => one.resource === resource) ? "busy" : "free");
  for (; window.waiting() + underWay.length > 0 && nowMs < 10_000; nowMs += 1) {
    const ended = underWay.filter(({ untilMs }) => untilMs <= nowMs);
    underWay = underWay.filter(({ untilMs }) => untilMs > nowMs);
    for (const { seq } of ended) window.settle(seq);
    for (let found = window.next(roadOf, true); found !== undefined; found = window.next(roadOf, true)) {
      const { event: row, isSecond } = found.line;
      sent.push({ seq: row.seq, resource: row.resource, isSecond, atMs: nowMs });
      const took = tookMs[sent.length % tookMs.length] ?? 1;
      underWay.push({ seq: row.seq, resource: row.resource, untilMs: nowMs + took });
    }
  }
  return { sent, progress: window.progress().seq };
}
const same = (fate: Fate | undefined) => fate;

/** What keeps its place and came before something that stood before it, of one resource. */
function overtaken(sent: readonly Sent[], told: readonly { readonly fate: Fate | undefined }[]): readonly number[] {
  const firsts = sent.filter(({ seq, isSecond }) => !isSecond && (told[seq - 1]!.fate?.keepsPlace ?? true));
  return firsts.flatMap((one, i) =>
    firsts.slice(i).some((later) => later.resource === one.resource && later.seq < one.seq) ? [one.seq] : [],
  );
}

const takes = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 10 });

describe("a window with fates", () => {
  it("sends each event as often as its fate says, not before its time, in its place if it keeps one, and its cursor passes all", () => {
    fc.assert(
      fc.property(events, takes, (told, tookMs) => {
        const { sent, progress } = sendAll(told, tookMs);
        const times = told.map(({ fate }) => (fate?.isDoubled && !fate.isLost ? 2 : 1));
        expect(told.map((_, i) => sent.filter(({ seq }) => seq === i + 1).length)).toEqual(times);
        for (const { seq, isSecond, atMs } of sent) if (!isSecond) expect(atMs).toBeGreaterThanOrEqual(told[seq - 1]!.fate?.heldMs ?? 0);
        expect(overtaken(sent, told)).toEqual([]);
        expect(progress).toBe(told.length);
      }),
    );
  });

  it("lets what is shuffled overtake, even when all of it has waited long enough", () => {
    const told = [40, 30, 20, 10].map((heldMs) => ({
      resource: "product/A",
      fate: { mark: "shuffle", isLost: false, isDoubled: false, heldMs, heldAgainMs: 0, keepsPlace: false },
    }));
    expect(sendAll(told, [1]).sent.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(sendAll(told, [100]).sent.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  });

  it("sees the planted bug: a window that lets everything overtake", () => {
    const careless = (fate: Fate | undefined) => fate && { ...fate, keepsPlace: false };
    const found = fc.check(
      fc.property(events, takes, (told, tookMs) => {
        expect(overtaken(sendAll(told, tookMs, careless).sent, told)).toEqual([]);
      }),
    );
    expect(found.failed).toBe(true);
  });
});
