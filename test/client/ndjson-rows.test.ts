import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { replacePlaceholder, MAX_LINE_BYTES, parseRow, readRows, type Row } from "../../src/client/ndjson-rows.ts";
import { memberProblemsOf } from "../../src/platform/contract/json-reader.ts";

const folder = mkdtempSync(join(inject("scratch"), "rows-"));
const file = join(folder, "rows.ndjson");
async function rowsOf(content: string | Buffer): Promise<readonly Row[]> {
  writeFileSync(file, content);
  const rows: Row[] = [];
  for await (const row of readRows(file)) rows.push(row);
  return rows;
}
const shown = (rows: readonly Row[]) => rows.map(({ line, bytes }) => `${line} ${bytes?.toString("utf8") ?? "too long"}`);
const latin1 = (text: string) => Buffer.from(text, "latin1");
const errorsOf = (row: Row) => {
  const reading = parseRow(row, "pt-BR");
  return reading.ok ? [] : reading.errors.map(({ code, message }) => `${code}: ${message}`);
};

describe("the rows of an NDJSON file (bad input: the row is reported, the rest goes on)", () => {
  it.each([
    ["ends each row at a line feed", '{"a":1}\n{"a":2}\n', ['1 {"a":1}', '2 {"a":2}']],
    ["takes a last line without its end", '{"a":1}\n{"a":2}', ['1 {"a":1}', '2 {"a":2}']],
    ["takes the line ends of Windows", '{"a":1}\r\n{"a":2}\r\n', ['1 {"a":1}', '2 {"a":2}']],
    ["skips blank lines and counts them", '\n{"a":1}\n \t\r\n\n{"a":2}\n\n', ['2 {"a":1}', '5 {"a":2}']],
    ["skips a byte order mark", '\uFEFF{"a":1}\n{"a":2}\n', ['1 {"a":1}', '2 {"a":2}']],
    ["finds nothing in an empty file", "", []],
    ["finds nothing in a file of blank lines", "\n \n\n", []],
  ])("%s", async (_, content, rows) => {
    expect(shown(await rowsOf(content))).toEqual(rows);
  });

  it("reads a line that ends exactly at the limit, and one byte more not, and goes on behind it", async () => {
    const padded = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
    const rows = await rowsOf(`${padded(MAX_LINE_BYTES)}\n${padded(MAX_LINE_BYTES + 1)}\n{"a":1}\n`);
    expect(rows.map(({ line, bytes }) => [line, bytes?.length])).toEqual([
      [1, MAX_LINE_BYTES],
      [2, undefined],
      [3, 7],
    ]);
    expect(errorsOf(rows[1]!)).toEqual([expect.stringMatching(/^row_too_long: A linha passa de 1048576 bytes/)]);
  });

  it("holds no more of an endless line than a line may have", async () => {
    const part = Buffer.alloc(1024 * 1024, "x");
    const endless = join(folder, "endless.ndjson");
    for (let i = 0; i < 256; i += 1) appendFileSync(endless, part);
    appendFileSync(endless, '\n{"a":1}\n');
    const rows: Row[] = [];
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }, 1);
    const before = process.memoryUsage().arrayBuffers;
    for await (const row of readRows(endless)) rows.push(row);
    clearInterval(watch);
    expect(shown(rows)).toEqual(["1 too long", '2 {"a":1}']);
    // Chunks that were read and wait to be collected, but not the line.
    expect(most - before).toBeLessThan(192 * 1024 * 1024);
  });

  it("is the same however the file falls into chunks, and tells where in the file each row ends", async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => JSON.stringify({ i, text: "ç".repeat(i % 97) }));
    const rows = await rowsOf(lines.map((line) => `${line}\n`).join(""));
    expect(rows.map(({ bytes }) => bytes!.toString("utf8"))).toEqual(lines);
    let endOffset = 0;
    for (const [i, row] of rows.entries())
      expect([row.line, row.endOffset]).toEqual([i + 1, (endOffset += Buffer.byteLength(lines[i]!) + 1)]);
  });

  it.each([
    ["broken JSON", '{"sku": "A",}', /^json_character_expected: JSON inválido na linha 3, coluna 13/],
    ["another encoding", latin1('{"name":"T\xEAnis"}'), /^body_not_utf8: .* linha 3/],
    ["a list around the products", '[{"sku":"A"}]', /^row_not_object: /],
    ["a text", '"A"', /^row_not_object: A linha traz A no lugar/],
    ["nothing", "null", /^row_not_object: /],
  ])("says what is wrong with %s, and where in the file", async (_, line, message) => {
    const rows = await rowsOf(Buffer.concat([Buffer.from('{"a":1}\n\n'), Buffer.from(line), Buffer.from('\n{"a":2}\n')]));
    expect(rows.map((row) => row.line)).toEqual([1, 3, 4]);
    expect(errorsOf(rows[1]!)).toEqual([expect.stringMatching(message)]);
    expect([errorsOf(rows[0]!), errorsOf(rows[2]!)]).toEqual([[], []]);
  });
});

describe("a row that is JSON, but not written one way", () => {
  it("is read, and its faults tell their place in the file", async () => {
    const [, row] = await rowsOf('{"a":1}\n{"sku":"A","sku":"B"}\n');
    const reading = parseRow(row!, "pt-BR");
    if (!reading.ok) throw new Error("unreadable");
    expect(
      memberProblemsOf(reading.value)
        ?.get("sku")
        ?.map((fault) => fault()),
    ).toMatchObject([{ code: "duplicate_key", params: { line: 2, column: 12 } }]);
  });
});

describe("the placeholder of image addresses", () => {
  const row = (bytes: Buffer): Row => ({ line: 1, bytes, endOffset: bytes.length });
  it("is filled in where a text begins with it, and nowhere else", () => {
    const body = '{"images":[{"url":"{{images}}/a.jpg"}],"name":"as {{images}} ficam"}';
    expect(replacePlaceholder(row(Buffer.from(body)), "http://h:1/i").bytes?.toString()).toBe(
      '{"images":[{"url":"http://h:1/i/a.jpg"}],"name":"as {{images}} ficam"}',
    );
  });
  it("leaves every other byte as it is, valid or not", () => {
    const bytes = latin1('{"url":"{{images}}/a.jpg","name":"T\xEAnis \xFF"}');
    expect(replacePlaceholder(row(bytes), "x").bytes).toEqual(latin1('{"url":"x/a.jpg","name":"T\xEAnis \xFF"}'));
  });
});
