import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { InvoiceDryRunBody } from "../../src/orders/invoice/body.ts";
import { checkInvoice } from "../../src/orders/invoice/check.ts";
import { candidateDecodings, encodeAsDeclared } from "../../src/orders/invoice/encodings.ts";
import { invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { detectWrongFileType } from "../../src/orders/invoice/file-type.ts";
import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { changed } from "./invoice-corpus.ts";
import { contextOf, INVOICE, ISSUED_AT, resigned, swap } from "./invoices.ts";

const XML = generateInvoiceXml(INVOICE);
/** The document as it declares another encoding. */
const declaring = (encoding: string, xml = XML) => swap("UTF-8", encoding)(xml);
const utf8 = (text: string) => Buffer.from(text, "utf8");
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();
/** As windows-1252 writes the signs that ISO-8859-1 does not have. */
const windows1252 = (text: string) => latin1(text.replaceAll("–", "\x96").replaceAll("€", "\x80").replaceAll("“", "\x93"));
const MARK = "\ufeff";
const ASCII = resigned(XML.replaceAll(/[À-ÿ]/g, "e"));
const SIGNS = changed("Meia Aerovia", "Meia “Aerovia – 1 €")(XML);

const checkBody = compileSchemaCheck(InvoiceDryRunBody);
/** What is said of a file that is sent alone. */
function verdictOf(bytes: Buffer, context = contextOf(INVOICE)) {
  const { value, failures } = checkBody({ danfeFile: bytes.toString("base64") });
  const verdict = checkInvoice(value, context);
  return { ...verdict, failures: [...failures, ...verdict.failures] };
}
function judge(bytes: Buffer, context = contextOf(INVOICE)) {
  const { failures, validationErrors, file } = verdictOf(bytes, context);
  const { encoding, by } = file?.decoding ?? {};
  return { read: `${encoding} ${by}`, refused: failures.map(({ code }) => code), noted: validationErrors.map(({ code }) => code) };
}

describe("a file of an invoice is read as what it is", () => {
  it.each<[name: string, bytes: Buffer, read: string, noted?: readonly string[]]>([
    ["UTF-8 that says so", utf8(XML), "UTF-8 declaration"],
    ["UTF-8 with its mark", utf8(MARK + XML), "UTF-8 mark"],
    ["UTF-8 without a declaration", utf8(swap(/<\?xml.*?\?>/, "")(XML)), "UTF-8 content"],
    ["UTF-8 without an encoding in its declaration", utf8(swap(' encoding="UTF-8"', "")(XML)), "UTF-8 content"],
    ["UTF-8 in single quotes", utf8(declaring("utf8").replace('"utf8"', "'utf8'")), "UTF-8 declaration"],
    ["ISO-8859-1 that says so", latin1(declaring("ISO-8859-1")), "ISO-8859-1 declaration"],
    ["ISO-8859-1 by another name", latin1(declaring("latin1")), "ISO-8859-1 declaration"],
    ["ISO-8859-1 without a declaration", latin1(swap(/<\?xml.*?\?>/, "")(XML)), "ISO-8859-1 content"],
    ["ISO-8859-1 that says UTF-8", latin1(XML), "ISO-8859-1 content", ["danfe_encoding_differs"]],
    ["ISO-8859-1 that says something unknown", latin1(declaring("ANSI")), "ISO-8859-1 content", ["danfe_encoding_differs"]],
    ["ISO-8859-15", latin1(declaring("ISO-8859-15")), "ISO-8859-15 declaration"],
    ["windows-1252 that says so", windows1252(declaring("windows-1252", SIGNS)), "windows-1252 declaration"],
    ["windows-1252 by another name", windows1252(declaring("cp1252", SIGNS)), "windows-1252 declaration"],
    ["windows-1252 that says ISO-8859-1", windows1252(declaring("ISO-8859-1", SIGNS)), "windows-1252 content", ["danfe_encoding_differs"]],
    ["windows-1252 that says UTF-8", windows1252(SIGNS), "windows-1252 content", ["danfe_encoding_differs"]],
    [
      "ISO-8859-1 with controls that were signed as such",
      latin1(declaring("ISO-8859-1", changed("Meia Aerovia", "Meia \x96 Aerovia")(XML))),
      "ISO-8859-1 declaration",
    ],
    ["UTF-16 from the low byte on, with its mark", utf16le(MARK + declaring("UTF-16")), "UTF-16LE mark"],
    ["UTF-16 from the high byte on, with its mark", utf16be(MARK + declaring("utf-16")), "UTF-16BE mark"],
    ["UTF-16 from the low byte on, without a mark", utf16le(declaring("UTF-16LE")), "UTF-16LE content"],
    ["UTF-16 from the high byte on, without a mark", utf16be(declaring("UTF-16BE")), "UTF-16BE content"],
    ["UTF-8 that says UTF-16, as .NET writes it", utf8(declaring("utf-16")), "UTF-8 content", ["danfe_encoding_differs"]],
    ["ASCII that says UTF-16", latin1(declaring("utf-16", ASCII)), "UTF-8 content", ["danfe_encoding_differs"]],
    ["ISO-8859-1 that says UTF-16", latin1(declaring("utf-16")), "ISO-8859-1 content", ["danfe_encoding_differs"]],
    ["UTF-8 with its mark that says ISO-8859-1", utf8(MARK + declaring("ISO-8859-1")), "UTF-8 mark", ["danfe_encoding_differs"]],
    ["UTF-8 that says ISO-8859-1", utf8(declaring("ISO-8859-1")), "UTF-8 content", ["danfe_encoding_differs"]],
    [
      "ISO-8859-1 whose letters could be UTF-8, and were signed as they are",
      latin1(declaring("ISO-8859-1", resigned(XML.replace("Comércio", "ComÃ©rcio").replaceAll(/[À-ÿ](?!©)/g, "a")))),
      "ISO-8859-1 declaration",
    ],
    ["nothing but ASCII, whatever it says", latin1(declaring("ISO-8859-1", ASCII)), "ISO-8859-1 declaration"],
    ["line ends of Windows", utf8(swap("<nfeProc", "\r\n<nfeProc")(XML)), "UTF-8 declaration"],
  ])("%s", (_name, bytes, read, noted = []) => {
    expect(judge(bytes)).toEqual({ read, refused: [], noted: [...noted] });
  });
});

const zip = (name: string, content: Buffer) => {
  const deflated = deflateRawSync(content);
  const head = Buffer.from("504b0304140000000800000000000000000000000000000000000000", "hex");
  head.writeUInt32LE(deflated.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from([0, 0]), Buffer.from(name), deflated]);
};
/** As the layout of ten years ago had it: a date without a time. */
const layout2 = resigned(swap(/<dhEmi>[^<]*<\/dhEmi>/, "<dEmi>2013-11-20</dEmi>")(swap(/versao="4.00"/g, 'versao="2.00"')(XML)));
describe("a file that is no invoice is called what it is", () => {
  it.each<[name: string, bytes: Buffer, refused: readonly string[], said: RegExp]>([
    ["empty", Buffer.alloc(0), ["danfe_empty"], /está vazio ou só tem espaços/],
    ["nothing but its mark", utf8(MARK), ["danfe_empty"], /está vazio/],
    ["nothing but spaces", utf8(" \r\n\t"), ["danfe_empty"], /está vazio/],
    ["gzip", gzipSync(utf8(XML)), ["danfe_not_xml"], /não é XML, e sim gzip: descompacte-o/],
    ["zlib, packed lightly", deflateSync(utf8(XML), { level: 1 }), ["danfe_not_xml"], /e sim zlib \(deflate\): descompacte-o/],
    ["zlib, packed as usual", deflateSync(utf8(XML)), ["danfe_not_xml"], /e sim zlib \(deflate\): descompacte-o/],
    ["zlib, packed hard", deflateSync(utf8(XML), { level: 9 }), ["danfe_not_xml"], /e sim zlib \(deflate\): descompacte-o/],
    ["zstd", zstdCompressSync(utf8(XML)), ["danfe_not_xml"], /e sim zstd: descompacte-o/],
    ["xz", Buffer.from("fd377a585a000004e6d6b446", "hex"), ["danfe_not_xml"], /e sim xz: descompacte-o/],
    ["bzip2", Buffer.from("425a683931415926535989", "hex"), ["danfe_not_xml"], /e sim bzip2: descompacte-o/],
    ["zlib in base64", utf8(deflateSync(utf8(XML)).toString("base64")), ["danfe_not_xml"], /e sim base64/],
    ["zstd in base64", utf8(zstdCompressSync(utf8(XML)).toString("base64")), ["danfe_not_xml"], /e sim base64/],
    ["ZIP", zip("nota.xml", utf8(XML)), ["danfe_not_xml"], /não é XML, e sim ZIP: descompacte-o/],
    ["PDF", utf8("%PDF-1.4\n%âãÏÓ\n"), ["danfe_not_xml"], /não é XML, e sim PDF: é o DANFE impresso/],
    ["JSON", utf8(JSON.stringify({ danfeXml: XML })), ["danfe_not_xml"], /e sim JSON: envie o XML autorizado/],
    ["a page", utf8("<!DOCTYPE html><html><br></html>"), ["danfe_not_xml"], /e sim HTML/],
    ["base64 within base64", utf8(utf8(XML).toString("base64")), ["danfe_not_xml"], /e sim base64: envie o XML como ele é/],
    ["UTF-32", Buffer.from("fffe00003c0000003f000000", "hex"), ["danfe_not_xml"], /e sim UTF-32: salve o XML em UTF-8/],
    ["a line break before the declaration", utf8(`\r\n${XML}`), ["danfe_space_first"], /<\?xml, que começa na linha 2, coluna 1;/],
    ["spaces before the declaration", utf8(`${MARK}   ${XML}`), ["danfe_space_first"], /<\?xml, que começa na linha 1, coluna 4;/],
    ["a NUL", utf8(swap("<emit>", "\n<emit>\0")(XML)), ["danfe_control_character"], /caractere U\+0000 na linha 2, coluna 7,/],
    ["a NUL in UTF-16", utf16le(MARK + swap("<emit>", "\n<emit>\0")(XML)), ["danfe_control_character"], /U\+0000 na linha 2, coluna 7,/],
    ["layout 2.00", utf8(layout2), ["danfe_layout"], /usa o leiaute 2\.00 \(infNFe\/@versao\).*do leiaute 4\.00/],
    ["layout 3.10", utf8(resigned(swap(/versao="4.00"/g, 'versao="3.10"')(XML))), ["danfe_layout"], /usa o leiaute 3\.10/],
    ["its first half", utf8(XML).subarray(0, 900), ["danfe_malformed"], /não é um XML bem formado: linha 1, coluna 89\d/],
    [
      "its first half, in UTF-16",
      utf16le(MARK + XML).subarray(0, 1_801),
      ["danfe_malformed"],
      /não é um XML bem formado: linha 1, coluna 90\d/,
    ],
  ])("%s", (_name, bytes, refused, said) => {
    const { failures } = verdictOf(bytes);
    expect(failures.map(({ code }) => code)).toEqual(refused);
    expect(failureMessage(failures[0]!, "pt-BR")).toMatch(said);
    expect(failureMessage(failures[0]!, "en")).not.toMatch(/\{\w+\}/);
  });

  it("is called more than one thing where it is", () => {
    expect(judge(latin1(` ${layout2}`), contextOf({ ...INVOICE, environment: "production" }))).toEqual({
      read: "ISO-8859-1 content",
      refused: ["danfe_space_first", "danfe_layout", "danfe_environment"],
      noted: ["danfe_encoding_differs"],
    });
  });

  it("is told by the place in the file, whatever its line ends and however it is encoded", () => {
    const broken = swap("</emit>", "\r\n<ç/>\r\n  </emitt>")(XML);
    for (const bytes of [utf8(broken), utf8(MARK + broken), utf16be(MARK + broken), latin1(declaring("ISO-8859-1", broken))])
      expect(verdictOf(bytes).failures.map(({ params }) => params)).toMatchObject([{ line: 3, column: 10 }]);
  });
});

