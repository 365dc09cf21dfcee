import { describe, expect, it } from "vitest";
import { fromClipboard, toClipboard } from "../../web/src/ui/sheet/clipboard.ts";
import { changed, countEdits, historyOf, redone, settled, undone } from "../../web/src/ui/sheet/edits.ts";
import { numberEdit } from "../../web/src/ui/sheet/numbers.ts";
import type { CellChange } from "../../web/src/ui/sheet/types.ts";

describe("numbers in a sheet", () => {
  it.each([
    ["pt-BR", "1.234,56", "1234.56"],
    ["pt-BR", "R$ 1.234,56", "1234.56"],
    ["pt-BR", "R$ 0,90", "0.9"],
    ["pt-BR", "1.234", "1234"],
    ["pt-BR", "1234.56", "1234.56"],
    ["pt-BR", "1,234.56", "1234.56"],
    ["pt-BR", "12,5", "12.5"],
    ["pt-BR", "007", "7"],
    ["pt-BR", "-3", "-3"],
    ["pt-BR", " 1 234,5 ", "1234.5"],
    ["pt-BR", "12,345", "12.345"],
    ["pt-BR", "1.23.4", "1.23.4"],
    ["pt-BR", "dez", "dez"],
    ["en", "1,234.56", "1234.56"],
    ["en", "1.234,56", "1234.56"],
    ["en", "1,234", "1234"],
    ["en", "12.50", "12.5"],
  ])("in %s, %j is read as %s", (language, typed, value) => expect(numberEdit(language, 2).read(typed)).toBe(value));

  it.each([
    ["pt-BR", 2, "1234.5", "1.234,50"],
    ["pt-BR", 0, "1234", "1.234"],
    ["pt-BR", 2, "dez", "dez"],
    ["en", 2, "1234.5", "1,234.50"],
  ])("in %s with %d decimals, %s is written as %s", (language, decimals, value, written) =>
    expect(numberEdit(language, decimals).write(value)).toBe(written),
  );
});

describe("the clipboard of a sheet", () => {
  it.each([
    [
      "1\t2\r\n3\t4\r\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "1\t\n\t4",
      [
        ["1", ""],
        ["", "4"],
      ],
    ],
    [
      '"a\tb"\t"diz ""sim"""\n"duas\nlinhas"\t2',
      [
        ["a\tb", 'diz "sim"'],
        ["duas\nlinhas", "2"],
      ],
    ],
    ['5" de tela\t2', [['5" de tela', "2"]]],
    ['"aberto\t2', [['"aberto', "2"]]],
    ["12,5", [["12,5"]]],
    ["", []],
  ])("reads %j", (text, rows) => expect(fromClipboard(text)).toEqual(rows));

  it("writes what it reads", () => {
    const rows = [
      ["a\tb", 'diz "sim"'],
      ["duas\nlinhas", "2"],
    ];
    expect(fromClipboard(toClipboard(rows))).toEqual(rows);
  });
});

describe("edits of a sheet", () => {
  const change = (to: string, from = "10"): CellChange => ({ key: "A", column: "stock", from, to, base: "10", stamp: 3, nth: 0 });
  const valueOf = (history: ReturnType<typeof historyOf>) => history.edits.get("A")?.["stock"]?.value;
  const begun = changed(historyOf(new Map()), [change("12")]);

  it("are undone and done again as one step", () => {
    expect(valueOf(begun)).toBe("12");
    expect(countEdits(undone(begun).edits)).toBe(0);
    expect(valueOf(redone(undone(begun)))).toBe("12");
  });

  it("end when the value on record is typed again", () => expect(countEdits(changed(begun, [change("10", "12")]).edits)).toBe(0));

  it("keep what was on record when they were begun", () =>
    expect(changed(begun, [change("13", "12")]).edits.get("A")?.["stock"]).toEqual({ value: "13", base: "10", stamp: 3, nth: 0 }));

  it("that were saved are gone, and undoing brings the former value back as an edit of the new record", () => {
    const saved = settled(begun, [{ key: "A", column: "stock", record: { base: "12", stamp: 4 }, sent: "12" }]);
    expect(countEdits(saved.edits)).toBe(0);
    expect(undone(saved).edits.get("A")?.["stock"]).toEqual({ value: "10", base: "12", stamp: 4, nth: 0 });
  });

  it("that were typed while others were saved stay", () => {
    const typedOn = changed(begun, [change("13", "12")]);
    const saved = settled(typedOn, [{ key: "A", column: "stock", record: { base: "12", stamp: 4 }, sent: "12" }]);
    expect(saved.edits.get("A")?.["stock"]).toEqual({ value: "13", base: "12", stamp: 4, nth: 0 });
  });
});
