import type { SaxesTagNS } from "saxes";
import { displayValue } from "../../platform/contract/index.ts";
import {
  childNode,
  FIELD_TREE,
  type FieldNode,
  INVOICE_FIELDS,
  type InvoiceField,
  type InvoiceFieldName,
  NFE_LAYOUT,
  NFE_NAMESPACES,
  NFE_ROOT,
} from "./document-fields.ts";
import { XmlRefused } from "./xml.ts";

/** The values of the fields that were found, in document order; only repeatable fields have more than one. */
export type InvoiceValues = Partial<Record<InvoiceFieldName, string[]>>;
/** A problem of an element, with the values its message needs. */
export interface ElementProblem {
  readonly code: "danfe_root" | "danfe_layout" | "danfe_element_missing" | "danfe_element_repeated" | "danfe_element_invalid";
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of params with personal data. */
  readonly personal?: readonly string[];
}

/** The fields of a document. */
export interface FieldsRead {
  readonly values: InvoiceValues;
  /** Fields that are in the document but have no usable value, because they are malformed or repeated. */
  readonly unsure: ReadonlySet<InvoiceFieldName>;
  /** Name of the first NF-e element that has a namespace prefix. */
  readonly prefixed: string | undefined;
  readonly problems: readonly ElementProblem[];
}

/** Reads the values of INVOICE_FIELDS while a document is parsed. */
export interface FieldReader {
  /** Whether the most recently opened element is the signed one. */
  readonly isSigned: () => boolean;
  readonly open: (element: SaxesTagNS) => void;
  readonly text: (text: string) => void;
  readonly close: () => void;
  /** Returns the values, and reports missing, malformed and repeated fields and elements. Call it after the end of the document. */
  readonly read: () => FieldsRead;
}

/** Creates a reader for one document. It also reads an NF-e without its protocol. */
export function createFieldReader(): FieldReader {
  const state: ReaderState = { values: {}, problems: [], met: new Set(), unsure: new Set(), seen: new Set(), openNodes: [] };
  return {
    isSigned: () => state.openNodes.at(-1) === SIGNED,
    open: (element) => openElement(state, element),
    text(text) {
      const { leaf } = state;
      if (leaf !== undefined && leaf.text.length <= MAX_VALUE_LENGTH) leaf.text += text.slice(0, MAX_VALUE_LENGTH + 1);
    },
    close: () => closeElement(state),
    read() {
      addMissing(state);
      const { values, unsure, prefixed, problems } = state;
      for (const name of unsure) delete values[name];
      return { values, unsure, prefixed, problems };
    },
  };
}

/** State of a reader while a document is parsed. */
interface ReaderState {
  readonly values: InvoiceValues;
  readonly problems: ElementProblem[];
  /** Fields found so far, with or without a valid value. */
  readonly met: Set<InvoiceFieldName>;
  readonly unsure: Set<InvoiceFieldName>;
  /** Nodes found so far, used to detect repeated elements. */
  readonly seen: Set<FieldNode>;
  /** The nodes of the open elements, outermost first; undefined for elements that are not read. */
  readonly openNodes: (FieldNode | undefined)[];
  prefixed?: string | undefined;
  /** The field whose text is being read. `isPlain` becomes false when an element is found inside it. */
  leaf?: { readonly field: InvoiceFieldName; text: string; isPlain: boolean } | undefined;
}

/** Maximum length of a value. */
const MAX_VALUE_LENGTH = 255;
/** Maximum number of problems to report. The document itself may contain any number. */
const MAX_PROBLEMS = 20;

function openElement(state: ReaderState, element: SaxesTagNS): void {
  const { openNodes, seen, unsure } = state;
  const outer = openNodes.at(-1);
  if (element.prefix !== "" && element.uri === NFE_NAMESPACES[""]) state.prefixed ??= displayValue(element.name);
  if (state.leaf !== undefined) state.leaf.isPlain = false;
  const node = openNodes.length === 0 ? rootNode(state, element) : outer && childNode(outer, element);
  const isRepeated = node !== undefined && !node.repeats && seen.size === seen.add(node).size;
  if (isRepeated) {
    addProblem(state, "danfe_element_repeated", { element: node.path });
    if (node.field !== undefined) unsure.add(node.field);
  }
  // The content of a repeated element is not read, because the document is refused for the repetition.
  openNodes.push(isRepeated ? undefined : node);
  if (node === undefined || isRepeated) return;
  for (const [name, field] of node.attributes) {
    const attribute = element.attributes[name];
    if (attribute !== undefined) addValue(state, field, `${node.path}/@${name}`, attribute.value, true);
  }
  if (node.field !== undefined) state.leaf = { field: node.field, text: "", isPlain: true };
}

