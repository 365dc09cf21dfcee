import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { everything } from "./row-counts.ts";

let marketplace: Marketplace;
let seller: Seller;
/** Bodies that both operations take as they are. */
let product: string;
const stock = '{"available":5}';

beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await marketplace.seller();
  const shop = await wares(`${marketplace.baseUrl}/images`);
  await publish(seller, shop.visor("A"));
  product = JSON.stringify(shop.visor("B"));
});
afterAll(() => marketplace.stop());

type Send = (body: Buffer) => Promise<Reply>;
const sending =
  (method: string, path: string): Send =>
  (body) =>
    seller.request(method, path, { body: new Uint8Array(body) });
const OPERATIONS: readonly (readonly [name: string, send: Send, body: () => string])[] = [
  ["POST product", sending("POST", "/api/v2/products"), () => product],
  ["PUT stock", sending("PUT", pathOf("A", "stocks")), () => stock],
];

/** A body with something more in it, which would be ignored were it not written as it is. */
const beside = (member: string | Buffer) => (body: string) =>
  Buffer.concat([Buffer.from("{"), Buffer.from(member), Buffer.from(`,${body.slice(1)}`)]);
const text = (change: (body: string) => string) => (body: string) => Buffer.from(change(body));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const escaped = (code: string) => `"extra":"\\u${code}"`;

/** How a body can be written badly, and what is said of it. */
const REFUSED: readonly (readonly [name: string, damage: (body: string) => Buffer, code: string])[] = [
  ["a key twice", beside('"extra":1,"extra":1'), "duplicate_key"],
  ["a key twice, once escaped", beside('"extra":1,"\\u0065xtra":2'), "duplicate_key"],
  ["a key twice, deep inside", beside('"extra":[{"a":{"b":1,"b":2}}]'), "duplicate_key"],
  ["__proto__", beside('"__proto__":{"available":1}'), "forbidden_key"],
  ["__proto__, escaped", beside('"\\u005f_proto__":{}'), "forbidden_key"],
  ["constructor.prototype", beside('"constructor":{"prototype":{"polluted":true}}'), "forbidden_key"],
  ["prototype, deep inside", beside('"extra":[{"prototype":1}]'), "forbidden_key"],
  ["NUL in a text", beside(escaped("0000")), "refused_character"],
  ["NUL in a key", beside('"a\\u0000b":1'), "refused_character"],
  ["a high surrogate alone", beside(escaped("d83d")), "refused_character"],
  ["a low surrogate alone", beside(escaped("de00")), "refused_character"],
  ["surrogates the wrong way round", beside('"extra":"\\ude00\\ud83d"'), "refused_character"],
  ["a raw NUL", beside('"extra":"\0"'), "json_control_character"],
  ["a raw line break in a text", beside('"extra":"\n"'), "json_control_character"],
  ["16 significant digits", beside('"extra":1234567890123456'), "number_not_exact"],
  ["17 significant digits behind the point", beside('"extra":0.12345678901234567'), "number_not_exact"],
  ["2^53 + 1", beside('"extra":9007199254740993'), "number_not_exact"],
  ["1e400", beside('"extra":1e400'), "number_not_exact"],
  ["1e-400", beside('"extra":1e-400'), "number_not_exact"],
  ["65 lists in one another", beside(`"extra":${nested(65)}`), "json_too_deep"],
  ["100,000 lists in one another", beside(`"extra":${nested(100_000)}`), "json_too_deep"],
  ["a byte that no UTF-8 has", beside(Buffer.from([34, 120, 255, 34, 58, 49])), "body_not_utf8"],
  ["an overlong sequence", beside(Buffer.from([34, 0xc0, 0xaf, 34, 58, 49])), "body_not_utf8"],
  ["a surrogate in UTF-8", beside(Buffer.from([34, 0xed, 0xa0, 0x80, 34, 58, 49])), "body_not_utf8"],
  ["a sequence cut short", beside(Buffer.from([34, 0xe2, 0x82, 34, 58, 49])), "body_not_utf8"],
  ["Latin-1", beside(Buffer.from('"extra":"ação"', "latin1")), "body_not_utf8"],
  ["UTF-16", (body) => Buffer.from(`\ufeff${body}`, "utf16le"), "body_not_utf8"],
  ["UTF-16 of plain letters", (body) => Buffer.from(body.replace(/[^ -~]/g, "?"), "utf16le"), "json_character_expected"],
  ["NaN", beside('"extra":NaN'), "json_value_expected"],
  ["Infinity", beside('"extra":-Infinity'), "json_value_expected"],
  ["a leading zero", beside('"extra":012'), "json_character_expected"],
  ["a leading plus", beside('"extra":+1'), "json_value_expected"],
  ["hexadecimal", beside('"extra":0x1F'), "json_character_expected"],
  ["a point without digits", beside('"extra":1.'), "json_character_expected"],
  ["single quotes", text((body) => body.replaceAll('"', "'")), "json_character_expected"],
  ["a comment", text((body) => `/* hello */ ${body}`), "json_value_expected"],
  ["a trailing comma", text((body) => `${body.slice(0, -1)},}`), "json_character_expected"],
  ["a bad escape", beside('"extra":"\\x41"'), "json_bad_escape"],
  ["two documents", text((body) => body + body), "json_text_after_end"],
  ["half a document", text((body) => body.slice(0, -3)), "json_ends_early"],
  ["a list", text((body) => `[${body}]`), "wrong_type"],
  ["a text", text((body) => JSON.stringify(body)), "wrong_type"],
  ["null", () => Buffer.from("null"), "wrong_type"],
  ["a number", () => Buffer.from("5"), "wrong_type"],
];

