import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localHourOf, isoDateTime, parseDateTime, realNow, systemClock } from "../../src/platform/basics/clock.ts";
import { movableClock } from "../movable-clock.ts";

const utc = (iso: string) => Date.parse(iso);

describe("isoDateTime (decisions 1.7)", () => {
  it.each([
    ["2026-11-20T12:52:48.000Z", "2026-11-20T09:52:48.000-03:00"],
    ["2026-01-01T02:59:59.999Z", "2025-12-31T23:59:59.999-03:00"],
    // Summer time until 2019: clocks went back at 2018-02-18T02:00Z and forward at 2018-11-04T03:00Z.
    ["2018-02-18T01:59:59.999Z", "2018-02-17T23:59:59.999-02:00"],
    ["2018-02-18T02:00:00.000Z", "2018-02-17T23:00:00.000-03:00"],
    ["2018-11-04T02:59:59.999Z", "2018-11-03T23:59:59.999-03:00"],
    ["2018-11-04T03:00:00.000Z", "2018-11-04T01:00:00.000-02:00"],
    ["1970-01-01T00:00:00.000Z", "1969-12-31T21:00:00.000-03:00"],
  ])("%s reads %s", (instant, text) => {
    expect(isoDateTime(utc(instant))).toBe(text);
  });

  it.each([
    [8.64e15, "9999-12-31T23:59:59.999-03:00"],
    [1e18, "9999-12-31T23:59:59.999-03:00"],
    [Number.POSITIVE_INFINITY, "9999-12-31T23:59:59.999-03:00"],
    [-8.64e15, "0000-12-31T20:54:00.000-03:06"],
  ])("%d, beyond what a date can say, reads %s", (ms, text) => {
    expect(isoDateTime(ms)).toBe(text);
  });

  it("agrees with the platform's time zone data at any instant since 1914", () => {
    const local = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo", dateStyle: "short", timeStyle: "medium" });
    fc.assert(
      fc.property(fc.integer({ min: utc("1914-01-02T00:00Z"), max: utc("2100-01-01T00:00Z") }), (ms) => {
        const text = isoDateTime(ms);
        expect(text.slice(0, 19).replace("T", " ")).toBe(local.format(ms));
        expect(Date.parse(text)).toBe(ms);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("parseDateTime (decisions 1.7)", () => {
  it.each([
    ["2026-11-20T12:52:48Z", "2026-11-20T12:52:48Z"],
    ["2026-11-20t12:52:48z", "2026-11-20T12:52:48Z"],
    ["2026-11-20T09:52:48-03:00", "2026-11-20T12:52:48Z"],
    ["2026-11-20T09:52:48-0300", "2026-11-20T12:52:48Z"],
    ["2026-11-20T14:52:48+02:00", "2026-11-20T12:52:48Z"],
    ["2026-11-20T14:52:48 02:00", "2026-11-20T12:52:48Z"],
    ["2026-11-20T14:52:48 0200", "2026-11-20T12:52:48Z"],
    ["2026-11-20 12:52:48Z", "2026-11-20T12:52:48Z"],
    ["2026-11-20 14:52:48 02:00", "2026-11-20T12:52:48Z"],
    ["2026-11-20T09:52:48", "2026-11-20T12:52:48Z"],
    ["2026-11-20 09:52", "2026-11-20T12:52:00Z"],
    ["2026-11-20T12:52Z", "2026-11-20T12:52:00Z"],
    ["2026-11-20", "2026-11-20T03:00:00Z"],
    ["2026-11-20T12:52:48.1Z", "2026-11-20T12:52:48.100Z"],
    ["2026-11-20T12:52:48.12Z", "2026-11-20T12:52:48.120Z"],
    ["2026-11-20T12:52:48.123456789-00:00", "2026-11-20T12:52:48.123Z"],
    ["2024-02-29", "2024-02-29T03:00:00Z"],
    ["2017-12-25T10:00:00", "2017-12-25T12:00:00Z"],
    ["2018-01-15", "2018-01-15T02:00:00Z"],
    // Midnight of this day did not exist; the day began at 01:00 summer time.
    ["2018-11-04", "2018-11-04T03:00:00Z"],
    // This half hour happened twice; the first one counts.
    ["2018-02-17T23:30:00", "2018-02-18T01:30:00Z"],
    ["2018-02-18T00:00:00", "2018-02-18T03:00:00Z"],
  ])("%s is %s", (text, instant) => {
    expect(parseDateTime(text)).toBe(utc(instant));
  });

  it.each([
    "",
    " ",
    "hoje",
    "20/11/2026",
    "2026-11",
    "2026-11-20T",
    "2026-11-20T09",
    "2026-13-01",
    "2026-00-10",
    "2026-02-29",
    "2026-04-31",
    "2026-11-20T24:00:00Z",
    "2026-11-20T23:60:00Z",
    "2026-11-20T23:59:60Z",
    "2026-11-20T09:52:48.Z",
    "2026-11-20T09:52:48.1234567890Z",
    "2026-11-20T09:52:48+15:00",
    "2026-11-20T09:52:48+03:60",
    "2026-11-20T09:52:48-3",
    "2026-11-20Z",
    "0026-11-20",
    "-2026-11-20",
    " 2026-11-20",
    "2026-11-20T09:52:48Z\n",
    "1795179168000",
    "+2026-11-20",
  ])("refuses %j", (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it("reads back what isoDateTime writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: utc("1914-01-02T00:00Z"), max: utc("9999-01-01T00:00Z") }), (ms) => {
        expect(parseDateTime(isoDateTime(ms))).toBe(ms);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never throws and stays fast on hostile text", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseDateTime(text)));
    expect(parseDateTime(`2026-11-20T09:52:48.${"1".repeat(1_000_000)}`)).toBeUndefined();
  });
});

describe("clocks", () => {
  it("show real time unless moved", () => {
    const before = realNow();
    const shown = [systemClock.now(), movableClock().now()];
    for (const now of shown) expect(now).toSatisfy((ms: number) => ms >= before && ms <= realNow());
  });

  it("stand still between moves when started at an instant", () => {
    const clock = movableClock(1_000);
    expect(clock.now()).toBe(1_000);
    clock.move(500);
    expect(clock.now()).toBe(1_500);
    clock.move(-700);
    expect(clock.now()).toBe(800);
    clock.set(5_000);
    expect(clock.now()).toBe(5_000);
  });

  it("run on from where they were moved to", () => {
    const clock = movableClock();
    const day = 86_400_000;
    clock.move(day);
    expect(clock.now() - realNow()).toSatisfy((ahead: number) => Math.abs(ahead - day) < 1_000);
    clock.set(0);
    expect(clock.now()).toSatisfy((now: number) => now >= 0 && now < 1_000);
  });
});

describe("the hour of the day", () => {
  it.each([
    ["2026-11-20T15:00:00Z", 12],
    ["2026-11-20T02:59:59Z", 23],
    ["2026-11-20T03:00:00Z", 0],
    ["1969-06-01T01:00:00Z", 22],
  ])("at %s in São Paulo is %d", (at, hour) => {
    expect(localHourOf(Date.parse(at))).toBe(hour);
  });
});
