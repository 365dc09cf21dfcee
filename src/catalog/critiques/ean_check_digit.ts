import { readProductCode } from "../product-codes.ts";
import type { LocalizedText } from "../../platform/contract/index.ts";
import type { CritiqueRule } from "../product.ts";

export const eanCheckDigit: CritiqueRule = {
  code: "ean_check_digit",
  severity: "warning",
  ofSchema: false,
  rule: {
    "pt-BR":
      "O dígito verificador de um EAN (GTIN de 8, 12, 13 ou 14 algarismos) confere, e não são só zeros; hifens e espaços não contam, outros códigos são livres.",
    en: "The check digit of an EAN (a GTIN of 8, 12, 13 or 14 digits) is right, and not all are zeros; hyphens and spaces do not count, other codes are free.",
  },
  message: {
    "pt-BR": 'O código "{received}" não é válido: o dígito verificador é {expected}; confira os algarismos na embalagem.',
    en: 'The code "{received}" is not valid: its check digit is {expected}; check the digits on the package.',
  },
  messageOf: ({ expected }) => (expected === undefined ? ZEROS : undefined),
  find({ eanIsbn = "" }) {
    const code = readProductCode(eanIsbn);
    if (code === undefined || code.isRight || !code.standard.startsWith("GTIN")) return [];
    return [{ pointer: "/eanIsbn", received: eanIsbn, ...(!code.isZeros && { params: { expected: code.expected } }) }];
  },
  examples: [
    { title: "a right EAN-13", finds: [] },
    { title: "a right EAN-13 with spaces", product: { eanIsbn: "7 890000 000017" }, finds: [] },
    { title: "no code", product: { eanIsbn: "" }, finds: [] },
    { title: "a free code", product: { eanIsbn: "SEM GTIN" }, finds: [] },
    { title: "a wrong ISBN, which has a critique of its own", product: { eanIsbn: "9788535902771" }, finds: [] },
    {
      title: "an EAN-13 with a wrong last digit",
      product: { eanIsbn: "7890000000010" },
      finds: [{ pointer: "/eanIsbn", received: "7890000000010", params: { expected: "7" } }],
    },
    {
      title: "zeros alone, whatever their check digit",
      product: { eanIsbn: "0000000000000" },
      finds: [{ pointer: "/eanIsbn", received: "0000000000000" }],
    },
  ],
};

const ZEROS: LocalizedText = {
  "pt-BR": 'O código "{received}" não é válido: só zeros não são código; envie o que está na embalagem, ou nenhum se ela não tem código.',
  en: 'The code "{received}" is not valid: zeros alone are no code; send the one on the package, or none if it has no code.',
};
