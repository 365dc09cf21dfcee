import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, statement, type Database } from "../../src/platform/db.ts";
import { budget } from "../budget.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "../harness.ts";

const texts = statement<{ text: string | null; bytes: number | null }>(
  "test.texts",
  "select i.text, octet_length(i.text) as bytes from unnest($1::text[]) with ordinality as i(text, n) order by i.n",
);
const LISTS = budget(200, 20_000);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  const limits = { connections: 1, wideConnections: 1, statementTimeoutMs: 5_000, wideStatementTimeoutMs: 5_000, acquireTimeoutMs: 2_000 };
  db = openDatabase({ socket: database.socket, role: APPLICATION_ROLE, ...limits, onBackgroundError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const returned = async (sent: readonly (string | null)[]) => (await db.run([1], texts, [sent])).map(({ text }) => text);

describe("arrays of texts on their way to the database", () => {
  it.each([
    ["quotes and backslashes", ['"', "\\", '\\"', '{"name":"a \\"b\\" c"}', "\\\\n"]],
    ["control characters, bare and escaped", ["\n", '"\n"', "\\n", '{"a":"\\n"}', "\u0001", '"\u0001\u001f\u007f\u0085"', "\t\r\b\f"]],
    ["what arrays say something by", ["NULL", "null", "", " ", "{}", "{a,b}", ","]],
    ["nothing", [null, "", null]],
    ["every script", ["ação", '"ação"', "日本語", '"日本語"', "😀", '"😀"', "\u2028", '"\u2028"', "\uffff"]],
  ])("keep %s", async (_, sent) => {
    expect(await returned(sent)).toEqual(sent);
  });

  it("take halves of pairs for characters that nobody knows, with quotes or without", async () => {
    expect(await returned(["\ud800", '"\ud800"'])).toEqual(["\ufffd", '"\ufffd"']);
  });

  it(`keep any text, ${LISTS} lists of them`, async () => {
    const character = fc.oneof(
      fc.constantFrom('"', "\\", "{", ",", "\n", "\u0001", "\u007f", " ", "n"),
      fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
    );
    const text = fc.array(character, { maxLength: 30 }).map((characters) => characters.join("").replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 20 }), async (sent) => {
        expect(await returned(sent)).toEqual(sent);
      }),
      { numRuns: LISTS },
    );
  });
});
