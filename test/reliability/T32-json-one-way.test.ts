import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
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

/** A body with something more in it that nobody knows. */
const beside = (member: string | Buffer) => (body: string) =>
  Buffer.concat([Buffer.from("{"), Buffer.from(member), Buffer.from(`,${body.slice(1)}`)]);
const text = (change: (body: string) => string) => (body: string) => Buffer.from(change(body));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
/** A body whose first member is something else: sku or available, both of which are known. */
const first = (value: string) => text((body) => body.replace(/^\{("\w+"):("[^"]*"|\d+)/, `{$1:${value}`));
/** A body that says its first member twice. */
const twice = (key: (name: string) => string) =>
  text((body) => body.replace(/^\{"(\w+)":/, (_, name: string) => `{"${key(name)}":1,"${name}":`));
const escapedFirst = (name: string) => `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;

/** How a body can be written badly, and what is said of it. */
const REFUSED: readonly (readonly [name: string, damage: (body: string) => Buffer, code: string])[] = [
  ["a key twice", twice((name) => name), "duplicate_key"],
  ["a key twice, once escaped", twice(escapedFirst), "duplicate_key"],
  ["__proto__", beside('"__proto__":{"available":1}'), "forbidden_key"],
  ["__proto__, escaped", beside('"\\u005f_proto__":{}'), "forbidden_key"],
  ["constructor.prototype", beside('"constructor":{"prototype":{"polluted":true}}'), "forbidden_key"],
  ["NUL in a text", first('"\\u0000"'), "refused_character"],
  ["a high surrogate alone", first('"\\ud83d"'), "refused_character"],
  ["a low surrogate alone", first('"\\ude00"'), "refused_character"],
  ["surrogates the wrong way round", first('"\\ude00\\ud83d"'), "refused_character"],
  ["a raw NUL", beside('"extra":"\0"'), "json_control_character"],
  ["a raw line break in a text", beside('"extra":"\n"'), "json_control_character"],
  ["16 significant digits", first("1234567890123456"), "number_not_exact"],
  ["17 significant digits behind the point", first("0.12345678901234567"), "number_not_exact"],
  ["2^53 + 1", first("9007199254740993"), "number_not_exact"],
  ["1e400", first("1e400"), "number_not_exact"],
  ["1e-400", first("1e-400"), "number_not_exact"],
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
  ["a number that is none", () => Buffer.from("1e999"), "number_not_exact"],
];

/** Unusual, and fine: what stands under a key nobody knows is JSON, and more is not asked of it (decisions 1.5). */
const TAKEN: readonly (readonly [name: string, write: (body: string) => Buffer])[] = [
  ["64 levels", beside(`"extra":${nested(63)}`)],
  ["a byte order mark", text((body) => `\ufeff${body}`)],
  ["space around", text((body) => `\r\n\t ${body} \n`)],
  ["an escaped slash and a surrogate pair", beside('"extra":"\\/ \\ud83d\\ude00"')],
  ["15 significant digits", beside('"extra":123456789.012345')],
  ["null for a field nobody knows", beside('"extra":null')],
  ["an unknown key twice", beside('"extra":1,"\\u0065xtra":2')],
  ["a key twice below an unknown one", beside('"extra":[{"a":{"b":1,"b":2}}]')],
  ["prototype below an unknown key", beside('"extra":[{"prototype":1,"__proto__":{"polluted":1}}]')],
  ["a key with NUL", beside('"a\\u0000b":1')],
  ["half a character under an unknown key", beside('"extra":["\\ud83d","\\u0000"]')],
  ["numbers under unknown keys that would be rounded", beside('"extra":[1234567890123456,1e400,{"b":1e-400}]')],
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
    const sku = `B-${TAKEN.findIndex(([name]) => name === what)}`;
    const reply = await send(write(body().replace('"B"', `"${sku}"`)));
    expect([reply.status, reply.text]).toEqual([202, reply.text]);
  });

  it("tells what is written badly together with everything else, in one answer", async () => {
    const wrong = body().replace(/"name":"[^"]*"/, '"name":""');
    const badly = beside('"extra":1e999,"__proto__":1')(first('"\\u0000"')(wrong).toString());
    const codes = async (sent: Buffer) => ((await send(sent)).json.details as { code: string }[]).map(({ code }) => code);
    // What the schema says of other values is in the same answer; of a value that is badly written itself one thing is told.
    const ofOthers = wrong === body() ? [] : await codes(Buffer.from(wrong));
    expect((await codes(badly)).toSorted()).toEqual(["refused_character", "forbidden_key", ...ofOthers].toSorted());
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
      { numRuns: budget(250, 20_000), seed: SEED, endOnFailure: true },
    );
    figures({ seed: SEED, bodies: budget(250, 20_000), "slowest answer, ms": slowestMs });
    expect(slowestMs).toBeLessThan(1_000);
  }, 3_600_000);
});