/** All of the NF-e's elements with a prefix, and the signature in its own namespace. */
const PREFIXED = XML.replace(/<(\/?)(\w)/g, "<$1nfe:$2")
  .replace('xmlns="http://www.portalfiscal.inf.br/nfe"', 'xmlns:nfe="http://www.portalfiscal.inf.br/nfe"')
  .replace(/<nfe:Signature.*<\/nfe:Signature>/s, (signature) => signature.replaceAll("nfe:", ""));
/** The NF-e as it was authorised, in a root of somebody else's. */
const wrapped = (root: string) =>
  XML.replace(/<nfeProc [^>]*>/, root)
    .replace("<NFe>", '<NFe xmlns="http://www.portalfiscal.inf.br/nfe">')
    .replace("<protNFe", '<protNFe xmlns="http://www.portalfiscal.inf.br/nfe"')
    .replace("</nfeProc>", `</${/^<([\w:]+)/.exec(root)![1]!}>`);

describe("what begins like something else than XML", () => {
  it.each<[name: string, ...beginnings: Buffer[]]>([
    ["gzip", gzipSync("a")],
    ["ZIP", zip("a", utf8("a")), Buffer.from("504b0506000000000000", "hex")],
    ["RAR", Buffer.from("526172211a0701003392b5e5", "hex")],
    ["7z", Buffer.from("377abcaf271c0004", "hex")],
    ["bzip2", Buffer.from("425a68393141592653", "hex")],
    ["PDF", latin1("%PDF-1.7\r\n%\xb5\xb5")],
    ["JSON", utf8('{"a": 1}'), utf8("\r\n [1]")],
    ["HTML", utf8("<!DOCTYPE html>"), utf8("\n<html lang='pt'>")],
    ...[XML, MARK + XML, XML.slice(XML.indexOf("<nfeProc")), XML.slice(XML.indexOf("<NFe>"))].map((text): [string, Buffer] => [
      "base64",
      utf8(utf8(text).toString("base64")),
    ]),
    ["base64", utf8(gzipSync(XML).toString("base64"))],
  ])("is %s, also when it was read as UTF-8", (name, ...beginnings) => {
    for (const bytes of beginnings) {
      expect(detectWrongFileType(bytes.toString("latin1"))?.name).toBe(name);
      expect(detectWrongFileType(bytes.toString("utf8"))?.name).toBe(name);
    }
  });
  it.each(["fffe00003c000000", "0000feff0000003c", "3c0000003f000000", "0000003c0000003f"])("is UTF-32: %s", (bytes) => {
    expect(detectWrongFileType(Buffer.from(bytes, "hex").toString("latin1"))?.name).toBe("UTF-32");
  });
  it.each([XML, "PK", "NFe 1234", "BZ", "PD9", "<htmlx/>", ""])("is nothing: %j", (text) => {
    expect(detectWrongFileType(text)).toBeUndefined();
  });
});

