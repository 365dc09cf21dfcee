import { createHash } from "node:crypto";
import { isoDateTime } from "../../platform/basics/clock.ts";
import type { Environment } from "../../platform/contract/operation.ts";
import { buildAccessKey } from "../access-key.ts";
import { NAMESPACES } from "./fields.ts";

/** One line of an invoice; its quantity times its unit price, less its discount, is what it costs. */
export interface InvoiceLine {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly discountCents?: number;
  readonly ean?: string;
}

/** Everything an invoice tells (domain 1.2). Numbers of registration are as they are kept: no punctuation. */
export interface InvoiceXmlInput {
  readonly environment: Environment;
  /** The issuer's federative unit, IBGE code. */
  readonly stateCode: string;
  readonly issuer: { readonly cnpj: string; readonly name: string };
  readonly series: number;
  readonly number: number;
  /** 8 digits that nobody guesses. */
  readonly numericCode: string;
  /** Epoch ms. */
  readonly issuedAtMs: number;
  readonly authorizedAtMs: number;
  /** Of the authorisation, 15 digits. */
  readonly protocolNumber: string;
  /** CPF or CNPJ. */
  readonly recipient: { readonly document: string; readonly name: string };
  /** Who brought buyer and seller together, and the seller's name there. */
  readonly marketplace: { readonly cnpj: string; readonly sellerId: string };
  readonly lines: readonly InvoiceLine[];
  readonly freightCents: number;
  readonly packages: number;
}

/** The access key of an invoice. */
export const invoiceKey = ({ stateCode, issuer, series, number, numericCode, issuedAtMs }: InvoiceXmlInput): string => {
  const issuedAt = isoDateTime(issuedAtMs);
  return buildAccessKey({
    stateCode,
    issuer: issuer.cnpj,
    series,
    number,
    numericCode,
    yearMonth: issuedAt.slice(2, 4) + issuedAt.slice(5, 7),
  });
};

/**
 * An invoice as an authorised document (procNFe), for the fulfilment operator of the sandbox, for commands that play a seller, and
 * for tests: key, totals and digests are right, so it passes the ladder. Addresses and the taxes of real goods are left out, and
 * nobody signed it.
 */
