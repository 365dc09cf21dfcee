import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { newEventsSignalOf } from "../../src/platform/jobs/new-events-signal.ts";

/** What a listener heard, one entry per time it was called. */
const listening = (db: object) => {
  const heard: (readonly number[])[] = [];
  return { heard, stop: newEventsSignalOf(db).subscribe((sellerIds) => heard.push(sellerIds)) };
};

describe("the wake of a database", () => {
  it("tells each listener of a turn's sellers once", async () => {
    const db = {};
    const [one, other] = [listening(db), listening(db)];
    newEventsSignalOf(db).notify([1, 2]);
    newEventsSignalOf(db).notify([2, 3]);
    expect(one.heard).toEqual([]);
    await setImmediate();
    expect([one.heard, other.heard]).toEqual([[[1, 2, 3]], [[1, 2, 3]]]);
    newEventsSignalOf(db).notify([2]);
    await setImmediate();
    expect(one.heard.at(-1)).toEqual([2]);
  });

  it("tells nobody who stopped listening, and of no other database", async () => {
    const db = {};
    const [gone, here, elsewhere] = [listening(db), listening(db), listening({})];
    gone.stop();
    newEventsSignalOf(db).notify([7]);
    newEventsSignalOf(db).notify([]);
    await setImmediate();
    expect([gone.heard, here.heard, elsewhere.heard]).toEqual([[], [[7]], []]);
  });
});