describe("namespaces (REC-xml-names)", () => {
  it.each<[name: string, xml: string, noted: readonly string[]]>([
    ["prefixes in everything are named, not called a change", PREFIXED, ["danfe_prefixed"]],
    ["prefixes in what was signed are nobody's business", resigned(PREFIXED, "nfe:"), []],
    ["a root with a prefix is not part of what was signed", wrapped('<n:nfeProc xmlns:n="http://www.portalfiscal.inf.br/nfe">'), []],
    [
      "a root with namespaces of a serializer is not either",
      wrapped(
        '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="urn:x">',
      ),
      [],
    ],
    ["nor are they where the NF-e takes its namespace from that root", XML.replace("<nfeProc ", '<nfeProc xmlns:xsi="urn:x" '), []],
    [
      "what was changed in such a root is a change",
      wrapped('<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" xmlns:xsi="urn:x">').replace("Meia Aerovia", "Meia Azul"),
      ["danfe_digest_differs"],
    ],
    [
      "a prefix in a document without a signature is named beside that",
      PREFIXED.replace(/<Signature.*<\/Signature>/s, ""),
      ["danfe_unsigned", "danfe_prefixed"],
    ],
  ])("%s", (_name, xml, noted) => {
    expect(judge(utf8(xml))).toEqual({ read: "UTF-8 declaration", refused: [], noted });
  });

  it("names the first element with a prefix", () => {
    const [found] = verdictOf(utf8(PREFIXED)).validationErrors;
    expect(failureMessage(invoiceErrors.failure("danfe_prefixed", found), "pt-BR")).toContain(
      "como <nfe:nfeProc>, que a SEFAZ não autoriza",
    );
  });
});

