import { createHash } from "node:crypto";
import { isoDateTime } from "../../platform/basics/index.ts";
import type { Environment } from "../../platform/contract/index.ts";
import { buildAccessKey } from "../access-key.ts";
import { NFE_NAMESPACES } from "./document-fields.ts";

/** One line of an invoice. Its price is quantity * unitCents - discountCents. */
export interface InvoiceLine {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly discountCents?: number;
  readonly ean?: string;
}

/** The content of an invoice. CPF and CNPJ have no punctuation. */
export interface InvoiceXmlInput {
  readonly environment: Environment;
  /** IBGE code of the issuer's federative unit. */
  readonly stateCode: string;
  readonly issuer: { readonly cnpj: string; readonly name: string };
  readonly series: number;
  readonly number: number;
  /** 8 digits that are hard to guess. */
  readonly numericCode: string;
  /** Epoch ms. */
  readonly issuedAtMs: number;
  readonly authorizedAtMs: number;
  /** Protocol number of the authorisation, 15 digits. */
  readonly protocolNumber: string;
  /** CPF or CNPJ. */
  readonly recipient: { readonly document: string; readonly name: string };
  /** The marketplace as intermediary, and the seller's identifier there. */
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
 * Generates an authorised document (procNFe) for the sandbox's fulfilment operator, for commands that act as a seller, and for tests.
 * Key, totals and digests are right, so the document passes this marketplace's own checks (INVOICE_RULES). It has no addresses, its tax
 * totals are all zero, and its signature is a placeholder.
 */
export function generateInvoiceXml(invoice: InvoiceXmlInput): string {
  const key = invoiceKey(invoice);
  const content = contentOf(invoice, key);
  const digest = digestOf(content);
  const version = 'versao="4.00"';
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="${NFE_NAMESPACES[""]}" ${version}><NFe>${content}${signatureOf(key, digest)}</NFe>` +
    `<protNFe ${version}>${protocolOf(invoice, key, digest)}</protNFe></nfeProc>`
  );
}

/**
 * Start of the signed element. The element is written in canonical form, except that it does not repeat the namespace that it inherits.
 * `digestOf` adds the namespace to this start, because the canonical form contains it.
 */
const OPENING = "<infNFe ";
const digestOf = (content: string) =>
  createHash("sha1")
    .update(content.replace(OPENING, `${OPENING}xmlns="${NFE_NAMESPACES[""]}" `), "utf8")
    .digest("base64");

/** SEFAZ requires these texts instead of names in documents of the test environment. */
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

/** A well-formed signature element: the digest is right, but the signature value is a placeholder. */
function signatureOf(key: string, digest: string): string {
  const algorithm = (name: string) => `Algorithm="${name}"`;
  const canonical = algorithm("http://www.w3.org/TR/2001/REC-xml-c14n-20010315");
  return (
    `<Signature xmlns="${NFE_NAMESPACES.ds}"><SignedInfo><CanonicalizationMethod ${canonical}/>` +
    `<SignatureMethod ${algorithm(`${NFE_NAMESPACES.ds}rsa-sha1`)}/><Reference URI="#NFe${key}"><Transforms>` +
    `<Transform ${algorithm(`${NFE_NAMESPACES.ds}enveloped-signature`)}/><Transform ${canonical}/></Transforms>` +
    `<DigestMethod ${algorithm(`${NFE_NAMESPACES.ds}sha1`)}/><DigestValue>${digest}</DigestValue></Reference></SignedInfo>` +
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

/** An element with text elements inside, in order. */
const group = (name: string, texts: Readonly<Record<string, string>>) =>
  `<${name}>${Object.entries(texts)
    .map(([inner, text]) => `<${inner}>${escape(text)}</${inner}>`)
    .join("")}</${name}>`;

const taxId = (document: string): Readonly<Record<string, string>> => (document.length === 11 ? { CPF: document } : { CNPJ: document });
const amount = (cents: number) => (cents / 100).toFixed(2);
/** NF-e times have no milliseconds. */
const localTime = (ms: number) => isoDateTime(ms).replace(/\.\d+/, "");

/** Normalizes a text for an NF-e: only printable Latin-1, single spaces, no space at either end, and never empty. */
const words = (text: string, most: number) =>
  text
    .normalize("NFC")
    .replace(/[^!-~\u00a1-\u00ff]+/g, " ")
    .trim()
    .slice(0, most)
    .trim() || "-";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escape = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPES[character]!);