export function generateInvoiceXml(invoice: InvoiceXmlInput): string {
  const key = invoiceKey(invoice);
  const content = contentOf(invoice, key);
  const digest = digestOf(content);
  const version = 'versao="4.00"';
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="${NAMESPACES[""]}" ${version}><NFe>${content}${signatureOf(key, digest)}</NFe>` +
    `<protNFe ${version}>${protocolOf(invoice, key, digest)}</protNFe></nfeProc>`
  );
}

/** The part that is signed, in canonical form but for the namespace that it inherits. */
const OPENING = "<infNFe ";
const digestOf = (content: string) =>
  createHash("sha1")
    .update(content.replace(OPENING, `${OPENING}xmlns="${NAMESPACES[""]}" `), "utf8")
    .digest("base64");

/** What a document of the test environment must say instead of names (SEFAZ). */
const TEST_RECIPIENT = "NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
const TEST_FIRST_LINE = "NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
const taxEnvironment = ({ environment }: InvoiceXmlInput) => (environment === "production" ? "1" : "2");

function contentOf(invoice: InvoiceXmlInput, key: string): string {
  const { stateCode, issuer, series, number, numericCode, issuedAtMs, recipient, marketplace, lines, freightCents, packages } = invoice;
  const isTest = invoice.environment === "sandbox";
  const gross = sum(lines, grossCents);
  const discount = sum(lines, ({ discountCents = 0 }) => discountCents);
  const net = amount(gross - discount + freightCents);
  return `${OPENING}Id="NFe${key}" versao="4.00">${[
    group("ide", {
      cUF: stateCode,
      cNF: numericCode,
      natOp: "VENDA DE MERCADORIA",
      mod: "55",
      serie: String(series),
      nNF: String(number),
      dhEmi: localTime(issuedAtMs),
      tpNF: "1",
      idDest: "1",
      tpImp: "1",
      tpEmis: "1",
      cDV: key.slice(-1),
      tpAmb: taxEnvironment(invoice),
      finNFe: "1",
      indFinal: "1",
      indPres: "2",
      indIntermed: "1",
      procEmi: "0",
      verProc: "vitrine",
    }),
    group("emit", { CNPJ: issuer.cnpj, xNome: words(issuer.name, 60), CRT: "1" }),
    group("dest", { ...taxId(recipient.document), xNome: words(isTest ? TEST_RECIPIENT : recipient.name, 60), indIEDest: "9" }),
    ...lines.map((line, index) =>
      lineOf(isTest && index === 0 ? { ...line, name: TEST_FIRST_LINE } : line, index, index === 0 ? freightCents : 0),
    ),
    `<total>${group("ICMSTot", { ...NO_TAXES, vProd: amount(gross), vFrete: amount(freightCents), vDesc: amount(discount), vNF: net })}</total>`,
    `<transp><modFrete>0</modFrete>${group("vol", { qVol: String(packages) })}</transp>`,
    `<pag>${group("detPag", { tPag: "99", xPag: "Marketplace", vPag: net })}</pag>`,
    group("infIntermed", { CNPJ: marketplace.cnpj, idCadIntTran: words(marketplace.sellerId, 60) }),
  ].join("")}</infNFe>`;
}

const NO_TAXES = { vBC: "0.00", vICMS: "0.00", vST: "0.00", vIPI: "0.00", vPIS: "0.00", vCOFINS: "0.00" } as const;

const grossCents = ({ quantity, unitCents }: InvoiceLine) => quantity * unitCents;
const sum = (lines: readonly InvoiceLine[], of: (line: InvoiceLine) => number) => lines.reduce((total, line) => total + of(line), 0);

function lineOf(line: InvoiceLine, index: number, freightCents: number): string {
  const { sku, name, ean = "SEM GTIN", quantity, unitCents, discountCents = 0 } = line;
  const product = group("prod", {
    cProd: words(sku, 60),
    cEAN: words(ean, 14),
    xProd: words(name, 120),
    uCom: "UN",
    qCom: `${quantity}.0000`,
    vUnCom: amount(unitCents),
    vProd: amount(grossCents(line)),
    ...(freightCents > 0 && { vFrete: amount(freightCents) }),
    ...(discountCents > 0 && { vDesc: amount(discountCents) }),
    indTot: "1",
  });
  return `<det nItem="${index + 1}">${product}</det>`;
}

/** A signature in form: the digest is right, and in the place of the signature stands that there is none. */
function signatureOf(key: string, digest: string): string {
  const algorithm = (name: string) => `Algorithm="${name}"`;
  const canonical = algorithm("http://www.w3.org/TR/2001/REC-xml-c14n-20010315");
  return (
    `<Signature xmlns="${NAMESPACES.ds}"><SignedInfo><CanonicalizationMethod ${canonical}/>` +
    `<SignatureMethod ${algorithm(`${NAMESPACES.ds}rsa-sha1`)}/><Reference URI="#NFe${key}"><Transforms>` +
    `<Transform ${algorithm(`${NAMESPACES.ds}enveloped-signature`)}/><Transform ${canonical}/></Transforms>` +
    `<DigestMethod ${algorithm(`${NAMESPACES.ds}sha1`)}/><DigestValue>${digest}</DigestValue></Reference></SignedInfo>` +
    `<SignatureValue>${NOT_SIGNED}</SignatureValue></Signature>`
  );
}
const NOT_SIGNED = Buffer.from("not signed").toString("base64");

const protocolOf = (invoice: InvoiceXmlInput, key: string, digest: string) =>
  group("infProt", {
    tpAmb: taxEnvironment(invoice),
    verAplic: "vitrine",
    chNFe: key,
    dhRecbto: localTime(invoice.authorizedAtMs),
    nProt: invoice.protocolNumber,
    digVal: digest,
    cStat: "100",
    xMotivo: "Autorizado o uso da NF-e",
  });

/** A group of elements with text, in order. */
const group = (name: string, texts: Readonly<Record<string, string>>) =>
  `<${name}>${Object.entries(texts)
    .map(([inner, text]) => `<${inner}>${escape(text)}</${inner}>`)
    .join("")}</${name}>`;

const taxId = (document: string): Readonly<Record<string, string>> => (document.length === 11 ? { CPF: document } : { CNPJ: document });
const amount = (cents: number) => (cents / 100).toFixed(2);
/** Without milliseconds, which an NF-e does not have. */
const localTime = (ms: number) => isoDateTime(ms).replace(/\.\d+/, "");

/** An NF-e has the characters of Latin-1 that one can see, one space at a time, none at the ends, and no empty texts. */
const words = (text: string, most: number) =>
  text
    .normalize("NFC")
    .replace(/[^!-~\u00a1-\u00ff]+/g, " ")
    .trim()
    .slice(0, most)
    .trim() || "-";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escape = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPES[character]!);
