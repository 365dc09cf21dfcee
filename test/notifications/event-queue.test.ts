import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventRow } from "../../src/events/index.ts";
import { createEventQueue, type ResourceAvailability } from "../../src/notifications/dispatch/event-queue.ts";
import { retryAfterMs, retryDelayMs } from "../../src/notifications/retry-delays.ts";
import { decideRetry } from "../../src/notifications/dispatch/retry-decision.ts";
import { addressRefusal } from "../../src/notifications/address.ts";

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

describe("a window", () => {
  it("sends every event of its kinds once, in order per resource, and its cursor passes nothing that is not settled", () => {
    const resources = ["product/A", "product/B", "order/1"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...resources), { maxLength: 40 }), fc.array(fc.nat({ max: 9 })), (about, chances) => {
        const queue = createEventQueue({ cursor: 0, lastKindSeq: null, kinds: ["product"], handled: new Set() });
        queue.add(about.map((resource, i) => event(i + 1, resource)));
        const underWay: EventRow[] = [];
        const sent: EventRow[] = [];
        const availabilityOf = (resource: string): ResourceAvailability =>
          underWay.some((one) => one.resource === resource) ? "busy" : "free";
        for (let turn = 0; sent.length < about.length * 2 + 2; turn += 1) {
          const found = queue.next(availabilityOf, true);
          if (found) {
            underWay.push(found.queued.event);
            sent.push(found.queued.event);
          }
          if (underWay.length > 0 && (!found || (chances[turn % chances.length] ?? 0) > 4)) {
            const [ended] = underWay.splice((chances[turn % chances.length] ?? 0) % underWay.length, 1);
            queue.markHandled(ended!.seq);
          } else if (!found) break;
          for (const { seq } of underWay) expect(queue.progress().seq).toBeLessThan(seq);
        }
        const wanted = about.flatMap((resource, i) => (resource.startsWith("product") ? [i + 1] : []));
        expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(wanted);
        for (const resource of resources) {
          const seqs = sent.filter((one) => one.resource === resource).map(({ seq }) => seq);
          expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
        }
        expect(queue.progress()).toEqual({ seq: about.length, lastKindSeq: wanted.at(-1) ?? null });
      }),
    );
  });

  it("does not begin again with what is written down", () => {
    const queue = createEventQueue({ cursor: 4, lastKindSeq: 3, kinds: ["product"], handled: new Set([5, 6]) });
    queue.add([event(5, "product/A"), event(6, "product/B"), event(7, "product/C")]);
    expect(queue.progress()).toEqual({ seq: 6, lastKindSeq: 6 });
    expect(queue.next(() => "free", true)?.queued).toMatchObject({ event: { seq: 7 }, prevSeq: 6 });
  });
});

describe("waits (decisions 7)", () => {
  const WAITS = [5, 300, 1_800];
  it("are those of the schedule, a tenth to either side, and end", () => {
    expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, WAITS, 0.5))).toEqual([5_000, 300_000, 1_800_000]);
    expect([retryDelayMs(1, WAITS, 0), retryDelayMs(1, WAITS, 0.999_999)]).toEqual([4_500, 5_500]);
    expect(retryDelayMs(4, WAITS, 0.5)).toBeUndefined();
  });

  it.each([
    [503, "120", 120_000],
    [429, "0", 1_000],
    [503, "999999", 86_400_000],
    [503, "Fri, 20 Nov 2026 15:10:00 GMT", 600_000],
    [503, "Thu, 19 Nov 2026 15:10:00 GMT", 1_000],
    [500, "120", undefined],
    [503, "soon", undefined],
    [503, undefined, undefined],
  ])("heed Retry-After: %s %s", (status, header, expected) => {
    expect(retryAfterMs(status, header, Date.UTC(2026, 10, 20, 15))).toBe(expected);
  });
});

describe("a receiver that asks to be left alone", () => {
  const whole = { proven: true, failures: 0, failingSince: null, openSince: null, probeAt: null, pauseUntil: null };
  const facts = { at: 0, retrySeconds: [5, 300], disableDays: 5, chance: 0.5 };
  const tried = (attempts: number, pauseMs: number | undefined) =>
    decideRetry({ delivered: false, gone: false, pauseMs }, { attempts, origin: "event" }, whole, facts).retry?.dueAt;

  it("is tried when it says, and no sooner than the schedule: its ten tries last for days all the same (decisions 7)", () => {
    expect([tried(0, undefined), tried(0, 60_000), tried(0, 1_000), tried(1, 1_000)]).toEqual([5_000, 60_000, 5_000, 300_000]);
  });
});

describe("where notifications may go", () => {
  it.each([
    ["https://hub.example.com/vitrine", "production", true],
    ["http://hub.example.com/vitrine", "production", false],
    ["http://hub.example.com/vitrine", "sandbox", true],
    ["http://127.0.0.1:9000/", "sandbox", true],
    ["http://localhost:9000/", "sandbox", true],
    ["http://[::1]:9000/", "sandbox", true],
    ["https://127.0.0.1/", "production", false],
    ["https://localhost/", "production", false],
    ["https://sub.localhost./", "production", false],
    ["https://10.0.0.1/", "sandbox", false],
    ["https://0x0a000001/", "sandbox", false],
    ["https://[::ffff:10.0.0.1]/", "sandbox", false],
    ["https://169.254.169.254/latest", "sandbox", false],
    ["https://hub.example.com:22/", "sandbox", false],
    ["https://user:pass@hub.example.com/", "sandbox", false],
    ["ftp://hub.example.com/", "sandbox", false],
    ["no url", "sandbox", false],
  ] as const)("%s in %s: %s", (url, environment, may) => {
    expect(addressRefusal(url, { environment, host: "127.0.0.1", outboundHostsAllowed: [] }) === undefined).toBe(may);
  });
});
