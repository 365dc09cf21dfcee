import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessKeyCheckDigit, buildAccessKey, readAccessKey } from "../../src/orders/access-key.ts";
import { invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { fakeCpf } from "../../src/orders/tax-ids.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { keyWith } from "./invoices.ts";
import { someCnpj } from "./some-cnpj.ts";

const KEY = buildAccessKey({
  stateCode: "35",
  yearMonth: "2611",
  issuer: "12ABC34501DE35",
  series: 1,
  number: 1234,
  numericCode: "58349271",
});
const codes = (text: string) => readAccessKey(text).findings.map(({ code }) => code);

describe("an access key (domain 1.1)", () => {
  it("is read by its parts", () => {
    expect(readAccessKey(KEY)).toEqual({
      key: {
        text: "35261112ABC34501DE35550010000012341583492714",
        stateCode: "35",
        yearMonth: "2611",
        issuer: "12ABC34501DE35",
        model: "55",
        series: "001",
        number: "000001234",
        emissionType: "1",
        numericCode: "58349271",
        checkDigit: "4",
      },
      findings: [],
    });
  });
  it("takes small letters for capitals, and nothing else for them", () => {
    expect(readAccessKey(KEY.toLowerCase()).key?.text).toBe(KEY);
    expect(codes(KEY.replace("ABC", "ABſ"))).toEqual(["access_key_characters"]);
  });
  it("may be issued by a person", () => {
    expect(codes(keyWith(7, "00052998224725"))).toEqual([]);
  });
  it("weighs the first 43 positions with 2 to 9 from the right", () => {
    // The same sum written out by hand for a key of digits.
    const first43 = "3526111122233300018155001000001234158349271";
    const weights = [4, 3, 2, 9, 8, 7, 6, 5];
    const sum = first43.split("").reduce((total, digit, place) => total + Number(digit) * weights[place % 8]!, 0);
    const rest = sum % 11;
    expect(accessKeyCheckDigit(first43)).toBe(String(rest < 2 ? 0 : 11 - rest));
  });
  it("says which digit it expected", () => {
    const [finding] = readAccessKey(`${KEY.slice(0, 43)}7`).findings;
    expect(finding).toMatchObject({ code: "access_key_check_digit", received: "7", params: { expected: "4" } });
    expect(failureMessage(invoiceErrors.failure("access_key_check_digit", finding), "pt-BR")).toContain("é 4, e veio 7");
  });
  it("says which position is wrong, and what may have been meant", () => {
    expect(readAccessKey(KEY.replace("3526", "352O")).findings).toMatchObject([
      { code: "access_key_characters", params: { character: "O", position: 4 } },
    ]);
    expect(readAccessKey(`NFe${KEY.replace(/.{4}/g, "$& ")}`).findings).toMatchObject([{ params: { length: 58 }, suggestions: [KEY] }]);
    expect(readAccessKey("1".repeat(1_000_000)).findings[0]?.received).toHaveLength(121);
  });
  it("may have letters in positions 7 to 18 and nowhere else", () => {
    const strange = Array.from({ length: 44 }, (_, place) => `${KEY.slice(0, place)}Z${KEY.slice(place + 1)}`).map((text) =>
      codes(text).includes("access_key_characters"),
    );
    expect(strange).toEqual(Array.from({ length: 44 }, (_, place) => place < 6 || place >= 18));
  });
  it("is told the first position that is wrong, and nothing to send instead where nothing is meant", () => {
    const lettered = `${KEY.slice(0, 6)}ABCDEFGHIJKL${KEY.slice(18)}`;
    for (const place of [0, 5, 18, 19, 43]) {
      const { findings } = readAccessKey(`${lettered.slice(0, place)}Z${lettered.slice(place + 1)}`);
      expect(findings).toMatchObject([{ code: "access_key_characters", params: { character: "Z", position: place + 1 } }]);
      expect(findings[0]).not.toHaveProperty("suggestions");
    }
    expect(readAccessKey(lettered.replace("L", "É")).findings).toMatchObject([{ params: { character: "É", position: 18 } }]);
  });
  it("of another length is told its length first", () => {
    expect(readAccessKey(`É${KEY}`).findings).toMatchObject([{ code: "access_key_length", params: { length: 45 } }]);
    expect(codes(KEY.slice(1))).toEqual(["access_key_length"]);
  });
  it("is issued by a company, or by a person behind three zeros", () => {
    expect(codes(keyWith(7, "12352998224725"))).toEqual(["access_key_issuer"]);
    expect(codes(keyWith(7, "00052998224724"))).toEqual(["access_key_issuer"]);
  });
  it("tells of each part that is wrong what came", () => {
    const { findings } = readAccessKey(`992613${"1".repeat(14)}65${KEY.slice(22, 34)}9${"0".repeat(8)}5`);
    expect(findings.map(({ received }) => received)).toEqual(["65", "5", "99", "2613", "1".repeat(14), "9", "0".repeat(8)]);
  });
  it("tells everything that is wrong at once", () => {
    expect(codes(`992613${"1".repeat(14)}65${KEY.slice(22, 34)}9${"0".repeat(8)}5`)).toEqual([
      "access_key_model",
      "access_key_check_digit",
      "access_key_state",
      "access_key_month",
      "access_key_issuer",
      "access_key_emission_type",
      "access_key_numeric_code",
    ]);
  });

  it("knows the 27 states and no other, and the 20 numeric codes that anybody guesses", () => {
    const known = (position: number, characters: string) => codes(keyWith(position, characters)).length === 0;
    const two = (n: number) => String(n).padStart(2, "0");
    expect(Array.from({ length: 100 }, (_, n) => two(n)).filter((state) => known(1, state))).toHaveLength(27);
    expect(Array.from({ length: 12 }, (_, n) => `26${two(n + 1)}`).every((month) => known(3, month))).toBe(true);
    const same = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(8));
    const counting = Array.from({ length: 10 }, (_, digit) => Array.from({ length: 8 }, (_each, place) => (digit + place) % 10).join(""));
    expect([...same, ...counting].filter((code) => known(36, code))).toEqual([]);
    expect(new Set([...same, ...counting]).size).toBe(20);
  });

  it("that is made of right parts has nothing wrong", () => {
    const parts = fc.record({
      stateCode: fc.constantFrom("11", "29", "35", "43", "53"),
      yearMonth: fc
        .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }))
        .map((both) => both.map((n) => String(n).padStart(2, "0")).join("")),
      issuer: fc
        .tuple(fc.double({ min: 0, max: 0.99, noNaN: true }), fc.constantFrom("numeric", "alphanumeric", "person"))
        .map(([chance, kind]) => (kind === "person" ? fakeCpf(() => chance) : someCnpj(() => chance, kind as "numeric"))),
      series: fc.integer({ min: 0, max: 999 }),
      number: fc.integer({ min: 1, max: 9_999_999 }),
      numericCode: fc.integer({ min: 10_000_001, max: 12_000_000 }).map(String),
    });
    fc.assert(
      fc.property(parts, (made) => {
        const { key, findings } = readAccessKey(buildAccessKey(made));
        expect(findings.filter(({ code }) => code !== "access_key_numeric_code" || !/^(\d)\1{7}$/.test(made.numericCode))).toEqual([]);
        expect([Number(key?.series), Number(key?.number), key?.numericCode]).toEqual([made.series, made.number, made.numericCode]);
      }),
    );
  });

  it("is found out when one digit of it became another", () => {
    // Only 10 and 11, which are both written 0, could be taken for each other; this key's digit is 4. A letter may pass for
    // a digit (A counts 17, which is 6 to modulo 11), so only digits are changed here.
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 43 }), fc.nat(9).map(String), (place, digit) => {
        fc.pre(KEY[place] !== digit && /\d/.test(KEY[place]!));
        expect(codes(KEY.slice(0, place) + digit + KEY.slice(place + 1))).toContain("access_key_check_digit");
      }),
    );
  });

  it("is never read from anything else, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "binary", minLength: 44, maxLength: 44 })),
        (text) => {
          const { key, findings } = readAccessKey(text);
          expect(key === undefined ? findings.length : key.text.length).toBe(key === undefined ? 1 : 44);
        },
      ),
    );
  });
});