describe("what was signed", () => {
  it("may be as long as documents are", () => {
    const long = `<infCpl>${"Endereço de entrega: ".repeat(10_000)}</infCpl>`;
    const xml = changed(
      "</infIntermed>",
      `</infIntermed><infAdic>${long}</infAdic>`,
    )(XML.replace("<nfeProc ", '<nfeProc xmlns:xsi="urn:x" '));
    expect(judge(utf8(xml))).toEqual({ read: "UTF-8 declaration", refused: [], noted: [] });
  });
  it("is not asked of an NF-e that has nothing to sign", () => {
    expect(judge(utf8(swap(/<infNFe .*<\/infNFe>/s, "")(XML))).noted).not.toContain("danfe_digest_differs");
  });
});

describe("a text that was read in another encoding than its own", () => {
  it.each<[name: string, text: string, received: string]>([
    ["ISO-8859-1 read as UTF-8", latin1(swap("<emit>", "\n<emit>")(XML)).toString("utf8"), "\ufffd"],
    ["UTF-8 read as ISO-8859-1", utf8(swap("<emit>", "\n<emit>")(XML)).toString("latin1"), "Ã©"],
    ["UTF-8 read as windows-1252", new TextDecoder("windows-1252").decode(utf8(swap("<emit>", "\n<emit>")(XML))), "Ã©"],
  ])("is told by its place: %s", (_name, danfeXml, received) => {
    const { failures, validationErrors } = checkInvoice({ danfeXml, issueDate: ISSUED_AT }, contextOf(INVOICE));
    expect(failures).toEqual([]);
    expect(validationErrors).toMatchObject([{ code: "danfe_misread", received, params: { line: 2 } }]);
  });
  it("is none where it was signed like that", () => {
    const danfeXml = resigned(utf8(XML).toString("latin1"));
    expect(checkInvoice({ danfeXml, issueDate: ISSUED_AT }, contextOf(INVOICE)).validationErrors).toEqual([]);
  });
});

