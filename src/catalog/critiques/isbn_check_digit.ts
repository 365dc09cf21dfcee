import { readProductCode } from "../product-codes.ts";
import type { LocalizedText } from "../../platform/contract/index.ts";
import type { CritiqueRule } from "../product.ts";

export const isbnCheckDigit: CritiqueRule = {
  code: "isbn_check_digit",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR":
      "O dígito verificador de um ISBN confere: módulo 10 no ISBN-13 (978 ou 979), módulo 11 no ISBN-10, em que dez é X; hifens e espaços não contam.",
    en: "The check digit of an ISBN is right: modulo 10 for ISBN-13 (978 or 979), modulo 11 for ISBN-10, in which ten is X; hyphens and spaces do not count.",
  },
  message: {
    "pt-BR":
      'O {standard} "{received}" não é válido: o dígito verificador é {expected}; confira o número na contracapa ou na ficha catalográfica.',
    en: 'The {standard} "{received}" is not valid: its check digit is {expected}; check the number on the back cover or the imprint page.',
  },
  messageOf: ({ expected }) => (expected === undefined ? ZEROS : undefined),
  find({ eanIsbn = "" }) {
    const code = readProductCode(eanIsbn);
    if (code === undefined || code.isRight || !code.standard.startsWith("ISBN")) return [];
    const { standard, expected, isZeros } = code;
    return [{ pointer: "/eanIsbn", received: eanIsbn, params: isZeros ? { standard } : { standard, expected } }];
  },
  examples: [
    { title: "an EAN-13", finds: [] },
    { title: "a right ISBN-10", product: { eanIsbn: "8535902775" }, finds: [] },
    { title: "a right ISBN-10 that ends in X, with hyphens", product: { eanIsbn: "0-8044-2957-X" }, finds: [] },
    { title: "a right ISBN-10 that ends in a small x, with spaces", product: { eanIsbn: "0 8044 2957 x" }, finds: [] },
    { title: "a right ISBN-13 with hyphens", product: { eanIsbn: "978-85-359-0277-8" }, finds: [] },
    {
      title: "an ISBN-10 with two digits swapped",
      product: { eanIsbn: "080442975X" },
      finds: [{ pointer: "/eanIsbn", received: "080442975X", params: { standard: "ISBN-10", expected: "8" } }],
    },
    {
      title: "an ISBN-10 that should not end in X",
      product: { eanIsbn: "85-359-0277-X" },
      finds: [{ pointer: "/eanIsbn", received: "85-359-0277-X", params: { standard: "ISBN-10", expected: "5" } }],
    },
    {
      title: "an ISBN-13 with a wrong last digit",
      product: { eanIsbn: "978-85-359-0277-1" },
      finds: [{ pointer: "/eanIsbn", received: "978-85-359-0277-1", params: { standard: "ISBN-13", expected: "8" } }],
    },
    {
      title: "zeros alone, whatever their check digit",
      product: { eanIsbn: "0000000000" },
      finds: [{ pointer: "/eanIsbn", received: "0000000000", params: { standard: "ISBN-10" } }],
    },
  ],
};

const ZEROS: LocalizedText = {
  "pt-BR": 'O {standard} "{received}" não é válido: só zeros não são código; envie o da contracapa, ou nenhum se o livro não tem código.',
  en: 'The {standard} "{received}" is not valid: zeros alone are no code; send the one on the back cover, or none if the book has no code.',
};
