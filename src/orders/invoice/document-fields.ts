import { parseDateTime } from "../../platform/basics/index.ts";

/** Namespaces by the prefix that paths use; `""` is the NF-e namespace. */
export const NFE_NAMESPACES = {
  "": "http://www.portalfiscal.inf.br/nfe",
  ds: "http://www.w3.org/2000/09/xmldsig#",
} as const;

/** The root of an authorised document: the NF-e and its protocol. */
export const NFE_ROOT = "nfeProc";

/** Layout version that SEFAZ authorises today. The fields below belong to this layout. */
export const NFE_LAYOUT = "4.00";

/** A value that is read from a document. */
export interface InvoiceField {
  /** Path of the value below the root, or several alternative paths. `*` marks an element that may repeat. `@` marks an attribute. */
  readonly at: readonly [string, ...string[]];
  /** Whether a text of at most 255 characters is a valid value. */
  readonly is: (text: string) => boolean;
  readonly required?: true;
  /** Whether the value is personal data, which is never shown in messages. */
  readonly personal?: true;
}

const like = (form: RegExp) => (text: string) => form.test(text);
const digits = (fewest: number, most: number) => like(new RegExp(`^\\d{${fewest},${most}}$`));
const accessKey = (prefix: string) => like(new RegExp(`^${prefix}[0-9]{6}[0-9A-Z]{12}[0-9]{26}$`));
const oneDigit = digits(1, 1);
const taxId = like(/^(\d{11}|[0-9A-Z]{12}\d{2})$/);
const base64 = like(/^[A-Za-z0-9+/=\s]+$/);
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)$/;
const dateTime = (text: string) => LOCAL_TIME.test(text) && parseDateTime(text) !== undefined;

/** All values that are read from a document, besides its events (events.ts). Everything else is ignored. */
export const INVOICE_FIELDS = {
  id: { at: ["NFe/infNFe/@Id"], is: accessKey("NFe"), required: true },
  layout: { at: ["NFe/infNFe/@versao"], is: like(/^\d{1,2}\.\d{2}$/) },
  stateCode: { at: ["NFe/infNFe/ide/cUF"], is: digits(2, 2) },
  numericCode: { at: ["NFe/infNFe/ide/cNF"], is: digits(1, 8) },
  model: { at: ["NFe/infNFe/ide/mod"], is: digits(2, 2) },
  series: { at: ["NFe/infNFe/ide/serie"], is: digits(1, 3), required: true },
  number: { at: ["NFe/infNFe/ide/nNF"], is: digits(1, 9), required: true },
  issuedAt: { at: ["NFe/infNFe/ide/dhEmi"], is: dateTime, required: true },
  direction: { at: ["NFe/infNFe/ide/tpNF"], is: oneDigit },
  emissionType: { at: ["NFe/infNFe/ide/tpEmis"], is: oneDigit },
  checkDigit: { at: ["NFe/infNFe/ide/cDV"], is: oneDigit },
  environment: { at: ["NFe/infNFe/ide/tpAmb"], is: oneDigit, required: true },
  purpose: { at: ["NFe/infNFe/ide/finNFe"], is: oneDigit, required: true },
  intermediated: { at: ["NFe/infNFe/ide/indIntermed"], is: oneDigit },
  issuer: { at: ["NFe/infNFe/emit/CNPJ", "NFe/infNFe/emit/CPF"], is: taxId, required: true },
  recipient: { at: ["NFe/infNFe/dest/CNPJ", "NFe/infNFe/dest/CPF"], is: taxId, personal: true },
  total: { at: ["NFe/infNFe/total/ICMSTot/vNF"], is: like(/^\d{1,13}(\.\d{1,2})?$/), required: true },
  packages: { at: ["NFe/infNFe/transp/vol*/qVol"], is: digits(1, 15) },
  marketplace: { at: ["NFe/infNFe/infIntermed/CNPJ"], is: taxId },
  digestMethod: { at: ["NFe/ds:Signature/ds:SignedInfo/ds:Reference/ds:DigestMethod/@Algorithm"], is: like(/^\S+$/) },
  signedDigest: { at: ["NFe/ds:Signature/ds:SignedInfo/ds:Reference/ds:DigestValue"], is: base64 },
  protocolEnvironment: { at: ["protNFe/infProt/tpAmb"], is: oneDigit },
  protocolKey: { at: ["protNFe/infProt/chNFe"], is: accessKey(""), required: true },
  protocolNumber: { at: ["protNFe/infProt/nProt"], is: digits(1, 44), required: true },
  protocolDigest: { at: ["protNFe/infProt/digVal"], is: base64 },
  protocolStatus: { at: ["protNFe/infProt/cStat"], is: digits(3, 3), required: true },
} as const satisfies Readonly<Record<string, InvoiceField>>;

export type InvoiceFieldName = keyof typeof INVOICE_FIELDS;

/** The values of a document, as written. For a repeated field, the first value. */
export type InvoiceTexts = {
  readonly [Name in InvoiceFieldName as IsRequired<Name> extends true ? Name : never]: string;
} & { readonly [Name in InvoiceFieldName as IsRequired<Name> extends true ? never : Name]?: string };

type IsRequired<Name extends InvoiceFieldName> = (typeof INVOICE_FIELDS)[Name] extends { readonly required: true } ? true : false;

/** An element that contains fields, or is a field itself. */
export interface FieldNode {
  /** Path below the root, as messages show it: `NFe/infNFe/ide/serie`. */
  readonly path: string;
  /** Whether this element, or an element around it, may occur more than once. */
  readonly repeats: boolean;
  /** Child elements to read, by `prefix:local`. The prefix is a key of NFE_NAMESPACES. */
  readonly children: Map<string, FieldNode>;
  /** Attributes to read, by name. */
  readonly attributes: Map<string, InvoiceFieldName>;
  /** Field whose value is the text of this element. */
  field?: InvoiceFieldName;
}

const emptyNode = (path: string, repeats: boolean): FieldNode => ({ path, repeats, children: new Map(), attributes: new Map() });

/** The node of the root, with all of INVOICE_FIELDS below it. */
export const FIELD_TREE: FieldNode = treeOf(INVOICE_FIELDS);

function treeOf(fields: Readonly<Record<string, InvoiceField>>): FieldNode {
  const root = emptyNode("", false);
  for (const [name, { at }] of Object.entries(fields) as [InvoiceFieldName, InvoiceField][]) {
    for (const path of at) {
      let node = root;
      for (const segment of path.split("/")) {
        if (segment.startsWith("@")) node.attributes.set(segment.slice(1), name);
        else node = addChild(node, segment);
      }
      if (!path.includes("@")) node.field = name;
    }
  }
  return root;
}

function addChild(outer: FieldNode, segment: string): FieldNode {
  const name = segment.replace("*", "");
  const key = name.includes(":") ? name : `:${name}`;
  const repeats = outer.repeats || segment !== name;
  const child = outer.children.get(key) ?? emptyNode(outer.path === "" ? name : `${outer.path}/${name}`, repeats);
  outer.children.set(key, child);
  return child;
}

const PREFIXES: ReadonlyMap<string, string> = new Map(Object.entries(NFE_NAMESPACES).map(([prefix, uri]) => [uri, prefix]));

/** Finds the node of an element among the children of the outer element's node. Undefined if nothing in the element is read. */
export function childNode(outer: FieldNode, { local, uri }: { readonly local: string; readonly uri: string }): FieldNode | undefined {
  const prefix = PREFIXES.get(uri);
  return prefix === undefined ? undefined : outer.children.get(`${prefix}:${local}`);
}