describe("the date of a file", () => {
  it("is the document's, unless another one is sent", () => {
    const danfeFile = utf8(XML).toString("base64");
    const context = contextOf(INVOICE, { now: ISSUED_AT - 86_400_000 });
    // It was issued tomorrow: the date was read.
    expect(checkInvoice({ danfeFile }, context).validationErrors.map(({ code }) => code)).toEqual(["invoice_issue_date_in_future"]);
    const sent = checkInvoice({ danfeFile, issueDate: ISSUED_AT - 86_400_000 }, context);
    expect(sent.failures.map(({ code }) => code)).toEqual(["danfe_issue_date_differs"]);
  });
  it("is not asked of who sends a file that has none", () => {
    expect(judge(gzipSync("")).refused).toEqual(["danfe_not_xml"]);
  });
});

describe("the bytes of a file", () => {
  it.each([
    ["as one line", (text: string) => text],
    ["as lines, as base64 writes them", (text: string) => `${text.replaceAll(/.{76}/g, "$&\r\n")}\n`],
  ])("come in base64 %s", (_how, written) => {
    const { value, failures } = checkBody({ danfeFile: written(utf8(XML).toString("base64")) });
    expect([...failures, ...checkInvoice(value, contextOf(INVOICE)).failures]).toEqual([]);
  });
  it.each(["data:text/xml;base64,PD94bWw=", XML, "PD94bWw=PD94", "PD94 bWw="])("come in nothing else: %j", (danfeFile) => {
    expect(checkBody({ danfeFile }).failures.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(["not_base64 /danfeFile"]);
  });
  it("come once", () => {
    const both = checkInvoice({ danfeXml: XML, danfeFile: utf8(XML).toString("base64"), issueDate: ISSUED_AT }, contextOf(INVOICE));
    expect(both.failures.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(["danfe_sent_twice /danfeFile"]);
  });
});

describe("a document becomes the bytes that it declares", () => {
  it.each<[declared: string, bytes: Buffer, xml?: string]>([
    ["UTF-8", utf8(XML)],
    ["ISO-8859-1", latin1(declaring("ISO-8859-1"))],
    ["latin1", latin1(declaring("latin1"))],
    ["windows-1252", windows1252(declaring("windows-1252", SIGNS)), SIGNS],
    ["UTF-16", utf16le(MARK + declaring("UTF-16"))],
    ["UTF-16BE", utf16be(MARK + declaring("UTF-16BE"))],
    // What has no byte there, and what nobody knows.
    ["ISO-8859-1 ", utf8(declaring("ISO-8859-1", SIGNS)), SIGNS],
    ["ANSI", utf8(declaring("ANSI"))],
    ["Shift_JIS", utf8(declaring("Shift_JIS"))],
  ])("%s", (declared, bytes, xml = XML) => {
    const text = declared === "UTF-8" ? xml : declaring(declared.trim(), xml);
    expect(encodeAsDeclared(text).equals(bytes)).toBe(true);
    expect(judge(bytes).refused).toEqual([]);
  });
  it("is as it came without a declaration", () => {
    const bare = swap(/<\?xml.*?\?>/, "")(XML);
    expect(encodeAsDeclared(bare).equals(utf8(bare))).toBe(true);
    expect(encodeAsDeclared(MARK + bare).equals(utf8(MARK + bare))).toBe(true);
  });
});

describe("how a file may be read (Encoding Standard)", () => {
  it("has one way, or two where declaration and bytes disagree", () => {
    const ways = (bytes: Buffer) => candidateDecodings(bytes).map(({ encoding, by }) => `${encoding} ${by}`);
    expect(ways(utf8(declaring("ISO-8859-1")))).toEqual(["UTF-8 content", "ISO-8859-1 declaration"]);
    expect(ways(utf8(XML))).toEqual(["UTF-8 declaration"]);
    expect(ways(latin1("<a/>"))).toEqual(["UTF-8 content"]);
    expect(ways(latin1("<a>\x80</a>"))).toEqual(["windows-1252 content", "ISO-8859-1 content"]);
  });
});
