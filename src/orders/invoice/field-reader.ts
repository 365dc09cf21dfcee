import type { SaxesTagNS } from "saxes";
import { displayValue } from "../../platform/contract/errors.ts";
import {
  INVOICE_FIELDS,
  type InvoiceField,
  type InvoiceFieldName,
  LAYOUT,
  NAMESPACES,
  type FieldNode,
  childNode,
  FIELD_TREE,
  ROOT,
} from "./fields.ts";
import { XmlRefused } from "./xml.ts";

/** The values of the fields that were found, in their order; all but idempotentChange ones have one. */
export type InvoiceValues = Partial<Record<InvoiceFieldName, string[]>>;
/** What is wrong with an element of a document, with the facts its text needs. */
export interface ElementProblem {
  readonly code: "danfe_root" | "danfe_layout" | "danfe_element_missing" | "danfe_element_repeated" | "danfe_element_invalid";
  readonly params: Readonly<Record<string, unknown>>;
  /** Params that tell of a person. */
  readonly personal?: readonly string[];
}

/** What was read of a document when it ended. */
export interface FieldsRead {
  readonly values: InvoiceValues;
  /** Fields that were there and have no value to go by: misshapen, or there twice. */
  readonly unsure: ReadonlySet<InvoiceFieldName>;
  /** The first element of the NF-e's own that is written with a prefix, as it is written. */
  readonly prefixed: string | undefined;
  readonly problems: readonly ElementProblem[];
}

/** No value that is read is longer. */
const LONGEST_VALUE = 255;
/** Repeated and misshapen elements named at most; there are as many as the sender likes. */
const MAX_PROBLEMS = 20;

/**
 * Gathers the values of INVOICE_FIELDS while a document is walked. `read` is for when it ended: the values, and the fields and
 * the elements around them that are missing, misshapen or there twice. An NF-e without its protocol is read as far as it goes.
 */
export function createFieldReader() {
  const values: InvoiceValues = {};
  const problems: ElementProblem[] = [];
  const met = new Set<InvoiceFieldName>();
  const unsure = new Set<InvoiceFieldName>();
  const seen = new Set<FieldNode>();
  /** Where the walk is; undefined in what nobody reads. */
  const trail: (FieldNode | undefined)[] = [];
  let prefixed: string | undefined;
  let leaf: { readonly field: InvoiceFieldName; text: string; whole: boolean } | undefined;

  const problem = (code: ElementProblem["code"], params: ElementProblem["params"], personal: readonly string[] = []) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ code, params, ...(personal.length > 0 ? { personal } : {}) });
  };
  const keep = (name: InvoiceFieldName, path: string, value: string, whole: boolean) => {
    const { is, personal }: InvoiceField = INVOICE_FIELDS[name];
    const again = met.has(name) && !isRepeatable(name);
    met.add(name);
    if (again) problem("danfe_element_repeated", { element: path });
    else if (!whole || !is(value))
      problem("danfe_element_invalid", { element: path, value: displayValue(value) }, personal ? ["value"] : []);
    else {
      (values[name] ??= []).push(value);
      return;
    }
    unsure.add(name);
  };
  /** Only a document without root has none; its first element says whether it can be read. */
  const rootPlace = (element: SaxesTagNS): FieldNode => {
    const { name, local, uri } = element;
    if (local === ROOT && uri === NAMESPACES[""]) return FIELD_TREE;
    const facts = { root: displayValue(name), namespace: displayValue(uri), allowed: NAMESPACES[""] };
    if (local !== INVOICE || uri !== NAMESPACES[""]) throw new XmlRefused("danfe_root", facts);
    problem("danfe_root", facts);
    return childNode(FIELD_TREE, element)!;
  };

  /** What another layout lacks, and the protocol of who sent the NF-e alone, is told as that. */
  const tellMissing = () => {
    const [layout = LAYOUT] = values.layout ?? [];
    if (layout !== LAYOUT) {
      problem("danfe_layout", { layout, allowed: LAYOUT });
      return;
    }
    const isAlone = problems.some(({ code }) => code === "danfe_root");
    for (const [name, { at, required }] of FIELDS)
      if (required && !met.has(name) && !(isAlone && isOfProtocol(at[0]))) problem("danfe_element_missing", { element: at.join(" | ") });
  };

  return {
    isSigned: () => trail.at(-1) === SIGNED,
    open(element: SaxesTagNS) {
      const outer = trail.at(-1);
      if (element.prefix !== "" && element.uri === NAMESPACES[""]) prefixed ??= displayValue(element.name);
      if (leaf !== undefined) leaf.whole = false;
      const here = trail.length === 0 ? rootPlace(element) : outer && childNode(outer, element);
      const again = here !== undefined && !here.repeats && seen.size === seen.add(here).size;
      if (again) {
        problem("danfe_element_repeated", { element: here.path });
        if (here.field !== undefined) unsure.add(here.field);
      }
      // What stands in an element's second copy is not read: the copy is refused.
      trail.push(again ? undefined : here);
      if (here === undefined || again) return;
      for (const [name, field] of here.attributes) {
        const attribute = element.attributes[name];
        if (attribute !== undefined) keep(field, `${here.path}/@${name}`, attribute.value, true);
      }
      if (here.field !== undefined) leaf = { field: here.field, text: "", whole: true };
    },
    text(text: string) {
      if (leaf !== undefined && leaf.text.length <= LONGEST_VALUE) leaf.text += text.slice(0, LONGEST_VALUE + 1);
    },
    close() {
      const here = trail.pop();
      if (leaf === undefined || here?.field !== leaf.field) return;
      keep(leaf.field, here.path, leaf.text.trim(), leaf.whole && leaf.text.length <= LONGEST_VALUE);
      leaf = undefined;
    },
    read(): FieldsRead {
      tellMissing();
      for (const name of unsure) delete values[name];
      return { values, unsure, prefixed, problems };
    },
  };
}

const FIELDS = Object.entries(INVOICE_FIELDS) as [InvoiceFieldName, InvoiceField][];
const INVOICE = "NFe";
const isOfProtocol = (path: string) => !path.startsWith(`${INVOICE}/`);
const isRepeatable = (name: InvoiceFieldName) => INVOICE_FIELDS[name].at[0].includes("*");
/** The element that is signed, and whose digest the protocol repeats. */
const SIGNED = childNode(childNode(FIELD_TREE, { local: "NFe", uri: NAMESPACES[""] })!, { local: "infNFe", uri: NAMESPACES[""] });
