import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventRow } from "../../src/events/index.ts";
import type { InjectedFault } from "../../src/notifications/index.ts";
import { createEventQueue, type ResourceAvailability } from "../../src/notifications/dispatch/event-queue.ts";

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

const faults = fc.record<InjectedFault>({
  label: fc.constant("planted"),
  isDropped: fc.boolean(),
  isDuplicated: fc.boolean(),
  delayMs: fc.nat({ max: 50 }),
  duplicateDelayMs: fc.nat({ max: 50 }),
  keepsOrder: fc.boolean(),
});
const events = fc.array(fc.record({ resource: fc.constantFrom(...RESOURCES), fault: fc.option(faults, { nil: undefined }) }), {
  minLength: 1,
  maxLength: 30,
});

interface Sent {
  readonly seq: number;
  readonly resource: string;
  readonly isDuplicate: boolean;
  readonly atMs: number;
}

/** Sends all of a window, each try as long as `tookMs` says in turn; `seen` is the fault the window is told of. */
function sendAll(
  told: readonly { readonly resource: string; readonly fault: InjectedFault | undefined }[],
  tookMs: readonly number[],
  seen = same,
) {
  let nowMs = 0;
  const faultOf = (seq: number) => seen(told[seq - 1]!.fault);
  const queue = createEventQueue({
    cursor: 0,
    lastKindSeq: null,
    kinds: ["product"],
    handled: new Set(),
    faults: { faultOf, nowMs: () => nowMs, areRemoved: () => false },
  });
  queue.add(told.map(({ resource }, i) => event(i + 1, resource)));
  const sent: Sent[] = [];
  let underWay: { readonly seq: number; readonly resource: string; readonly untilMs: number }[] = [];
  const availabilityOf = (resource: string): ResourceAvailability => (underWay.some((one) => one.resource === resource) ? "busy" : "free");
  for (; queue.waiting() + underWay.length > 0 && nowMs < 10_000; nowMs += 1) {
    const ended = underWay.filter(({ untilMs }) => untilMs <= nowMs);
    underWay = underWay.filter(({ untilMs }) => untilMs > nowMs);
    for (const { seq } of ended) queue.markHandled(seq);
    for (let found = queue.next(availabilityOf, true); found !== undefined; found = queue.next(availabilityOf, true)) {
      const { event: row, isDuplicate } = found.queued;
      sent.push({ seq: row.seq, resource: row.resource, isDuplicate, atMs: nowMs });
      const took = tookMs[sent.length % tookMs.length] ?? 1;
      underWay.push({ seq: row.seq, resource: row.resource, untilMs: nowMs + took });
    }
  }
  return { sent, progress: queue.progress().seq };
}
const same = (fault: InjectedFault | undefined) => fault;

/** What keeps its place and came before something that stood before it, of one resource. */
function overtaken(sent: readonly Sent[], told: readonly { readonly fault: InjectedFault | undefined }[]): readonly number[] {
  const firsts = sent.filter(({ seq, isDuplicate }) => !isDuplicate && (told[seq - 1]!.fault?.keepsOrder ?? true));
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
        const times = told.map(({ fault }) => (fault?.isDuplicated && !fault.isDropped ? 2 : 1));
        expect(told.map((_, i) => sent.filter(({ seq }) => seq === i + 1).length)).toEqual(times);
        for (const { seq, isDuplicate, atMs } of sent)
          if (!isDuplicate) expect(atMs).toBeGreaterThanOrEqual(told[seq - 1]!.fault?.delayMs ?? 0);
        expect(overtaken(sent, told)).toEqual([]);
        expect(progress).toBe(told.length);
      }),
    );
  });

  it("lets what is shuffled overtake, even when all of it has waited long enough", () => {
    const told = [40, 30, 20, 10].map((delayMs) => ({
      resource: "product/A",
      fault: { label: "shuffle", isDropped: false, isDuplicated: false, delayMs, duplicateDelayMs: 0, keepsOrder: false },
    }));
    expect(sendAll(told, [1]).sent.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(sendAll(told, [100]).sent.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  });

  it("sees the planted bug: a window that lets everything overtake", () => {
    const careless = (fault: InjectedFault | undefined) => fault && { ...fault, keepsOrder: false };
    const found = fc.check(
      fc.property(events, takes, (told, tookMs) => {
        expect(overtaken(sendAll(told, tookMs, careless).sent, told)).toEqual([]);
      }),
    );
    expect(found.failed).toBe(true);
  });
});
