import type { LocalizedText } from "../../platform/contract/index.ts";

/** A file type that is sent by mistake instead of XML, and advice for the sender. */
export interface WrongFileType {
  readonly name: string;
  readonly advice: LocalizedText;
}

const UNPACK: LocalizedText = { "pt-BR": "descompacte-o e envie o XML que está dentro", en: "unpack it and send the XML inside" };
const PRINTED: LocalizedText = {
  "pt-BR": "é o DANFE impresso; envie o XML da nota",
  en: "that is the printed DANFE; send the invoice's XML",
};
const AUTHORISED: LocalizedText = { "pt-BR": "envie o XML autorizado (procNFe)", en: "send the authorised XML (procNFe)" };
const AS_IT_IS: LocalizedText = { "pt-BR": "envie o XML como ele é, sem base64", en: "send the XML as it is, not in base64" };
const IN_UTF_8: LocalizedText = { "pt-BR": "salve o XML em UTF-8", en: "save the XML in UTF-8" };

/**
 * Wrong file types, recognised by how the file begins. Beginnings are given with one character per byte, or as text decoded from UTF-8,
 * where invalid bytes become U+FFFD.
 */
const KINDS: readonly (WrongFileType & { readonly begins: readonly string[] | RegExp })[] = [
  { name: "gzip", begins: ["\x1f\x8b", "\x1f\ufffd"], advice: UNPACK },
  { name: "zlib (deflate)", begins: ["x\x01", "x\x5e", "x\x9c", "x\xda", "x\ufffd"], advice: UNPACK },
  { name: "xz", begins: ["\xfd7zXZ\0", "\ufffd7zXZ\0"], advice: UNPACK },
  { name: "zstd", begins: ["\x28\xb5\x2f\xfd", "\x28\ufffd\x2f\ufffd"], advice: UNPACK },
  { name: "ZIP", begins: ["PK\x03\x04", "PK\x05\x06"], advice: UNPACK },
  { name: "RAR", begins: ["Rar!\x1a"], advice: UNPACK },
  { name: "7z", begins: ["7z\xbc\xaf", "7z\ufffd\ufffd"], advice: UNPACK },
  { name: "bzip2", begins: /^BZh[1-9]/, advice: UNPACK },
  { name: "PDF", begins: ["%PDF-"], advice: PRINTED },
  { name: "JSON", begins: /^\s*[{[]/, advice: AUTHORISED },
  { name: "HTML", begins: /^\s*<(!doctype\s+html|html)\b/i, advice: AUTHORISED },
  // XML, gzip, ZIP, zlib, bzip2, xz and zstd in base64 begin with one of these texts.
  {
    name: "base64",
    begins: /^\s*(PD9|77u\/PD|PG5|PE5|H4sI|UEsD|eJ[w-z]|eN[o-r]|eA[E-H]|QlpoO|\/Td6WFo|KLUv\/)[A-Za-z0-9+/\s]{20}/,
    advice: AS_IT_IS,
  },
  { name: "UTF-32", begins: ["\xff\xfe\0\0", "\0\0\xfe\xff", "<\0\0\0", "\0\0\0<"], advice: IN_UTF_8 },
];

/** Number of characters at the beginning of a file that are enough to detect its type. */
export const FILE_TYPE_PREFIX_LENGTH = 64;

/** Detects a wrong file type from the first characters of a text or file. Undefined if no known type matches. */
export const detectWrongFileType = (beginning: string): WrongFileType | undefined =>
  KINDS.find(({ begins }) => (begins instanceof RegExp ? begins.test(beginning) : begins.some((one) => beginning.startsWith(one))));
