import { describe, expect, it } from "vitest";
import { INVOICE_FIELDS, type InvoiceFieldName } from "../../src/orders/invoice/document-fields.ts";

/** Fields of digits and how many they have, fewest and most. */
const DIGITS: readonly (readonly [field: InvoiceFieldName, fewest: number, most: number])[] = [
  ["stateCode", 2, 2],
  ["numericCode", 1, 8],
  ["model", 2, 2],
  ["series", 1, 3],
  ["number", 1, 9],
  ["direction", 1, 1],
  ["emissionType", 1, 1],
  ["checkDigit", 1, 1],
  ["environment", 1, 1],
  ["purpose", 1, 1],
  ["intermediated", 1, 1],
  ["packages", 1, 15],
  ["protocolEnvironment", 1, 1],
  ["protocolNumber", 1, 44],
  ["protocolStatus", 3, 3],
];
const is = (field: InvoiceFieldName, text: string) => INVOICE_FIELDS[field].is(text);

describe("the values of an invoice (domain 1.2)", () => {
  it.each(DIGITS)("%s has %d to %d digits", (field, fewest, most) => {
    const lengths = Array.from({ length: most + 2 }, (_, length) => length).filter((length) => is(field, "1".repeat(length)));
    expect(lengths).toEqual(Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more));
    expect(is(field, "A".repeat(fewest))).toBe(false);
  });

  it.each<[field: InvoiceFieldName, right: readonly string[], wrong: readonly string[]]>([
    ["total", ["0", "424.8", "9999999999999.99"], ["", ".5", "1.", "1.234", "12345678901234", "-1", "1,5"]],
    ["issuer", ["52998224725", "12ABC34501DE35", "11222333000181"], ["5299822472", "12abc34501DE35", "12ABC34501DEXY"]],
    ["issuedAt", ["2026-11-20T09:52:48-03:00", "2026-11-20T12:52:48Z"], ["2026-11-20", "2026-11-20T09:52:48", "2026-11-31T09:52:48Z"]],
    ["signedDigest", ["2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "2jmj\n7l5r"], ["", "2jmj*"]],
  ])("%s is read in its form alone", (field, right, wrong) => {
    expect([right.filter((text) => is(field, text)), wrong.filter((text) => is(field, text))]).toEqual([right, []]);
  });
});