/** Unusual, and fine. */
const TAKEN: readonly (readonly [name: string, write: (body: string) => Buffer])[] = [
  ["64 levels", beside(`"extra":${nested(63)}`)],
  ["a byte order mark", text((body) => `\ufeff${body}`)],
  ["space around", text((body) => `\r\n\t ${body} \n`)],
  ["an escaped slash and a surrogate pair", beside('"extra":"\\/ \\ud83d\\ude00"')],
  ["15 significant digits", beside('"extra":123456789.012345')],
  ["null for a field nobody knows", beside('"extra":null')],
];

describe.each(OPERATIONS)("T32: JSON is read one way by %s", (_name, send, body) => {
  it.each(REFUSED)("refuses %s and stores nothing", async (_what, damage, code) => {
    const before = await everything(marketplace.database.query);
    const { status, json } = await send(damage(body()));
    expect([status, json.type]).toEqual([400, "Bad_Request_Error"]);
    expect((json.details as { code: string }[]).map((detail) => detail.code)).toContain(code);
    expect(json.notifications).toHaveLength(json.details.length);
    expect(await everything(marketplace.database.query)).toEqual(before);
  });

  it.each(TAKEN)("takes %s", async (what, write) => {
    const reply = await send(write(body().replace('"B"', `"B-${what.length}"`)));
    expect([reply.status, reply.text]).toEqual([202, reply.text]);
  });

  it("answers whatever it is sent, and keeps the server's pace", async () => {
    const original = Buffer.from(body());
    const mutation = fc.record({ at: fc.nat(original.length), drop: fc.nat(4), put: fc.uint8Array({ maxLength: 4 }) });
    const bodies = fc.oneof(
      fc
        .array(mutation, { minLength: 1, maxLength: 3 })
        .map((mutations) =>
          mutations.reduce<Buffer>(
            (damaged, { at, drop, put }) => Buffer.concat([damaged.subarray(0, at), put, damaged.subarray(at + drop)]),
            original,
          ),
        ),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ noUnicodeString: false }).map((json) => Buffer.from(json)),
    );
    let slowestMs = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        const from = performance.now();
        const reply = await send(sent);
        slowestMs = Math.max(slowestMs, performance.now() - from);
        expect([202, 400]).toContain(reply.status);
      }),
      { numRuns: budget(250, 20_000), endOnFailure: true },
    );
    expect(slowestMs).toBeLessThan(1_000);
  }, 3_600_000);
});