function closeElement(state: ReaderState): void {
  const { leaf, openNodes } = state;
  const node = openNodes.pop();
  if (leaf === undefined || node?.field !== leaf.field) return;
  addValue(state, leaf.field, node.path, leaf.text.trim(), leaf.isPlain && leaf.text.length <= MAX_VALUE_LENGTH);
  state.leaf = undefined;
}

/**
 * Returns the node of the root element. An `NFe` root, which lacks only the protocol, is reported but still read. Any other wrong root is
 * refused.
 */
function rootNode(state: ReaderState, element: SaxesTagNS): FieldNode {
  const { name, local, uri } = element;
  if (local === NFE_ROOT && uri === NFE_NAMESPACES[""]) return FIELD_TREE;
  const facts = { root: displayValue(name), namespace: displayValue(uri), allowed: NFE_NAMESPACES[""] };
  if (local !== INVOICE || uri !== NFE_NAMESPACES[""]) throw new XmlRefused("danfe_root", facts);
  addProblem(state, "danfe_root", facts);
  return childNode(FIELD_TREE, element)!;
}

/** Adds a value, or notes why it is not usable. `isWhole` is false for a text that is too long or has elements inside. */
function addValue(state: ReaderState, name: InvoiceFieldName, path: string, value: string, isWhole: boolean): void {
  const { values, met, unsure } = state;
  const { is, personal }: InvoiceField = INVOICE_FIELDS[name];
  const isRepeated = met.has(name) && !isRepeatable(name);
  met.add(name);
  if (!isRepeated && isWhole && is(value)) {
    (values[name] ??= []).push(value);
    return;
  }
  unsure.add(name);
  if (isRepeated) addProblem(state, "danfe_element_repeated", { element: path });
  else addProblem(state, "danfe_element_invalid", { element: path, value: displayValue(value) }, personal ? ["value"] : []);
}

/**
 * Reports the required fields that were not found. If the document has another layout, reports the layout instead. For an NF-e without its
 * protocol, the root is already reported, so the fields of the protocol are not reported as missing.
 */
function addMissing(state: ReaderState): void {
  const { values, problems, met } = state;
  const [layout = NFE_LAYOUT] = values.layout ?? [];
  if (layout !== NFE_LAYOUT) {
    addProblem(state, "danfe_layout", { layout, allowed: NFE_LAYOUT });
    return;
  }
  const lacksProtocol = problems.some(({ code }) => code === "danfe_root");
  for (const [name, { at, required }] of FIELDS)
    if (required && !met.has(name) && !(lacksProtocol && isOfProtocol(at[0])))
      addProblem(state, "danfe_element_missing", { element: at.join(" | ") });
}

function addProblem(
  { problems }: ReaderState,
  code: ElementProblem["code"],
  params: ElementProblem["params"],
  personal: readonly string[] = [],
): void {
  if (problems.length < MAX_PROBLEMS) problems.push({ code, params, ...(personal.length > 0 ? { personal } : {}) });
}

const FIELDS = Object.entries(INVOICE_FIELDS) as [InvoiceFieldName, InvoiceField][];
const INVOICE = "NFe";
const isOfProtocol = (path: string) => !path.startsWith(`${INVOICE}/`);
const isRepeatable = (name: InvoiceFieldName) => INVOICE_FIELDS[name].at[0].includes("*");
/** The element that is signed, and whose digest the protocol repeats. */
const SIGNED = childNode(childNode(FIELD_TREE, { local: "NFe", uri: NFE_NAMESPACES[""] })!, { local: "infNFe", uri: NFE_NAMESPACES[""] });
