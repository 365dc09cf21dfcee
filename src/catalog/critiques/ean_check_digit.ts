import type { Critique } from "../product.ts";

export const eanCheckDigit: Critique = {
  code: "ean_check_digit",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR":
      "O dígito verificador de um EAN (8, 12, 13 ou 14 algarismos) ou ISBN-10 confere, e não são só zeros; outros códigos são livres.",
    en: "The check digit of an EAN (8, 12, 13 or 14 digits) or ISBN-10 is right, and not all are zeros; other codes are free.",
  },
  message: {
    "pt-BR":
      'O código "{received}" não é válido: o dígito verificador é {expected}, e só zeros não são código; confira os algarismos na embalagem.',
    en: 'The code "{received}" is not valid: its check digit is {expected}, and zeros alone are no code; check the digits on the package.',
  },
  find({ eanIsbn }) {
    const code = (eanIsbn ?? "").replace(/[\s-]/g, "").toUpperCase();
    const digitOf = FORMATS.find(({ pattern }) => pattern.test(code))?.digitOf;
    const expected = digitOf?.(code.slice(0, -1));
    if (expected === undefined || (code.endsWith(expected) && !ONLY_ZEROS.test(code))) return [];
    return [{ pointer: "/eanIsbn", received: eanIsbn, params: { expected } }];
  },
  examples: [
    { title: "a right EAN-13", finds: [] },
    { title: "no code", product: { eanIsbn: "" }, finds: [] },
    { title: "a free code", product: { eanIsbn: "SEM GTIN" }, finds: [] },
    { title: "a right ISBN-10 with hyphens", product: { eanIsbn: "0-8044-2957-X" }, finds: [] },
    {
      title: "an EAN-13 with a wrong last digit",
      product: { eanIsbn: "7890000000010" },
      finds: [{ pointer: "/eanIsbn", received: "7890000000010", params: { expected: "7" } }],
    },
    {
      title: "zeros, whose check digit is right",
      product: { eanIsbn: "0000000000000" },
      finds: [{ pointer: "/eanIsbn", received: "0000000000000", params: { expected: "0" } }],
    },
    {
      title: "an ISBN-10 with two digits swapped",
      product: { eanIsbn: "080442975X" },
      finds: [{ pointer: "/eanIsbn", received: "080442975X", params: { expected: "8" } }],
    },
  ],
};

/** What systems send for want of a code. */
const ONLY_ZEROS = /^0+$/;

/** The codes that have a check digit, and the digit that belongs behind their other characters. */
const FORMATS = [
  { pattern: /^(?:\d{8}|\d{12,14})$/, digitOf: gtinDigit },
  { pattern: /^\d{9}[\dX]$/, digitOf: isbn10Digit },
] as const;

/** Weights 3 and 1 by turns from the right, up to the next ten. */
function gtinDigit(digits: string): string {
  const sum = weighted(digits, (place) => ((digits.length - place) % 2 === 1 ? 3 : 1));
  return String((10 - (sum % 10)) % 10);
}

/** Weights 10 to 2 from the left, up to the next multiple of 11; ten is written X. */
function isbn10Digit(digits: string): string {
  const sum = weighted(digits, (place) => 10 - place);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

const weighted = (digits: string, weightAt: (place: number) => number) =>
  digits.split("").reduce((sum, digit, place) => sum + Number(digit) * weightAt(place), 0);
